/**
 * IV rank: the position of today's implied volatility within the range of the last year; and its
 * percentile, and its ratio to the realised volatility.
 */
import type { UnknownReason } from '#contract/responses/unknown.ts'
import type { VolatilityPoint } from '#service/markets/market.ts'
import { config } from '#service/analysis/config.ts'
import { historicalVolatility } from '#service/analysis/technicals/indicators.ts'
import type { UnknownDetail } from '#service/analysis/unknown.ts'

/** The rank, 0 to 100, and its basis; both null if unknown. */
export type VolatilityRank =
  | { readonly rank: number; readonly basis: 'implied' }
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
 * stored days the rank is unknown: a rank of realised volatility says the opposite after a jump,
 * when options pay less than the past moves suggest.
 */
export const volatilityRank = (
  iv30: number | undefined,
  stored: readonly VolatilityPoint[],
): VolatilityRank => {
  const { window, minStored } = config.volatilityRank
  if (iv30 === undefined || stored.length < minStored) return { rank: null, basis: null }
  const rank = rankWithin(
    stored.slice(-window).map((point) => point.iv30),
    iv30,
  )
  return rank === undefined ? { rank: null, basis: null } : { rank, basis: 'implied' }
}

/** Ratio of `iv30` to the realised volatility of the last 20 sessions; null if one of them is unknown or zero. */
export const impliedToRealized = (iv30: number | undefined, close: Float64Array): number | null => {
  const { historicalPeriod } = config.volatilityRank
  const realized = historicalVolatility(close.subarray(-(historicalPeriod + 1)), historicalPeriod).at(-1)
  return iv30 !== undefined && realized !== undefined && realized > 0 ? iv30 / realized : null
}

/**
 * Reason why the rank or the percentile is unknown. `volatilityReason`: the reason if there is no
 * 30-day implied volatility.
 */
export const unrankedVolatilityReason = (
  iv30: number | undefined,
  stored: readonly VolatilityPoint[],
  volatilityReason: UnknownReason | UnknownDetail,
): UnknownReason | UnknownDetail => {
  const { minStored } = config.volatilityRank
  if (iv30 === undefined) return volatilityReason
  return stored.length < minStored
    ? { reason: 'not-given', cause: 'too-few-volatilities', count: stored.length, needed: minStored }
    : 'not-given'
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
