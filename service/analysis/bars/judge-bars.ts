/**
 * Whether daily bars say anything about today. Everything that is made of bars goes through here: trends, sentiment, rank,
 * levels, the 52-week range, rules, realised volatility. Nothing else asks how old or how good they are.
 */
import type { UnknownReason } from '#contract/responses/unknown.ts'
import type { Bars, Chain, Day } from '#service/markets/market.ts'
import { noBars } from '#service/markets/no-bars.ts'
import { config } from '../config.ts'
import { scaleBefore, splitsIn, type Split } from './splits.ts'
import { splitSince } from './split-since.ts'

/** Reasons to refuse bars. */
export type BarsReason = Extract<
  UnknownReason,
  'no-bars' | 'old-bars' | 'too-few-bars' | 'flat-bars' | 'unresolved-split'
>

/** Bars for calculations. With a `reason` every column is empty, so that they cannot be used by mistake. */
export type JudgedBars = Bars & {
  /** Null if the bars are good. */
  readonly reason: BarsReason | null
  /** Day and close (dollars) of the last bar the source gave, good or not; null if it gave none. */
  readonly lastDay: Day | null
  readonly lastClose: number | null
  /** Adjustments made to prices and volumes, oldest first. */
  readonly splits: readonly Split[]
}

export type JudgedBy = {
  /** The latest closed session: `latestClosedSession(market.now())`. A bar of it or of a later day is current. */
  readonly lastSession: Day
  /** Option quotes of the same symbol: a split that the bars do not know yet shows in them. */
  readonly chain?: Chain | undefined
  /** Last price, dollars: a witness where chain and bars contradict one another. */
  readonly price?: number | undefined
}

const refused = (bars: Bars, reason: BarsReason): JudgedBars => ({
  ...noBars,
  reason,
  lastDay: bars.date.at(-1) ?? null,
  lastClose: bars.close.at(-1) ?? null,
  splits: [],
})

/** Whether the close has not moved at all over the last bars: a halt, or a source that repeats itself. */
const isFlat = (close: Float64Array): boolean => {
  const last = close.at(-1)!
  return close.subarray(-config.bars.flat).every((value) => value === last)
}

/**
 * Validates bars and adjusts them for splits. Reasons to refuse, in this order: no bars; the last is older
 * than the last closed session; fewer than the shortest trend needs; the price does not move; a jump that
 * looks like a split is neither confirmed nor refuted.
 */
export const judgeBars = (bars: Bars | undefined, { lastSession, chain, price }: JudgedBy): JudgedBars => {
  const lastDay = bars?.date.at(-1)
  if (!bars || lastDay === undefined) return refused(noBars, 'no-bars')
  if (lastDay < lastSession) return refused(bars, 'old-bars')
  if (bars.close.length < config.bars.least) return refused(bars, 'too-few-bars')
  if (isFlat(bars.close)) return refused(bars, 'flat-bars')
  const inside = splitsIn(bars)
  if (!inside) return refused(bars, 'unresolved-split')
  const since = splitSince(inside.bars, chain, price)
  if (since === 'unresolved') return refused(bars, 'unresolved-split')
  const { length } = bars.close
  return {
    ...(since === undefined ? inside.bars : scaleBefore(inside.bars, length, since.factor)),
    reason: null,
    lastDay,
    lastClose: bars.close.at(-1)! / (since?.factor ?? 1),
    splits: since === undefined ? inside.splits : [...inside.splits, since],
  }
}
