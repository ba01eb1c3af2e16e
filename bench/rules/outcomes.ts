/**
 * Outcomes of rule matches: forward returns relative to all other symbols of the same day, with realistic
 * errors.
 */

import type { IndicatorSnapshot } from '#service/analysis/rules/reading.ts'

/** A rule, or a tested variant of one. */
export type Candidate = {
  readonly name: string
  readonly side: 'Bullish' | 'Bearish'
  readonly condition: (reading: IndicatorSnapshot) => boolean
}

/** One symbol's closes, on days numbered the same for all symbols. */
export type Series = { readonly close: Float64Array; readonly dayOf: readonly number[] }

/** A rule fired at a bar of a series. */
export type Firing = { readonly series: number; readonly at: number }

export type Outcome = {
  /** Matches, and those with a known outcome. */
  readonly fired: number
  readonly known: number
  /** Mean forward return, and the same less the mean of all symbols of the same day; decimals. */
  readonly mean: number
  readonly excess: number
  /**
   * Standard error of `excess`, clustered in blocks of as many sessions as the returns reach: firings of one block overlap
   * in time and move together, and count as one observation of their sum (Liang and Zeger 1986).
   */
  readonly error: number
  /** Share of matches whose excess return has the expected sign. */
  readonly hits: number
}

export type CandidateOutcome = { readonly candidate: Candidate; readonly outcome: Outcome }

const forward = ({ close }: Series, at: number, reach: number): number | undefined =>
  at + reach < close.length ? close[at + reach]! / close[at]! - 1 : undefined

/** Mean forward return of all series, by day. `first`: the first bar of each that takes part. */
export const peersOf = (
  all: readonly Series[],
  first: number,
  reach: number,
): ReadonlyMap<number, number> => {
  const sums = new Map<number, { sum: number; count: number }>()
  for (const series of all) {
    for (let at = first; at + reach < series.close.length; at++) {
      const day = series.dayOf[at]!
      const known = sums.get(day) ?? { sum: 0, count: 0 }
      known.sum += forward(series, at, reach)!
      known.count++
      sums.set(day, known)
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
  all: readonly Series[],
  peers: ReadonlyMap<number, number>,
  { reach, side }: { readonly reach: number; readonly side: 1 | -1 },
): Outcome => {
  const known = firings.flatMap(({ series, at }) => {
    const one = all[series]!
    const value = forward(one, at, reach)
    const day = one.dayOf[at]!
    return value === undefined ? [] : [{ value, excess: value - peers.get(day)!, day }]
  })
  const excesses = known.map(({ excess, day }) => ({ value: excess, cluster: Math.floor(day / reach) }))
  return {
    fired: firings.length,
    known: known.length,
    mean: meanOf(known.map(({ value }) => value)),
    excess: meanOf(known.map(({ excess }) => excess)),
    error: clusteredError(excesses),
    hits: meanOf(known.map(({ excess }) => (excess * side > 0 ? 1 : 0))),
  }
}
