/**
 * Validation of daily bars. All figures from bars use its result: trends, sentiment, IV rank,
 * levels, the 52-week range, rules, realised volatility. No other module checks the age or quality of bars.
 */
import type { UnknownReason } from '#contract/responses/unknown.ts'
import type { Bars, Chain, Day } from '#service/markets/market.ts'
import { noBars } from '#service/markets/no-bars.ts'
import { config } from '../config.ts'
import { scaleBefore, removeSplits, type Split } from './splits.ts'
import { findSplitAfterBars } from './split-after-bars.ts'

/** Reasons to refuse bars. */
export type BarsReason = Extract<
  UnknownReason,
  'no-bars' | 'old-bars' | 'too-few-bars' | 'flat-bars' | 'unresolved-split'
>

/**
 * Result of the validation. If the bars are refused, every column is empty, so that no figure can
 * use them.
 */
export type ValidatedBars = Bars & {
  /** Reason why the bars are refused; null if they are accepted. */
  readonly reason: BarsReason | null
  /** Day of the source's last bar, even if the bars are refused; null without bars. */
  readonly lastDay: Day | null
  /**
   * Close of the source's last bar, dollars, even if the bars are refused; null without bars. Adjusted
   * for a split after the bars.
   */
  readonly lastClose: number | null
  /** Splits for which prices and volumes have been adjusted, oldest first. */
  readonly splits: readonly Split[]
}

export type ValidationContext = {
  /**
   * The latest closed session: `latestClosedSession(market.now())`. Bars must include it or a later
   * day.
   */
  readonly lastSession: Day
  /** Option quotes of the same symbol. They show a split that is not in the bars yet. */
  readonly chain?: Chain | undefined
  /**
   * Last price, dollars. It decides which of chain and bars is right if they contradict each other.
   */
  readonly price?: number | undefined
}

const refuseBars = (bars: Bars, reason: BarsReason): ValidatedBars => ({
  ...noBars,
  reason,
  lastDay: bars.date.at(-1) ?? null,
  lastClose: bars.close.at(-1) ?? null,
  splits: [],
})

/**
 * Whether the latest closes are all equal: trading is halted, or the source repeats its last bar.
 */
const isFlat = (close: Float64Array): boolean => {
  const lastClose = close.at(-1)!
  return close.subarray(-config.bars.flatBars).every((value) => value === lastClose)
}

/**
 * Validates bars and adjusts them for splits. The checks, in this order: there are bars; the last
 * bar is not older than the latest closed session; there are enough bars for the shortest trend;
 * the price moves; every jump that looks like a split is either confirmed or refuted;
 * the chain does not contradict the bars.
 */
export const validateBars = (
  bars: Bars | undefined,
  { lastSession, chain, price }: ValidationContext,
): ValidatedBars => {
  const lastDay = bars?.date.at(-1)
  if (!bars || lastDay === undefined) return refuseBars(noBars, 'no-bars')
  if (lastDay < lastSession) return refuseBars(bars, 'old-bars')
  if (bars.close.length < config.bars.minBars) return refuseBars(bars, 'too-few-bars')
  if (isFlat(bars.close)) return refuseBars(bars, 'flat-bars')
  const adjusted = removeSplits(bars)
  if (!adjusted) return refuseBars(bars, 'unresolved-split')
  const splitAfterBars = findSplitAfterBars(adjusted.bars, chain, price)
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
