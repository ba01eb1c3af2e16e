/**
 * Support and resistance: pivots of the last year, merged where they stand within half an ATR of each other,
 * weighed by touches, recency and traded volume, dropped once price has crossed them too often.
 */
import type { Bars, Day } from '#service/market/market.ts'
import { config } from './config.ts'
import { atr } from './indicators.ts'

/** A price where trading turned before. */
export type PriceLevel = { readonly value: number; readonly day: Day; readonly strength: number }
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

const crossings = (close: Float64Array, level: number, from: number): number => {
  let count = 0
  let above = close[from]! > level
  for (let i = from + 1; i < close.length; i++) {
    const now = close[i]! > level
    if (now !== above) count++
    above = now
  }
  return count
}

/** The bars that are looked at, from `first` on, and the shares traded in them. */
type Window = { readonly bars: Bars; readonly first: number; readonly traded: number }

const windowOf = (bars: Bars): Window => {
  const first = Math.max(0, bars.close.length - config.levels.window)
  let traded = 0
  for (let i = first; i < bars.close.length; i++) traded += bars.volume[i]!
  return { bars, first, traded }
}

/** The level a group of pivots makes; `undefined` where price has crossed it too often since. */
const levelOf = (group: readonly Pivot[], { bars, first, traded }: Window): PriceLevel | undefined => {
  const { close, volume, date } = bars
  const { maxCrossings, recencyHalfLife } = config.levels
  const count = close.length
  const formed = group.reduce((least, pivot) => Math.min(least, pivot.index), count)
  const touched = group.reduce((latest, pivot) => Math.max(latest, pivot.index), 0)
  const value = group.reduce((sum, pivot) => sum + pivot.price, 0) / group.length
  if (crossings(close, value, formed) >= maxCrossings) return undefined
  let touches = 0
  let shares = 0
  for (const pivot of group) {
    touches += 0.5 ** ((count - 1 - pivot.index) / recencyHalfLife)
    shares += volume[pivot.index]!
  }
  const strength = touches * (1 + (traded > 0 ? (shares / traded) * (count - first) : 0))
  return { value, day: date[touched]!, strength }
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

/**
 * Levels around `price`, nearest first, at most five a side, the strongest kept. The window's high and low are
 * always levels, on the side where they stand.
 */
export const levelsAround = (bars: Bars, price: number): Levels => {
  const { high, low, date } = bars
  const settings = config.levels
  if (date.length <= settings.atrPeriod) return { support: [], resistance: [] }
  const range = atr(bars, settings.atrPeriod).at(-1)!
  const unit = range > 0 ? range : price * 0.01
  const width = settings.clusterAtr * unit
  const near = settings.minDistanceAtr * unit

  const window = windowOf(bars)
  const pivots = settings.pivotBars.flatMap((reach) => [
    ...pivotsOf(high, window.first, reach, 1),
    ...pivotsOf(low, window.first, reach, -1),
  ])
  const levels = clustersOf(pivots, width)
    .map((group) => levelOf(group, window))
    .filter((level) => level !== undefined)

  // The extreme is its own level; its day is the last time the price came back to it.
  const extremeAt = (value: number, index: number): PriceLevel => {
    const latest = pivots.reduce(
      (last, pivot) => (Math.abs(pivot.price - value) <= width ? Math.max(last, pivot.index) : last),
      index,
    )
    return { value, day: date[latest]!, strength: 1 }
  }
  const side = (sign: 1 | -1, extreme: PriceLevel): PriceLevel[] => {
    const beyond = (level: PriceLevel): boolean => level.value > 0 && sign * (level.value - price) > near
    const strongest = levels
      .filter((level) => beyond(level) && Math.abs(level.value - extreme.value) > width)
      .toSorted((a, b) => b.strength - a.strength)
      .slice(0, settings.perSide - 1)
    if (extreme.value > 0 && sign * (extreme.value - price) > 0) strongest.push(extreme)
    return strongest.toSorted((a, b) => sign * (a.value - b.value))
  }
  const { top, bottom } = extremesOf(window)
  return {
    support: side(-1, extremeAt(low[bottom]!, bottom)),
    resistance: side(1, extremeAt(high[top]!, top)),
  }
}
