/**
 * Support and resistance: pivots of the last year, merged where they stand within half an ATR of each other,
 * weighed by touches, recency and traded volume, dropped where price has lately gone through them again and again.
 */
import type { Bars, Day } from '#service/markets/market.ts'
import { yearBegin } from '#service/analysis/bars/year-range.ts'
import { config } from '#service/analysis/config.ts'
import { atr, historicalVolatility } from './indicators.ts'

/** A price where trading turned before. */
export type PriceLevel = {
  readonly value: number
  /** Of the last touch. */
  readonly day: Day
  /** How often price has turned there within the window. */
  readonly touches: number
  /** Touches weighed by recency and volume. */
  readonly strength: number
}
export type Levels = { readonly support: readonly PriceLevel[]; readonly resistance: readonly PriceLevel[] }

type Pivot = { readonly price: number; readonly index: number }

/** Bars whose high (low) no neighbour on either side exceeds; equal neighbours count once, at the first. */
const pivotsOf = (values: Float64Array, first: number, reach: number, sign: 1 | -1): Pivot[] => {
  const found: Pivot[] = []
  for (let i = first + reach; i < values.length - reach; i++) {
    const price = values[i]!
    let isPivot = true
    for (let j = 1; j <= reach && isPivot; j++) {
      isPivot = sign * (price - values[i - j]!) > 0 && sign * (price - values[i + j]!) >= 0
    }
    if (isPivot) found.push({ price, index: i })
  }
  return found
}

/** Neighbouring pivots as groups, none wider than `width`. */
const clustersOf = (pivots: readonly Pivot[], width: number): Pivot[][] => {
  const sorted = pivots.toSorted((a, b) => a.price - b.price || a.index - b.index)
  const groups: Pivot[][] = []
  for (const pivot of sorted) {
    const group = groups.at(-1)
    if (group && pivot.price - group[0]!.price <= width) group.push(pivot)
    else groups.push([pivot])
  }
  return groups
}

/** How often closes have lately gone from one side of a level to the other, all the way through its band. */
const crossings = (close: Float64Array, level: number, band: number): number => {
  let count = 0
  let side = 0
  for (let i = Math.max(0, close.length - config.levels.crossingBars); i < close.length; i++) {
    const beyond = close[i]! - level
    if (Math.abs(beyond) <= band) continue
    if (side * beyond < 0) count++
    side = beyond
  }
  return count
}

/** The bars that are looked at, from `first` on, the shares traded in them, and how far apart pivots of one level may be. */
type Window = { readonly bars: Bars; readonly first: number; readonly traded: number; readonly width: number }

const windowOf = (bars: Bars, width: number): Window => {
  const first = yearBegin(bars)
  let traded = 0
  for (let i = first; i < bars.close.length; i++) traded += bars.volume[i]!
  return { bars, first, traded, width }
}

/** Pivots of one level: their mean, their last day, how many and how strong they are. */
const weighed = (group: readonly Pivot[], { bars, first, traded }: Window): PriceLevel => {
  const { volume, date } = bars
  const count = date.length
  let prices = 0
  let weight = 0
  let shares = 0
  let touched = 0
  for (const { price, index } of group) {
    prices += price
    weight += 0.5 ** ((count - 1 - index) / config.levels.recencyHalfLife)
    shares += volume[index]!
    touched = Math.max(touched, index)
  }
  return {
    value: prices / group.length,
    day: date[touched]!,
    touches: new Set(group.map((pivot) => pivot.index)).size,
    strength: weight * (1 + (traded > 0 ? (shares / traded) * (count - first) : 0)),
  }
}

/** The level a group of pivots makes; `undefined` where price has crossed it too often. */
const levelOf = (group: readonly Pivot[], window: Window): PriceLevel | undefined => {
  const level = weighed(group, window)
  return crossings(window.bars.close, level.value, window.width) < config.levels.maxCrossings
    ? level
    : undefined
}

