/**
 * Detects splits for which daily bars are not adjusted, and distinguishes them from real price
 * moves. Conditions of a split:
 *
 * - The open matches a ratio of a short list. The tolerance is three daily standard deviations of
 *   the stock, clamped to 3 % to 6 %, so that no jump matches two ratios.
 * - The day is ordinary: dollar volume and range are near the usual ones. On a day with a real move
 *   of that size, both are a multiple of the usual ones.
 * - Afterwards, share volume stays changed by the ratio. After a real move it returns to the usual
 *   volume.
 * - The price does not return to the old scale.
 *
 * If all conditions hold, the split is confirmed. A far higher dollar volume, or a temporary burst
 * of share volume, refutes it. Any other jump is unresolved, and its bars are refused. A ratio
 * below 2.5 for 1 could be a real move, so it needs more evidence: a larger change of share volume;
 * and if it is not confirmed and the open is more than 4 % off the ratio, it counts as a real move.
 * A jump by more than a factor of 2.5 that matches no ratio is unresolved unless dollar volume is
 * very high. Ratios below 3:2 are not detected, because earnings reports often move stocks by a
 * fifth.
 */
import type { Bars, Day } from '#service/markets/market.ts'
import { config } from '../config.ts'
import { median } from '../median.ts'

/**
 * `factor` new shares replace one old share (4; 0.1 in a reverse split) from the open of `day` on.
 */
export type Split = { readonly day: Day; readonly factor: number }

/**
 * Returns the split factor whose ratio is within `tolerance` (log scale) of a price quotient, or
 * `undefined`.
 */
export const splitFactorNear = (quotient: number, tolerance: number): number | undefined => {
  for (const ratio of config.bars.split.ratios) {
    const factor = quotient > 1 ? ratio : 1 / ratio
    if (Math.abs(Math.log(quotient / factor)) <= tolerance) return factor
  }
  return undefined
}

/** Measurements of a jump's bar relative to the bars around it. */
type JumpMeasures = {
  /** Three daily standard deviations of the bars before, clamped to the configured bounds. */
  readonly tolerance: number
  /** Dollar volume of the day over the median before; NaN without volume. */
  readonly dollarVolumeRatio: number
  /** Relative range of the day over the median before. */
  readonly rangeRatio: number
  /** Share volume of the day over the median before; NaN without volume. */
  readonly volumeRatio: number
  /**
   * Median share volume after the day over the median before; NaN without volume or if too few days
   * follow.
   */
  readonly volumeRatioAfter: number
  /**
   * Whether a close of the next `reversalDays` bars is nearer to the old price than to the new one.
   */
  readonly isReversed: boolean
}

const measureJump = ({ open, high, low, close, volume }: Bars, index: number): JumpMeasures => {
  const { days, minAfter, tolerance, minRange, reversalDays } = config.bars.split
  const start = Math.max(0, index - days)
  const dollarVolumes = volume.slice(start, index).map((volumeOfDay, i) => volumeOfDay * close[start + i]!)
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
    dollarVolumeRatio:
      usualVolume > 0 ? (volume[index]! * close[index]!) / median(dollarVolumes) : Number.NaN,
    rangeRatio: (high[index]! - low[index]!) / close[index]! / Math.max(minRange, median(ranges)),
    volumeRatio: usualVolume > 0 ? volume[index]! / usualVolume : Number.NaN,
    volumeRatioAfter:
      usualVolume > 0 && volumeAfter.length >= minAfter ? median(volumeAfter) / usualVolume : Number.NaN,
    isReversed: close
      .subarray(index, index + 1 + reversalDays)
      .some((value) => Math.sign(value - midpoint) !== direction),
  }
}

/** Whether a real price move can have the size of this split. */
const isSmall = (factor: number): boolean => Math.max(factor, 1 / factor) < config.bars.split.largeJump

