/**
 * Geometry of the price chart, computed from data and size; the components only render it. They draw
 * it as SVG paths (chart-drawing.tsx).
 */
import type { History, HistoryRange, Level, Why } from '#contract/responses/resources.ts'
import type { BarWindow } from './bar-window.ts'
import {
  type Candle,
  candlesOf,
  isWeekly,
  type ChartEvent,
  eventsOf,
  type ConePoint,
  expectedCone,
  type ExpectedRange,
  type TrendBand,
  trendBand,
  trendBars,
} from './series.ts'
import {
  dayNumber,
  linearScale,
  priceDomain,
  priceTicks,
  type Scale,
  type DayTick,
  dayTicks,
  timeScale,
  type TimeScale,
} from './scales.ts'

/** Content of the chart. Prices in dollars, days `YYYY-MM-DD`. */
export type ChartInput = {
  history: History
  /** The visible bars of `history`. */
  window: BarWindow
  levels: Why['supportAndResistance']
  /** Last price; null if nothing has traded. */
  last: number | null
  /** Expected price range at the expiry, where the cone ends; null if there is none. */
  expected: ExpectedRange | null
  /** Prices of the selected contract; null without one. */
  contract: { strike: number; breakeven: number } | null
  /** Days on which a rule matched. */
  signals: readonly { day: string; rising: boolean }[]
  earnings: string | null
  exDividend: string | null
  showCandles: boolean
  showVolume: boolean
  showTrend: boolean
}

/** Size of the drawing and of the gutter for the price labels, pixels. */
export type ChartSize = {
  width: number
  height: number
  gutter: number
  /** The gutter is at the left: in right-to-left languages. */
  gutterAtLeft: boolean
  /** Root font size divided by 16 px. */
  textScale: number
}

export type ChartLevel = Level & { kind: 'R' | 'S' }
/** Position of a rule match in pixels: below its bar if bullish (`rising`), above it if bearish. */
export type SignalMark = { day: string; rising: boolean; x: number; y: number }

export type ChartModel = {
  history: History
  /** Days since 1970 of the bars, ascending. */
  days: readonly number[]
  window: BarWindow
  /** The last bar is visible. */
  showsLastBar: boolean
  priceDomain: [number, number]
  /** Edges of the plot, pixels; prices are above `base`, volumes below it. */
  plot: { left: number; right: number; top: number; bottom: number; base: number }
  x: TimeScale
  y: Scale
  /** Candles of the visible bars; of weeks if `weekly`. */
  candles: readonly Candle[]
  weekly: boolean
  asCandles: boolean
  volume: boolean
  prices: number[]
  dayTicks: DayTick[]
  cone: ConePoint[]
  bands: { oneMonth: TrendBand | null; sixMonth: TrendBand | null }
  /** The two nearest levels of each kind. */
  levels: ChartLevel[]
  /** Events inside the visible time. */
  events: ChartEvent[]
  signals: SignalMark[]
  contract: ChartInput['contract']
  /** One standard deviation until the expiry, decimal; null if unknown. */
  expectedMove: number | null
}

/** Events extend the axis only up to this distance from the last bar, relative to the visible time. */
const maxEventDistance = 0.4
const timeAxisHeight = 20
const maxLevelsPerKind = 2
/** Share of the plot's height for the volumes. */
const volumeShare = 0.16
/** Ranges that are long enough for the six-month band. */
const longRanges: readonly HistoryRange[] = ['6M', '1Y', '2Y']

/** Computes the geometry of the chart; null if the history has no bars. */
export function chartModel(input: ChartInput, size: ChartSize): ChartModel | null {
  const { history, window } = input
  const days = daysOf(history)
  const lastDay = days.at(-1)
  const lastClose = history.close.at(-1)
  if (lastDay === undefined || lastClose === undefined) return null

  const expected = input.expected && { ...input.expected, day: dayNumber(input.expected.day) }
  const cone = expectedCone({ day: lastDay, price: lastClose }, expected)
  const plot = plotOf(input, size)
  const x = timeScale(days, window, lastVisibleDay(input, days, cone), [plot.left, plot.right])
  const weekly = isWeekly(x.step)
  const candles = candlesOf(history, days, window, weekly)
  const levels = levelsOf(input.levels)
  const priceRange = rangeOf(input, candles, cone, levels)
  const y = linearScale(priceRange, [plot.base, plot.top])
  return {
    history,
    days,
    window,
    showsLastBar: x.cut === null,
    priceDomain: priceRange,
    plot,
    x,
    y,
    candles,
    weekly,
    asCandles: input.showCandles,
    volume: input.showVolume,
    prices: priceTicks(priceRange, Math.floor((plot.base - plot.top) / 36)),
    dayTicks: dayTicks(days, window, x, plot, size.textScale),
    cone,
    bands: bandsOf(input),
    levels,
    events: eventsOf(input, x, plot, size.textScale),
    signals: signalsOf(input, days, x, y),
    contract: input.contract,
    expectedMove: expected && expected.day > lastDay ? expected.deviation : null,
  }
}

