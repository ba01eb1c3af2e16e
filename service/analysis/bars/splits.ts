/**
 * Detection of unadjusted splits in daily bars, and their distinction from crashes and jumps:
 *
 * - a split's ratio is in a short list, and the open matches it: within three of the stock's own daily
 * deviations, at least 3 % and at most 6 %, so that no jump fits two ratios;
 * - its day is an ordinary one: dollar volume and range are near those of the weeks before. A crash to a half
 * or a doubling comes with a multiple of the usual volume and a wide range;
 * - afterwards share volume is multiplied by the ratio permanently; after news it falls back;
 * - the price does not return to the old scale.
 *
 * If all conditions hold a split is confirmed; an extraordinary day refutes it; anything else is unresolved,
 * and such bars are refused. A ratio below 2.5 for 1 could be a crash, so it needs more evidence: more
 * volume, and an open more than 4 % off is not treated as unresolved. A jump of more than 2.5 times that fits
 * no ratio and has no volume is unresolved too. Ratios below 3:2 are not detected: ordinary reports move
 * stocks by a fifth.
 */
import type { Bars, Day } from '#service/markets/market.ts'
import { config } from '../config.ts'
import { median } from '../median.ts'

/** `factor` new shares for one old (4, or 0.1 for a reverse split) from the open of `day` on. */
export type Split = { readonly day: Day; readonly factor: number }

/** The ratio of the list within `tolerance` (log scale) of a price quotient. */
export const splitFactorNear = (quotient: number, tolerance: number): number | undefined => {
  for (const ratio of config.bars.split.ratios) {
    const factor = quotient > 1 ? ratio : 1 / ratio
    if (Math.abs(Math.log(quotient / factor)) <= tolerance) return factor
  }
  return undefined
}

/** The bar of a jump compared with the bars around it. */
type JumpContext = {
  /** Three daily deviations of the weeks before, limited to the configured minimum and maximum. */
  readonly tolerance: number
  /** Dollar volume and relative range of the day over their medians before; NaN without volume. */
  readonly dollars: number
  readonly range: number
  /** Shares of the day, and median shares after it, over the median before; the latter NaN if too few days follow. */
  readonly shares: number
  readonly sharesAfter: number
  /** Whether a close soon after is nearer to the old price than to the new one. */
  readonly isReversed: boolean
}

const describeJump = ({ open, high, low, close, volume }: Bars, index: number): JumpContext => {
  const { days, minAfter, tolerance, minRange, returnDays } = config.bars.split
  const start = Math.max(0, index - days)
  const dollars = volume.slice(start, index).map((volumeOfDay, i) => volumeOfDay * close[start + i]!)
  const ranges = high.slice(start, index).map((dayHigh, i) => (dayHigh - low[start + i]!) / close[start + i]!)
  let squares = 0
  for (let i = start + 1; i < index; i++) squares += Math.log(close[i]! / close[i - 1]!) ** 2
  const deviation = Math.sqrt(squares / Math.max(1, index - start - 1))
  const volumeAfter = volume.subarray(index + 1, index + 1 + days)
  const usualVolume = median(volume.subarray(start, index))
  const midpoint = Math.sqrt(open[index]! * close[index - 1]!)
  const direction = Math.sign(open[index]! - midpoint)
  return {
    tolerance: Math.min(tolerance.max, Math.max(tolerance.min, 3 * deviation)),
    dollars: usualVolume > 0 ? (volume[index]! * close[index]!) / median(dollars) : Number.NaN,
    range: (high[index]! - low[index]!) / close[index]! / Math.max(minRange, median(ranges)),
    shares: usualVolume > 0 ? volume[index]! / usualVolume : Number.NaN,
    sharesAfter:
      usualVolume > 0 && volumeAfter.length >= minAfter ? median(volumeAfter) / usualVolume : Number.NaN,
    isReversed: close
      .subarray(index, index + 1 + returnDays)
      .some((value) => Math.sign(value - midpoint) !== direction),
  }
}

/** Whether a crash or a jump of the price could have the same size. */
const isSmall = (factor: number): boolean => Math.max(factor, 1 / factor) < config.bars.split.largeJump

