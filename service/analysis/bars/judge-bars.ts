/**
 * Validation of daily bars. Everything computed from bars uses the result: trends, sentiment, rank, levels, the 52-week
 * range, rules, realised volatility. No other module checks the age or quality of bars.
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
  /** Day and close (dollars) of the source's last bar, even if the bars are refused; null without bars. */
  readonly lastDay: Day | null
  readonly lastClose: number | null
  /** Adjustments made to prices and volumes, oldest first. */
  readonly splits: readonly Split[]
}

export type JudgingContext = {
  /** The latest closed session: `latestClosedSession(market.now())`. A bar of it or of a later day is current. */
  readonly lastSession: Day
  /** Option quotes of the same symbol: they show a split that the bars do not include yet. */
  readonly chain?: Chain | undefined
  /** Last price, dollars: decides between chain and bars if they contradict each other. */
  readonly price?: number | undefined
}

const refuseBars = (bars: Bars, reason: BarsReason): JudgedBars => ({
  ...noBars,
  reason,
  lastDay: bars.date.at(-1) ?? null,
  lastClose: bars.close.at(-1) ?? null,
  splits: [],
})

/** Whether all recent closes are equal: trading is halted, or the source repeats its last bar. */
const isFlat = (close: Float64Array): boolean => {
  const lastClose = close.at(-1)!
  return close.subarray(-config.bars.flatBars).every((value) => value === lastClose)
}

/**
 * Validates bars and adjusts them for splits. Reasons to refuse, in this order: no bars; the last bar is older
 * than the last closed session; fewer bars than the shortest trend needs; the price does not move; a jump that
 * looks like a split is neither confirmed nor refuted.
 */
export const judgeBars = (
  bars: Bars | undefined,
  { lastSession, chain, price }: JudgingContext,
): JudgedBars => {
  const lastDay = bars?.date.at(-1)
  if (!bars || lastDay === undefined) return refuseBars(noBars, 'no-bars')
  if (lastDay < lastSession) return refuseBars(bars, 'old-bars')
  if (bars.close.length < config.bars.minBars) return refuseBars(bars, 'too-few-bars')
  if (isFlat(bars.close)) return refuseBars(bars, 'flat-bars')
  const adjusted = splitsIn(bars)
  if (!adjusted) return refuseBars(bars, 'unresolved-split')
  const splitAfterBars = splitSince(adjusted.bars, chain, price)
  if (splitAfterBars === 'unresolved') return refuseBars(bars, 'unresolved-split')
  const { length } = bars.close
  return {
    ...(splitAfterBars === undefined
      ? adjusted.bars
      : scaleBefore(adjusted.bars, length, splitAfterBars.factor)),
    reason: null,
    lastDay,
    lastClose: bars.close.at(-1)! / (splitAfterBars?.factor ?? 1),
    splits: splitAfterBars === undefined ? adjusted.splits : [...adjusted.splits, splitAfterBars],
  }
}