/** Cache of the day numbers, because every frame of a pan or zoom uses the same history. */
const dayCache = new WeakMap<History, readonly number[]>()
function daysOf(history: History): readonly number[] {
  const cached = dayCache.get(history)
  if (cached) return cached
  const days = history.date.map(dayNumber)
  dayCache.set(history, days)
  return days
}

function plotOf(
  { showVolume }: ChartInput,
  { width, height, gutter, gutterAtLeft }: ChartSize,
): ChartModel['plot'] {
  const [top, bottom] = [6, height - timeAxisHeight]
  return {
    left: gutterAtLeft ? gutter : 2,
    right: Math.max(gutter + 20, gutterAtLeft ? width - 2 : width - gutter),
    top,
    bottom,
    base: showVolume ? bottom - (bottom - top) * volumeShare : bottom,
  }
}

/** Returns the last day of the axis: the latest of the last bar, the expiry and near events. */
function lastVisibleDay(
  { window, earnings, exDividend }: ChartInput,
  days: readonly number[],
  cone: readonly ConePoint[],
): number {
  const lastDay = days.at(-1)!
  const visibleDays = Math.max(7, ((window.to - window.from) * 7) / 5)
  const limit = lastDay + Math.round(visibleDays * maxEventDistance)
  const eventDays = [earnings, exDividend]
    .flatMap((day) => (day ? [dayNumber(day)] : []))
    .filter((day) => day <= limit)
  return Math.max(lastDay, cone.at(-1)?.day ?? lastDay, ...eventDays.map((day) => day + visibleDays * 0.02))
}

const levelsOf = (levels: ChartInput['levels']): ChartLevel[] => [
  ...(levels?.resistance ?? []).slice(0, maxLevelsPerKind).map((level) => ({ ...level, kind: 'R' as const })),
  ...(levels?.support ?? []).slice(0, maxLevelsPerKind).map((level) => ({ ...level, kind: 'S' as const })),
]

function rangeOf(
  input: ChartInput,
  candles: readonly Candle[],
  cone: readonly ConePoint[],
  levels: readonly ChartLevel[],
): [number, number] {
  const { contract, last } = input
  return priceDomain(
    [
      ...candles.flatMap(({ low, high, close }) => (input.showCandles ? [low, high] : [close])),
      ...(last === null ? [] : [last]),
      ...cone.flatMap(({ low, high }) => [low, high]),
    ],
    levels.map(({ value }) => value),
    contract ? [contract.strike, contract.breakeven] : [],
  )
}

const bandsOf = ({ showTrend, history }: ChartInput): ChartModel['bands'] => ({
  oneMonth: showTrend ? trendBand(history.close, trendBars.oneMonth) : null,
  sixMonth:
    showTrend && longRanges.includes(history.range) ? trendBand(history.close, trendBars.sixMonth) : null,
})

function signalsOf(
  { history, signals, window, showCandles }: ChartInput,
  days: readonly number[],
  x: TimeScale,
  y: Scale,
): SignalMark[] {
  return signals.flatMap(({ day, rising }) => {
    const index = days.indexOf(dayNumber(day))
    if (index < window.from - 0.5 || index > window.to + 0.5) return []
    const column = !showCandles ? history.close : rising ? history.low : history.high
    return [{ day, rising, x: x.atBar(index), y: y(column[index]!) }]
  })
}

/** Returns the index of the bar at a pixel. */
export const barAt = (model: ChartModel, pixel: number): number => model.x.indexAt(pixel)
