/** Statistics of resolved picks for the record's page: calibration of the stated probabilities, and results. */
import type { PickOutcome, PickResult } from '#contract/responses/record.ts'
import type { Day } from '#service/markets/market.ts'

export type ResolvedFacts = {
  /** Stated probability that the option expires worthless. */
  readonly probability: number
  readonly expiry: Day
  readonly outcome: PickOutcome
  /** Null if void or withheld. */
  readonly result: PickResult | null
}

/** Stated and observed share of options that expired worthless, for stated probabilities from `from` to below `to`. */
export type CalibrationBand = {
  readonly from: number
  readonly to: number
  readonly count: number
  /** Means; decimals. */
  readonly stated: number
  readonly observed: number
  /** Standard error of `observed`. Picks of one expiry are not independent, so they are one cluster. */
  readonly error: number
}

const bandStarts = [0.5, 0.6, 0.7, 0.8, 0.9]

const mean = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / values.length

/** Bands with picks, the lowest first. Void picks do not count. */
export function calibrationOf(picks: readonly ResolvedFacts[]): CalibrationBand[] {
  const counted = picks.filter(({ outcome }) => outcome !== 'void')
  return bandStarts.flatMap((from): CalibrationBand[] => {
    const to = from + 0.1
    // Differences of binary fractions must not move a pick to another band.
    const band = counted.filter(
      ({ probability }) => Math.floor(probability * 10 + 1e-9) === Math.round(from * 10),
    )
    if (band.length === 0) return []
    const kept = ({ outcome }: ResolvedFacts): number => (outcome === 'expired' ? 1 : 0)
    const observed = mean(band.map(kept))
    const clusters = [...Map.groupBy(band, ({ expiry }) => expiry).values()]
    const squares = clusters.map(
      (cluster) => cluster.reduce((sum, pick) => sum + kept(pick) - observed, 0) ** 2,
    )
    const error = Math.sqrt(squares.reduce((sum, square) => sum + square, 0)) / band.length
    const stated = mean(band.map(({ probability }) => probability))
    return [{ from, to: Math.round(to * 10) / 10, count: band.length, stated, observed, error }]
  })
}

export type ResultTotals = {
  readonly resolved: number
  readonly expired: number
  readonly void: number
  /** Picks with a public result, and how many of them lost money. */
  readonly withResult: number
  readonly losers: number
  /** Mean results in dollars; null without a public result. */
  readonly means: PickResult | null
}

export function totalsOf(picks: readonly ResolvedFacts[]): ResultTotals {
  const results = picks.flatMap(({ result }) => result ?? [])
  const meanOf = (name: keyof PickResult): number => mean(results.map((result) => result[name]))
  return {
    resolved: picks.filter(({ outcome }) => outcome !== 'void').length,
    expired: picks.filter(({ outcome }) => outcome === 'expired').length,
    void: picks.filter(({ outcome }) => outcome === 'void').length,
    withResult: results.length,
    losers: results.filter(({ profit }) => profit < 0).length,
    means:
      results.length === 0
        ? null
        : { profit: meanOf('profit'), stock: meanOf('stock'), cash: meanOf('cash') },
  }
}
