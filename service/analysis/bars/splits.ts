/**
 * Splits that the source has left in daily bars, told from crashes and jumps by rule:
 *
 * - a split's ratio is one of a short list, and the open stands at it exactly: within three of the stock's own daily
 *   deviations, at least 3 % and at most 6 %, so that no jump fits two ratios;
 * - its day is an ordinary one: dollars traded and the day's range are about those of the weeks before. A crash to a half
 *   or a leap to the double is made by a multiple of the usual trade within a wide range;
 * - from then on shares traded are multiplied by the ratio, and stay so; after news they fall back;
 * - the price does not return to the old scale.
 *
 * All of it confirms a split, an extraordinary day refutes it, and what does neither is left unresolved: nothing is made of
 * such bars. Less than 2.5 for 1 could be a crash, so it takes more to confirm one: more of the volume, and it is left alone, not
 * unresolved, where the open is more than 4 % off. A leap of more than 2.5 times that fits no ratio and that nobody traded is unresolved too. Ratios below 3:2 are left
 * out: ordinary reports move stocks by a fifth. A split of that size therefore stays in the bars.
 */
import type { Bars, Day } from '#service/markets/market.ts'
import { config } from '../config.ts'
import { median } from '../median.ts'

/** `factor` new shares for one old (4, or 0.1 for a reverse split) from the open of `day` on. */
export type Split = { readonly day: Day; readonly factor: number }

/** The ratio of the list a price has been divided by, where it is within `tolerance` (of logarithms) of one. */
export const splitFactorNear = (divided: number, tolerance: number): number | undefined => {
  for (const ratio of config.bars.split.ratios) {
    const factor = divided > 1 ? ratio : 1 / ratio
    if (Math.abs(Math.log(divided / factor)) <= tolerance) return factor
  }
  return undefined
}

/** How the day of a jump compares with the days around it. */
type Around = {
  /** Three daily deviations of the weeks before, between the least and the most that is allowed. */
  readonly tolerance: number
  /** Dollars traded and relative range of the day over the medians before; NaN without volume. */
  readonly dollars: number
  readonly range: number
  /** Shares of the day and median shares after it over the median before; the latter NaN where too few days followed. */
  readonly shares: number
  readonly sharesAfter: number
  /** Whether a close soon after is nearer to the old price than to the new one. */
  readonly returns: boolean
}

const around = ({ open, high, low, close, volume }: Bars, at: number): Around => {
  const { days, leastAfter, tolerance, leastRange, returnDays } = config.bars.split
  const from = Math.max(0, at - days)
  const dollars = volume.slice(from, at).map((shares, i) => shares * close[from + i]!)
  const ranges = high.slice(from, at).map((top, i) => (top - low[from + i]!) / close[from + i]!)
  let squares = 0
  for (let i = from + 1; i < at; i++) squares += Math.log(close[i]! / close[i - 1]!) ** 2
  const deviation = Math.sqrt(squares / Math.max(1, at - from - 1))
  const after = volume.subarray(at + 1, at + 1 + days)
  const usual = median(volume.subarray(from, at))
  const middle = Math.sqrt(open[at]! * close[at - 1]!)
  const side = Math.sign(open[at]! - middle)
  return {
    tolerance: Math.min(tolerance.most, Math.max(tolerance.least, 3 * deviation)),
    dollars: usual > 0 ? (volume[at]! * close[at]!) / median(dollars) : Number.NaN,
    range: (high[at]! - low[at]!) / close[at]! / Math.max(leastRange, median(ranges)),
    shares: usual > 0 ? volume[at]! / usual : Number.NaN,
    sharesAfter: usual > 0 && after.length >= leastAfter ? median(after) / usual : Number.NaN,
    returns: close.subarray(at, at + 1 + returnDays).some((value) => Math.sign(value - middle) !== side),
  }
}

/** Whether a crash or a leap of the price could be as large. */
const isSmall = (factor: number): boolean => Math.max(factor, 1 / factor) < config.bars.split.large

