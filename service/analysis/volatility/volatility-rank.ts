/**
 * IV rank: the position of today's volatility within the range of the last year. The volatility is
 * implied, or realised if too few implied ones are stored.
 */
import type { VolatilityPoint } from '#service/markets/market.ts'
import { config } from '#service/analysis/config.ts'
import { historicalVolatility } from '#service/analysis/technicals/indicators.ts'

/** The rank, 0 to 100, and the volatility on which it is based; both null if unknown. */
export type VolatilityRank =
  | { readonly rank: number; readonly basis: 'implied' | 'historical' }
  | { readonly rank: null; readonly basis: null }

/**
 * Rank of `today` within the range of `values` and itself, 0 to 100; `undefined` if the range is
 * zero.
 */
const rankWithin = (values: readonly number[], today: number): number | undefined => {
  let low = today
  let high = today
  for (const value of values) {
    if (value < low) low = value
    if (value > high) high = value
  }
  return high > low ? (100 * (today - low)) / (high - low) : undefined
}

/**
 * Rank of `iv30` within the range of the stored points of a year and itself. With fewer than 60
 * stored days, the 20-day realised volatility is ranked within its own year instead.
 */
export const volatilityRank = (
  iv30: number | undefined,
  stored: readonly VolatilityPoint[],
  close: Float64Array,
): VolatilityRank => {
  const { window, minStored, historicalPeriod, minHistorical } = config.volatilityRank
  if (iv30 !== undefined && stored.length >= minStored) {
    const rank = rankWithin(
      stored.slice(-window).map((point) => point.iv30),
      iv30,
    )
    if (rank !== undefined) return { rank, basis: 'implied' }
  }
  const realised = [
    ...historicalVolatility(close.subarray(-(window + historicalPeriod)), historicalPeriod),
  ].filter(Number.isFinite)
  const today = realised.at(-1)
  const rank =
    today !== undefined && realised.length >= minHistorical ? rankWithin(realised, today) : undefined
  return rank === undefined ? { rank: null, basis: null } : { rank, basis: 'historical' }
}

/**
 * Share of the stored points of a year with a lower volatility than `iv30`, 0 to 100; null if too few
 * are stored.
 */
export const volatilityPercentile = (
  iv30: number | undefined,
  stored: readonly VolatilityPoint[],
): number | null => {
  const { window, minStored } = config.volatilityRank
  if (iv30 === undefined || stored.length < minStored) return null
  const year = stored.slice(-window)
  return (100 * year.filter((point) => point.iv30 < iv30).length) / year.length
}

/** Merges two histories, oldest first. On days that both contain, `stored` takes precedence. */
export const mergeVolatilities = (
  market: readonly VolatilityPoint[],
  stored: readonly VolatilityPoint[],
): readonly VolatilityPoint[] => {
  if (stored.length === 0) return market
  if (market.length === 0) return stored
  const days = new Map(market.map((point) => [point.day, point]))
  for (const point of stored) days.set(point.day, point)
  return [...days.values()].toSorted((a, b) => (a.day < b.day ? -1 : 1))
}