/** Whether price, range and volume confirm a split by `factor`. */
const isConfirmed = (
  { dollarVolumeRatio, rangeRatio, volumeRatio, volumeRatioAfter, isReversed }: JumpMeasures,
  factor: number,
): boolean => {
  const { quiet, persistence, burst } = config.bars.split
  const minExponent = isSmall(factor) ? persistence.small : persistence.large
  if (isReversed || !(rangeRatio <= quiet.range)) return false
  // The exponent is 1 if volume changes by the factor, 0 if it is unchanged.
  const matchesFactor = (ratio: number): boolean => {
    const exponent = Math.log(ratio) / Math.log(factor)
    return exponent >= minExponent && exponent <= persistence.max
  }
  if (Number.isNaN(volumeRatioAfter))
    return (
      dollarVolumeRatio >= 1 / quiet.lastDollars &&
      dollarVolumeRatio <= quiet.lastDollars &&
      matchesFactor(volumeRatio)
    )
  return (
    dollarVolumeRatio <= quiet.dollars &&
    volumeRatio <= burst * volumeRatioAfter &&
    matchesFactor(volumeRatioAfter)
  )
}

/**
 * Whether volume shows a real price move: a far higher dollar volume, or a temporary burst of share
 * volume.
 */
const isRefuted = (
  { dollarVolumeRatio, rangeRatio, volumeRatio, volumeRatioAfter }: JumpMeasures,
  factor: number,
): boolean => {
  const { burst, real, persistence } = config.bars.split
  const threshold = isSmall(factor) ? real.small : real.large
  if (
    dollarVolumeRatio >= threshold.sure ||
    (dollarVolumeRatio >= threshold.likely && rangeRatio >= real.range)
  )
    return true
  const exponent = Math.log(volumeRatioAfter) / Math.log(factor)
  const isTemporary = exponent < persistence.faded || (isSmall(factor) && rangeRatio >= real.range)
  return volumeRatio >= burst && volumeRatio >= burst * volumeRatioAfter && isTemporary
}

/**
 * Classifies the bar at `index`: a split's factor, `undefined` for a bar without split, or an
 * unexplained jump.
 */
const classifyJump = (bars: Bars, index: number): number | 'unresolved' | undefined => {
  const { minJump, minBefore, largeJump, real, tolerance } = config.bars.split
  const previousClose = bars.close[index - 1]!
  const quotient = previousClose / bars.open[index]!
  const jump = Math.max(Math.abs(Math.log(quotient)), Math.abs(Math.log(previousClose / bars.close[index]!)))
  if (jump < Math.log(minJump)) return undefined
  const measures = measureJump(bars, index)
  const lacksHistory = index < minBefore
  const factor = splitFactorNear(quotient, lacksHistory ? tolerance.max : measures.tolerance)
  if (factor === undefined)
    return jump < Math.log(largeJump) || (!lacksHistory && measures.dollarVolumeRatio >= real.large.sure)
      ? undefined
      : 'unresolved'
  if (lacksHistory) return 'unresolved'
  if (isConfirmed(measures, factor)) return factor
  const isImprecise = isSmall(factor) && Math.abs(Math.log(quotient / factor)) > tolerance.small
  return isImprecise || isRefuted(measures, factor) ? undefined : 'unresolved'
}

/** Returns bars whose prices before index `end` are divided by `factor`, and volumes multiplied. */
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

/** Returns the bars from index `start` on. */
export const tailOf = (bars: Bars, start: number): Bars => ({
  date: bars.date.slice(start),
  open: bars.open.slice(start),
  high: bars.high.slice(start),
  low: bars.low.slice(start),
  close: bars.close.slice(start),
  volume: bars.volume.slice(start),
})

/**
 * Returns the bars adjusted to the scale of the last bar, and the splits that it has adjusted for,
 * oldest first. At an unresolved jump, drops the bars before it if the jump is in the first days or
 * enough bars follow it; otherwise returns `undefined`.
 */
export const removeSplits = (original: Bars): { bars: Bars; splits: readonly Split[] } | undefined => {
  let bars = original
  const splits: Split[] = []
  const { minBefore } = config.bars.split
  // Newest first, so that the bars after each jump already have one scale.
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
