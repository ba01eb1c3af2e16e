/**
 * Outcomes of rule firings: forward returns relative to all symbols on the same day, with clustered
 * standard errors.
 */

import type { IndicatorSnapshot } from '#service/analysis/rules/indicator-snapshot.ts'

/** A rule of the scan, or a variant of a rule that is tested. */
export type Candidate = {
  readonly name: string
  readonly side: 'Bullish' | 'Bearish'
  readonly condition: (snapshot: IndicatorSnapshot) => boolean
}

/**
 * Closes of one symbol. `dayOf` has the day number of each bar; day numbers are the same for all
 * symbols.
 */
export type Series = { readonly close: Float64Array; readonly dayOf: readonly number[] }

/** A bar at which a rule fired: index of the series, and index of the bar in it. */
export type Firing = { readonly seriesIndex: number; readonly bar: number }

export type Outcome = {
  /** Number of firings, and of those whose forward return is known. */
  readonly firings: number
  readonly knownReturns: number
  /**
   * Mean forward return, and mean excess over the mean of all symbols on the same day; decimals.
   */
  readonly meanReturn: number
  readonly meanExcess: number
  /**
   * Standard error of `meanExcess`, clustered in blocks of `horizon` sessions: the returns after
   * the firings of one block overlap in time and are correlated, so they count as one observation
   * of their sum (Liang and Zeger 1986).
   */
  readonly standardError: number
  /** Share of firings whose excess return has the expected sign. */
  readonly hitRate: number
}

export type CandidateOutcome = { readonly candidate: Candidate; readonly outcome: Outcome }

/** Return over the `horizon` sessions after a bar, decimal; undefined if they are not over. */
const forwardReturn = ({ close }: Series, bar: number, horizon: number): number | undefined =>
  bar + horizon < close.length ? close[bar + horizon]! / close[bar]! - 1 : undefined

/** Mean forward return of all series by day number. Ignores bars before `firstBar`. */
export const meanReturnsByDay = (
  allSeries: readonly Series[],
  firstBar: number,
  horizon: number,
): ReadonlyMap<number, number> => {
  const sums = new Map<number, { sum: number; count: number }>()
  for (const series of allSeries) {
    for (let bar = firstBar; bar + horizon < series.close.length; bar++) {
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

/** Cluster-robust standard error of the mean; NaN with fewer than two clusters. */
const clusteredError = (values: readonly { value: number; cluster: number }[]): number => {
  const mean = meanOf(values.map(({ value }) => value))
  const sums = new Map<number, number>()
  for (const { value, cluster } of values) sums.set(cluster, (sums.get(cluster) ?? 0) + value - mean)
  const clusterCount = sums.size
  if (clusterCount < 2) return Number.NaN
  let sumOfSquares = 0
  for (const sum of sums.values()) sumOfSquares += sum * sum
  return Math.sqrt((sumOfSquares * clusterCount) / (clusterCount - 1)) / values.length
}

/**
 * Computes the outcome of a rule's firings.
 *
 * @param peerReturns mean forward return of all series by day number
 * @param horizon sessions of a forward return
 * @param direction expected sign of the excess return: 1 for bullish rules, -1 for bearish ones
 */
export const outcomeOf = (
  firings: readonly Firing[],
  allSeries: readonly Series[],
  peerReturns: ReadonlyMap<number, number>,
  { horizon, direction }: { readonly horizon: number; readonly direction: 1 | -1 },
): Outcome => {
  const results = firings.flatMap(({ seriesIndex, bar }) => {
    const series = allSeries[seriesIndex]!
    const value = forwardReturn(series, bar, horizon)
    const day = series.dayOf[bar]!
    return value === undefined ? [] : [{ value, excess: value - peerReturns.get(day)!, day }]
  })
  const excesses = results.map(({ excess, day }) => ({ value: excess, cluster: Math.floor(day / horizon) }))
  return {
    firings: firings.length,
    knownReturns: results.length,
    meanReturn: meanOf(results.map(({ value }) => value)),
    meanExcess: meanOf(results.map(({ excess }) => excess)),
    standardError: clusteredError(excesses),
    hitRate: meanOf(results.map(({ excess }) => (excess * direction > 0 ? 1 : 0))),
  }
}
