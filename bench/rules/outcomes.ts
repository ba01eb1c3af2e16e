/**
 * Outcomes of rule matches: forward returns relative to all other symbols on the same day, with
 * clustered standard errors.
 */

import type { IndicatorSnapshot } from '#service/analysis/rules/indicator-snapshot.ts'

/** A rule, or a tested variant of one. */
export type Candidate = {
  readonly name: string
  readonly side: 'Bullish' | 'Bearish'
  readonly condition: (snapshot: IndicatorSnapshot) => boolean
}

/** One symbol's closes, on days numbered the same for all symbols. */
export type Series = { readonly close: Float64Array; readonly dayOf: readonly number[] }

/** A rule fired at a bar of a series. */
export type Firing = { readonly series: number; readonly bar: number }

export type Outcome = {
  /** Number of matches, and of those with a known outcome. */
  readonly fired: number
  readonly withOutcome: number
  /** Mean forward return, and mean excess over all symbols of the same day; decimals. */
  readonly mean: number
  readonly excess: number
  /**
   * Standard error of `excess`, clustered in blocks of as many sessions as the returns reach: firings of one block
   * overlap in time and move together, and count as one observation of their sum (Liang and Zeger 1986).
   */
  readonly error: number
  /** Share of matches whose excess return has the expected sign. */
  readonly hits: number
}

export type CandidateOutcome = { readonly candidate: Candidate; readonly outcome: Outcome }

const forwardReturn = ({ close }: Series, bar: number, horizon: number): number | undefined =>
  bar + horizon < close.length ? close[bar + horizon]! / close[bar]! - 1 : undefined

/** Mean forward return of all series by day. Bars before `first` are ignored. */
export const peersOf = (
  allSeries: readonly Series[],
  first: number,
  horizon: number,
): ReadonlyMap<number, number> => {
  const sums = new Map<number, { sum: number; count: number }>()
  for (const series of allSeries) {
    for (let bar = first; bar + horizon < series.close.length; bar++) {
      const day = series.dayOf[bar]!
      const daySum = sums.get(day) ?? { sum: 0, count: 0 }
      daySum.sum += forwardReturn(series, bar, horizon)!
      daySum.count++
      sums.set(day, daySum)
    }
  }
  return new Map([...sums].map(([day, { sum, count }]) => [day, sum / count]))
}

const meanOf = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / values.length

/** Cluster-robust standard error of a mean. */
const clusteredError = (values: readonly { value: number; cluster: number }[]): number => {
  const mean = meanOf(values.map(({ value }) => value))
  const sums = new Map<number, number>()
  for (const { value, cluster } of values) sums.set(cluster, (sums.get(cluster) ?? 0) + value - mean)
  const clusters = sums.size
  if (clusters < 2) return Number.NaN
  let square = 0
  for (const sum of sums.values()) square += sum * sum
  return Math.sqrt((square * clusters) / (clusters - 1)) / values.length
}

/** `side`: the direction that the rule expects, 1 up, -1 down, relative to its peers. */
export const outcomeOf = (
  firings: readonly Firing[],
  allSeries: readonly Series[],
  peers: ReadonlyMap<number, number>,
  { reach: horizon, side }: { readonly reach: number; readonly side: 1 | -1 },
): Outcome => {
  const results = firings.flatMap(({ series, bar }) => {
    const closes = allSeries[series]!
    const value = forwardReturn(closes, bar, horizon)
    const day = closes.dayOf[bar]!
    return value === undefined ? [] : [{ value, excess: value - peers.get(day)!, day }]
  })
  const excesses = results.map(({ excess, day }) => ({ value: excess, cluster: Math.floor(day / horizon) }))
  return {
    fired: firings.length,
    withOutcome: results.length,
    mean: meanOf(results.map(({ value }) => value)),
    excess: meanOf(results.map(({ excess }) => excess)),
    error: clusteredError(excesses),
    hits: meanOf(results.map(({ excess }) => (excess * side > 0 ? 1 : 0))),
  }
}