/** The window's high or low as a level, with the pivots that returned to it. */
const extremeLevel = (
  values: Float64Array,
  index: number,
  pivots: readonly Pivot[],
  window: Window,
): PriceLevel => {
  const value = values[index]!
  const close = pivots.filter(({ price }) => Math.abs(price - value) <= window.width)
  const group = close.some((pivot) => pivot.index === index) ? close : [{ price: value, index }, ...close]
  return { ...weighed(group, window), value }
}

/** Where the window's high and low are; the last of several equal ones. */
const extremesOf = ({ bars: { high, low }, first }: Window): { top: number; bottom: number } => {
  let top = first
  let bottom = first
  for (let i = first; i < high.length; i++) {
    if (high[i]! >= high[top]!) top = i
    if (low[i]! <= low[bottom]!) bottom = i
  }
  return { top, bottom }
}

/** The strongest levels, and those further than `space` dollars from every stronger one. */
const spaced = (levels: readonly PriceLevel[], space: number): PriceLevel[] => {
  const kept: PriceLevel[] = []
  for (const level of levels.toSorted((a, b) => b.strength - a.strength))
    if (kept.every(({ value }) => Math.abs(value - level.value) > space)) kept.push(level)
  return kept
}

/** How far from `price` a level may lie, dollars: so many moves of one standard deviation. `volatility`: yearly, decimal. */
const reachOf = (close: Float64Array, price: number, volatility: number | undefined): number => {
  const { maxMoves, moveDays, realisedBars } = config.levels
  const bars = Math.min(realisedBars, close.length - 1)
  const yearly = volatility ?? historicalVolatility(close.subarray(-(bars + 1)), bars).at(-1)!
  return maxMoves * price * yearly * Math.sqrt(moveDays / config.daysPerYear)
}

/**
 * Levels around `price`, nearest first, at most five a side; of close neighbours the strongest. The window's
 * high and low are levels as well, on their side of the price. None is further away than three expected moves
 * of 60 days, by the 30-day implied `volatility`, or by the last 60 daily returns without one. Empty with 14
 * bars or less.
 */
export const levelsAround = (bars: Bars, price: number, volatility?: number): Levels => {
  const { high, low, close, date } = bars
  const settings = config.levels
  if (date.length <= settings.atrPeriod) return { support: [], resistance: [] }
  const range = atr(bars, settings.atrPeriod).at(-1)!
  const unit = range > 0 ? range : price * 0.01
  const width = settings.clusterAtr * unit
  const near = settings.minDistanceAtr * unit
  const far = reachOf(close, price, volatility)

  const window = windowOf(bars, width)
  const pivots = settings.pivotBars.flatMap((reach) => [
    ...pivotsOf(high, window.first, reach, 1),
    ...pivotsOf(low, window.first, reach, -1),
  ])
  const levels = clustersOf(pivots, width)
    .map((group) => levelOf(group, window))
    .filter((level) => level !== undefined)

  const side = (sign: 1 | -1, extreme: PriceLevel): PriceLevel[] => {
    const isWithin = (value: number, least: number): boolean =>
      value > 0 && sign * (value - price) > least && sign * (value - price) <= far
    const found = spaced(
      levels.filter(({ value }) => isWithin(value, near) && Math.abs(value - extreme.value) > width),
      settings.spaceAtr * unit,
    )
    // Levels with two turning points come first, nearest of them first; among those with one, the strongest.
    const chosen = found
      .toSorted(
        (a, b) =>
          Number(b.touches > 1) - Number(a.touches > 1) ||
          (a.touches > 1 ? sign * (a.value - b.value) : b.strength - a.strength),
      )
      .slice(0, settings.perSide - 1)
    if (isWithin(extreme.value, 0)) chosen.push(extreme)
    return chosen.toSorted((a, b) => sign * (a.value - b.value))
  }
  const { top, bottom } = extremesOf(window)
  return {
    support: side(-1, extremeLevel(low, bottom, pivots, window)),
    resistance: side(1, extremeLevel(high, top, pivots, window)),
  }
}