/** Whether trade says that it was a split by `factor`. */
const confirms = ({ dollars, range, shares, sharesAfter, returns }: Around, factor: number): boolean => {
  const { quiet, persistence, burst } = config.bars.split
  const least = isSmall(factor) ? persistence.small : persistence.large
  if (returns || !(range <= quiet.range)) return false
  // 1 where shares have multiplied as the split says, 0 where they are as before.
  const follows = (ratio: number): boolean => {
    const exponent = Math.log(ratio) / Math.log(factor)
    return exponent >= least && exponent <= persistence.most
  }
  if (Number.isNaN(sharesAfter))
    return dollars >= 1 / quiet.lastDollars && dollars <= quiet.lastDollars && follows(shares)
  return dollars <= quiet.dollars && shares <= burst * sharesAfter && follows(sharesAfter)
}

/** Whether trade says that the price really moved so: far more dollars than usual, or a burst of shares that passed. */
const refutes = ({ dollars, range, shares, sharesAfter }: Around, factor: number): boolean => {
  const { burst, real, persistence } = config.bars.split
  const wanted = isSmall(factor) ? real.small : real.large
  if (dollars >= wanted.sure || (dollars >= wanted.likely && range >= real.range)) return true
  const follows = Math.log(sharesAfter) / Math.log(factor)
  const isOver = follows < persistence.passed || (isSmall(factor) && range >= real.range)
  return shares >= burst && shares >= burst * sharesAfter && isOver
}

/** What the bar at `at` is: the first after a split, nothing of the kind, or a jump that nothing explains. */
const splitAt = (bars: Bars, at: number): number | 'unresolved' | undefined => {
  const { least, leastBefore, large, real, tolerance } = config.bars.split
  const before = bars.close[at - 1]!
  const divided = before / bars.open[at]!
  const jump = Math.max(Math.abs(Math.log(divided)), Math.abs(Math.log(before / bars.close[at]!)))
  if (jump < Math.log(least)) return undefined
  const day = around(bars, at)
  const isNew = at < leastBefore
  const factor = splitFactorNear(divided, isNew ? tolerance.most : day.tolerance)
  if (factor === undefined)
    return jump < Math.log(large) || (!isNew && day.dollars >= real.large.sure) ? undefined : 'unresolved'
  if (isNew) return 'unresolved'
  if (confirms(day, factor)) return factor
  const isOff = isSmall(factor) && Math.abs(Math.log(divided / factor)) > tolerance.small
  return isOff || refutes(day, factor) ? undefined : 'unresolved'
}

/** The bars with everything before index `end` on the scale after a split: prices divided, volumes multiplied. */
export const scaleBefore = (bars: Bars, end: number, factor: number): Bars => {
  const scaled = (column: Float64Array, by: number): Float64Array =>
    column.map((value, index) => (index < end ? value * by : value))
  return {
    date: bars.date,
    open: scaled(bars.open, 1 / factor),
    high: scaled(bars.high, 1 / factor),
    low: scaled(bars.low, 1 / factor),
    close: scaled(bars.close, 1 / factor),
    volume: scaled(bars.volume, factor),
  }
}

/** The bars from index `from` on. */
export const tailOf = (bars: Bars, from: number): Bars => ({
  date: bars.date.slice(from),
  open: bars.open.slice(from),
  high: bars.high.slice(from),
  low: bars.low.slice(from),
  close: bars.close.slice(from),
  volume: bars.volume.slice(from),
})

/**
 * The bars on the scale of the last one, and the splits taken out, oldest first; undefined where a jump looks like a split
 * that nothing confirms. What lies before such a jump of long ago, or of the first days, is left out instead.
 */
export const splitsIn = (given: Bars): { bars: Bars; splits: readonly Split[] } | undefined => {
  let bars = given
  const splits: Split[] = []
  const { leastBefore } = config.bars.split
  // From the end, so that what follows a jump is already on one scale.
  for (let at = given.close.length - 1; at > 0; at--) {
    const found = splitAt(bars, at)
    if (found === 'unresolved') {
      const isDispensable = at < leastBefore || given.close.length - at >= config.bars.enough
      return isDispensable ? { bars: tailOf(bars, at), splits } : undefined
    }
    if (found === undefined) continue
    bars = scaleBefore(bars, at, found)
    splits.unshift({ day: bars.date[at]!, factor: found })
  }
  return { bars, splits }
}
