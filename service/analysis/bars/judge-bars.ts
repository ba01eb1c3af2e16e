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

/** Why bars say nothing. */
export type BarsReason = Extract<
  UnknownReason,
  'no-bars' | 'old-bars' | 'too-few-bars' | 'flat-bars' | 'unresolved-split'
>

/** Bars to reckon with. Where there is a `reason` every column is empty, so that nothing can be made of them by mistake. */
export type JudgedBars = Bars & {
  /** Null where the bars are good. */
  readonly reason: BarsReason | null
  /** Day and close (dollars) of the last bar the source gave, good or not; null where it gave none. */
  readonly lastDay: Day | null
  readonly lastClose: number | null
  /** What was taken out of prices and volumes, oldest first. */
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
 * The bars, corrected for splits, or why nothing is made of them, in this order: there are none; the last is not of the
 * last closed session; there are fewer than the shortest trend takes; the price does not move; a jump that looks like a
 * split is neither confirmed nor refuted.
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