/** Whether volume confirms a split by `factor`. */
const isConfirmed = (
  { dollars, range, shares, sharesAfter, isReversed }: JumpContext,
  factor: number,
): boolean => {
  const { quiet, persistence, burst } = config.bars.split
  const minExponent = isSmall(factor) ? persistence.small : persistence.large
  if (isReversed || !(range <= quiet.range)) return false
  // The exponent is 1 if volume is multiplied by the factor, 0 if it is unchanged.
  const matchesFactor = (ratio: number): boolean => {
    const exponent = Math.log(ratio) / Math.log(factor)
    return exponent >= minExponent && exponent <= persistence.max
  }
  if (Number.isNaN(sharesAfter))
    return dollars >= 1 / quiet.lastDollars && dollars <= quiet.lastDollars && matchesFactor(shares)
  return dollars <= quiet.dollars && shares <= burst * sharesAfter && matchesFactor(sharesAfter)
}

/** Whether volume shows a real price move: far more dollars than usual, or a temporary burst of shares. */
const isRefuted = ({ dollars, range, shares, sharesAfter }: JumpContext, factor: number): boolean => {
  const { burst, real, persistence } = config.bars.split
  const threshold = isSmall(factor) ? real.small : real.large
  if (dollars >= threshold.sure || (dollars >= threshold.likely && range >= real.range)) return true
  const exponent = Math.log(sharesAfter) / Math.log(factor)
  const isTemporary = exponent < persistence.faded || (isSmall(factor) && range >= real.range)
  return shares >= burst && shares >= burst * sharesAfter && isTemporary
}

/** Classifies the bar at `index`: the factor of a split, `undefined` for an ordinary bar, or an unexplained jump. */
const classifyJump = (bars: Bars, index: number): number | 'unresolved' | undefined => {
  const { minJump, minBefore, largeJump, real, tolerance } = config.bars.split
  const previousClose = bars.close[index - 1]!
  const quotient = previousClose / bars.open[index]!
  const jump = Math.max(Math.abs(Math.log(quotient)), Math.abs(Math.log(previousClose / bars.close[index]!)))
  if (jump < Math.log(minJump)) return undefined
  const context = describeJump(bars, index)
  const lacksHistory = index < minBefore
  const factor = splitFactorNear(quotient, lacksHistory ? tolerance.max : context.tolerance)
  if (factor === undefined)
    return jump < Math.log(largeJump) || (!lacksHistory && context.dollars >= real.large.sure)
      ? undefined
      : 'unresolved'
  if (lacksHistory) return 'unresolved'
  if (isConfirmed(context, factor)) return factor
  const isImprecise = isSmall(factor) && Math.abs(Math.log(quotient / factor)) > tolerance.small
  return isImprecise || isRefuted(context, factor) ? undefined : 'unresolved'
}

/** Scales all bars before index `end` to the scale after a split: prices divided, volumes multiplied. */
export const scaleBefore = (bars: Bars, end: number, factor: number): Bars => {
  const scaled = (column: Float64Array, multiplier: number): Float64Array =>
    column.map((value, index) => (index < end ? value * multiplier : value))
  return {
    date: bars.date,
    open: scaled(bars.open, 1 / factor),
    high: scaled(bars.high, 1 / factor),
    low: scaled(bars.low, 1 / factor),
    close: scaled(bars.close, 1 / factor),
    volume: scaled(bars.volume, factor),
  }
}

/** The bars from index `start`. */
export const tailOf = (bars: Bars, start: number): Bars => ({
  date: bars.date.slice(start),
  open: bars.open.slice(start),
  high: bars.high.slice(start),
  low: bars.low.slice(start),
  close: bars.close.slice(start),
  volume: bars.volume.slice(start),
})

/**
 * Returns the bars on the scale of the last one, and the splits removed, oldest first; undefined if a jump looks like
 * a split but is not confirmed. If such a jump is old enough, or in the first days, the bars before it are dropped
 * instead.
 */
export const splitsIn = (original: Bars): { bars: Bars; splits: readonly Split[] } | undefined => {
  let bars = original
  const splits: Split[] = []
  const { minBefore } = config.bars.split
  // Newest first, so that the bars after a jump are already on one scale.
  for (let index = original.close.length - 1; index > 0; index--) {
    const factor = classifyJump(bars, index)
    if (factor === 'unresolved') {
      const canDropOlderBars =
        index < minBefore || original.close.length - index >= config.bars.sufficientBars
      return canDropOlderBars ? { bars: tailOf(bars, index), splits } : undefined
    }
    if (factor === undefined) continue
    bars = scaleBefore(bars, index, factor)
    splits.unshift({ day: bars.date[index]!, factor })
  }
  return { bars, splits }
}
