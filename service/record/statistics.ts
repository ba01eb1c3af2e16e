/** Statistics of resolved picks: calibration of the stated probabilities, groups of similar picks, and results. */
import type { PickOutcome, PickResult } from '#contract/responses/record.ts'
import type { RecordCalibration, RecordGroup, RecordRight } from '#contract/responses/record-summary.ts'
import { recordRights } from '#contract/responses/record-summary.ts'
import { config } from '#service/analysis/config.ts'
import { daysBetween } from '#service/markets/calendar.ts'
import type { Day } from '#service/markets/market.ts'

export type ResolvedFacts = {
  readonly right: RecordRight
  readonly night: Day
  /** Stated probability that the option expires worthless. */
  readonly probability: number
  readonly expiry: Day
  readonly outcome: PickOutcome
  /** Null if void or withheld. */
  readonly result: PickResult | null
}

/** Tenths, so that differences of binary fractions do not move a pick to another band. */
const bandTenth = ({ probability }: Pick<ResolvedFacts, 'probability'>): number =>
  Math.min(9, Math.floor(probability * 10 + 1e-9))

const tenths = Array.from({ length: 10 }, (_, tenth) => tenth)

/** Divides picks into bands of ten points of the stated probability. Returns bands with picks, the lowest first. */
export const byProbabilityBand = <Facts extends Pick<ResolvedFacts, 'probability'>>(
  picks: readonly Facts[],
): { readonly from: number; readonly to: number; readonly picks: readonly Facts[] }[] =>
  tenths.flatMap((tenth) => {
    const band = picks.filter((pick) => bandTenth(pick) === tenth)
    return band.length === 0 ? [] : [{ from: tenth / 10, to: (tenth + 1) / 10, picks: band }]
  })

export const mean = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / values.length

const isCounted = ({ outcome }: Pick<ResolvedFacts, 'outcome'>): boolean => outcome !== 'void'
const isExpired = ({ outcome }: Pick<ResolvedFacts, 'outcome'>): boolean => outcome === 'expired'
const meanStated = (picks: readonly ResolvedFacts[]): number =>
  mean(picks.map(({ probability }) => probability))

/** Void picks do not count. */
export const calibrationOf = (picks: readonly ResolvedFacts[]): RecordCalibration[] =>
  byProbabilityBand(picks.filter(isCounted)).map(({ from, to, picks: band }) => {
    const kept = (pick: ResolvedFacts): number => (isExpired(pick) ? 1 : 0)
    const observed = mean(band.map(kept))
    const clusters = [...Map.groupBy(band, ({ expiry }) => expiry).values()]
    const squares = clusters.map(
      (cluster) => cluster.reduce((sum, pick) => sum + kept(pick) - observed, 0) ** 2,
    )
    const error = Math.sqrt(squares.reduce((sum, square) => sum + square, 0)) / band.length
    return { from, to, count: band.length, stated: meanStated(band), observed, error }
  })

/** Groups of at least `minResolved` picks. Void picks do not count. */
export const groupsOf = (picks: readonly ResolvedFacts[]): RecordGroup[] =>
  recordRights.flatMap((right) =>
    byProbabilityBand(picks.filter((pick) => isCounted(pick) && pick.right === right)).flatMap(
      ({ from, to, picks: band }) =>
        config.record.durationBands.flatMap(({ minDays, maxDays }) => {
          const group = band.filter(({ night, expiry }) => {
            const days = daysBetween(night, expiry)
            return days >= minDays && days <= (maxDays ?? Infinity)
          })
          if (group.length < config.record.minResolved) return []
          const [resolved, expired] = [group.length, group.filter(isExpired).length]
          return [{ right, from, to, minDays, maxDays, resolved, expired, stated: meanStated(group) }]
        }),
    ),
  )

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
    resolved: picks.filter(isCounted).length,
    expired: picks.filter(isExpired).length,
    void: picks.length - picks.filter(isCounted).length,
    withResult: results.length,
    losers: results.filter(({ profit }) => profit < 0).length,
    means:
      results.length === 0
        ? null
        : { profit: meanOf('profit'), stock: meanOf('stock'), cash: meanOf('cash') },
  }
}
