/**
 * Support and resistance: pivots of the last year, merged if they are within half an ATR of each other, weighted by
 * touches, recency and traded volume, and dropped if the price has recently crossed them several times.
 */
import type { Bars, Day } from '#service/markets/market.ts'
import { yearStartIndex } from '#service/analysis/bars/year-range.ts'
import { config } from '#service/analysis/config.ts'
import { atr, historicalVolatility } from './indicators.ts'

/** A price at which the trend reversed before. */
export type PriceLevel = {
  readonly value: number
  /** Day of the last touch. */
  readonly day: Day
  /** Number of reversals at this price within the window. */
  readonly touches: number
  /** Touches weighted by recency and volume. */
  readonly strength: number
}
export type Levels = { readonly support: readonly PriceLevel[]; readonly resistance: readonly PriceLevel[] }

type Pivot = { readonly price: number; readonly index: number }

/**
 * Finds bars whose high (sign 1) is above, or whose low (sign -1) is below, that of the
 * `neighbours` bars on either side. Of equal bars only the first counts.
 */
const pivotsOf = (values: Float64Array, first: number, neighbours: number, sign: 1 | -1): Pivot[] => {
  const pivots: Pivot[] = []
  for (let i = first + neighbours; i < values.length - neighbours; i++) {
    const price = values[i]!
    let isPivot = true
    for (let j = 1; j <= neighbours && isPivot; j++) {
      isPivot = sign * (price - values[i - j]!) > 0 && sign * (price - values[i + j]!) >= 0
    }
    if (isPivot) pivots.push({ price, index: i })
  }
  return pivots
}

/** Groups pivots with similar prices; no group is wider than `width` dollars. */
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

/**
 * Counts how often recent closes moved from beyond one side of a level's band to beyond the other.
 */
const countCrossings = (close: Float64Array, level: number, band: number): number => {
  let count = 0
  let lastDistance = 0
  for (let i = Math.max(0, close.length - config.levels.crossingBars); i < close.length; i++) {
    const distance = close[i]! - level
    if (Math.abs(distance) <= band) continue
    if (lastDistance * distance < 0) count++
    lastDistance = distance
  }
  return count
}

/** The last year of bars. */
type Window = {
  readonly bars: Bars
  /** Index of the first bar of the year. */
  readonly first: number
  /** Shares traded in the year. */
  readonly totalVolume: number
  /** Maximum distance between pivots of one level, dollars. */
  readonly width: number
}

const createWindow = (bars: Bars, width: number): Window => {
  const first = yearStartIndex(bars)
  let totalVolume = 0
  for (let i = first; i < bars.close.length; i++) totalVolume += bars.volume[i]!
  return { bars, first, totalVolume, width }
}

/** The level of a group of pivots: mean price, last day, number of touches and strength. */
const weightedLevel = (group: readonly Pivot[], { bars, first, totalVolume }: Window): PriceLevel => {
  const { volume, date } = bars
  const barCount = date.length
  let priceSum = 0
  let weight = 0
  let shares = 0
  let lastIndex = 0
  for (const { price, index } of group) {
    priceSum += price
    weight += 0.5 ** ((barCount - 1 - index) / config.levels.recencyHalfLife)
    shares += volume[index]!
    lastIndex = Math.max(lastIndex, index)
  }
  return {
    value: priceSum / group.length,
    day: date[lastIndex]!,
    touches: new Set(group.map((pivot) => pivot.index)).size,
    strength: weight * (1 + (totalVolume > 0 ? (shares / totalVolume) * (barCount - first) : 0)),
  }
}

/** The level of a group of pivots; `undefined` if the price has recently crossed it too often. */
const levelIfHolding = (group: readonly Pivot[], window: Window): PriceLevel | undefined => {
  const level = weightedLevel(group, window)
  return countCrossings(window.bars.close, level.value, window.width) < config.levels.maxCrossings
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
  const nearby = pivots.filter(({ price }) => Math.abs(price - value) <= window.width)
  const group = nearby.some((pivot) => pivot.index === index) ? nearby : [{ price: value, index }, ...nearby]
  return { ...weightedLevel(group, window), value }
}

