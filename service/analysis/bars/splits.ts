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

/** Whether volume confirms a split by `factor`. */
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

/** Whether volume shows a real price move: far more dollars than usual, or a temporary burst of shares. */
const refutes = ({ dollars, range, shares, sharesAfter }: Around, factor: number): boolean => {
  const { burst, real, persistence } = config.bars.split
  const wanted = isSmall(factor) ? real.small : real.large
  if (dollars >= wanted.sure || (dollars >= wanted.likely && range >= real.range)) return true
  const follows = Math.log(sharesAfter) / Math.log(factor)
  const isOver = follows < persistence.passed || (isSmall(factor) && range >= real.range)
  return shares >= burst && shares >= burst * sharesAfter && isOver
}

/** Classifies the bar at `at`: the first after a split, an ordinary one, or an unexplained jump. */
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
 * The bars on the scale of the last one, and the splits taken out, oldest first; undefined if a jump looks like a split
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