/** Indexes of the window's high and low; of several equal ones, the last. */
const extremesOf = ({ bars: { high, low }, first }: Window): { top: number; bottom: number } => {
  let top = first
  let bottom = first
  for (let i = first; i < high.length; i++) {
    if (high[i]! >= high[top]!) top = i
    if (low[i]! <= low[bottom]!) bottom = i
  }
  return { top, bottom }
}

/** Selects levels by strength, and skips those within `minSpace` dollars of a stronger one. */
const selectSpaced = (levels: readonly PriceLevel[], minSpace: number): PriceLevel[] => {
  const selected: PriceLevel[] = []
  for (const level of levels.toSorted((a, b) => b.strength - a.strength))
    if (selected.every(({ value }) => Math.abs(value - level.value) > minSpace)) selected.push(level)
  return selected
}

/**
 * Maximum distance of a level from `price`, dollars: `maxMoves` standard deviations over
 * `moveDays`. `volatility` is a yearly decimal; default: the realised volatility.
 */
const maxDistanceOf = (close: Float64Array, price: number, volatility: number | undefined): number => {
  const { maxMoves, moveDays, realisedBars } = config.levels
  const bars = Math.min(realisedBars, close.length - 1)
  const yearly = volatility ?? historicalVolatility(close.subarray(-(bars + 1)), bars).at(-1)!
  return maxMoves * price * yearly * Math.sqrt(moveDays / config.daysPerYear)
}

/**
 * Returns the levels on each side of `price`, nearest first, at most five; of levels close to each
 * other only the strongest. The high and low of the window are levels as well. The maximum distance
 * from the price is three expected moves of 60 days, by the 30-day implied `volatility` or, by
 * default, the last 60 daily returns. With 14 bars or fewer there are no levels.
 */
export const levelsAround = (bars: Bars, price: number, volatility?: number): Levels => {
  const { high, low, close, date } = bars
  const settings = config.levels
  if (date.length <= settings.atrPeriod) return { support: [], resistance: [] }
  const range = atr(bars, settings.atrPeriod).at(-1)!
  const rangeUnit = range > 0 ? range : price * 0.01
  const width = settings.clusterAtr * rangeUnit
  const minDistance = settings.minDistanceAtr * rangeUnit
  const maxDistance = maxDistanceOf(close, price, volatility)

  const window = createWindow(bars, width)
  const pivots = settings.pivotBars.flatMap((neighbours) => [
    ...pivotsOf(high, window.first, neighbours, 1),
    ...pivotsOf(low, window.first, neighbours, -1),
  ])
  const levels = clustersOf(pivots, width)
    .map((group) => levelIfHolding(group, window))
    .filter((level) => level !== undefined)

  const selectSide = (sign: 1 | -1, extreme: PriceLevel): PriceLevel[] => {
    const isInRange = (value: number, minimum: number): boolean =>
      value > 0 && sign * (value - price) > minimum && sign * (value - price) <= maxDistance
    const candidates = selectSpaced(
      levels.filter(({ value }) => isInRange(value, minDistance) && Math.abs(value - extreme.value) > width),
      settings.spaceAtr * rangeUnit,
    )
    // Levels with two or more touches come first, by distance from the price; those with one follow, by strength.
    const selected = candidates
      .toSorted(
        (a, b) =>
          Number(b.touches > 1) - Number(a.touches > 1) ||
          (a.touches > 1 ? sign * (a.value - b.value) : b.strength - a.strength),
      )
      .slice(0, settings.perSide - 1)
    if (isInRange(extreme.value, 0)) selected.push(extreme)
    return selected.toSorted((a, b) => sign * (a.value - b.value))
  }
  const { top, bottom } = extremesOf(window)
  return {
    support: selectSide(-1, extremeLevel(low, bottom, pivots, window)),
    resistance: selectSide(1, extremeLevel(high, top, pivots, window)),
  }
}
