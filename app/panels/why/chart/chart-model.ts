/**
 * Geometry of the price chart, computed from its data and its size. The components only draw it
 * (chart-drawing.tsx, chart-marks.tsx).
 */
import type { Average, History, HistoryRange, Level, WireWhy } from '#contract/responses/resources.ts'
import { type BarWindow, type ChartBounds, clampWindow } from './bar-window.ts'
import { boundsOf } from './chart-bounds.ts'
import {
  type Candle,
  candlesOf,
  areCandlesWeekly,
  type ChartEvent,
  eventsOf,
  coneBetween,
  type ConePoint,
  expectedCone,
  type ExpectedRange,
  type TrendBand,
  trendBand,
  trendBars,
} from './series.ts'
import {
  axisTicks,
  dayNumber,
  linearScale,
  priceDomain,
  sessionIndexOf,
  type Scale,
  type DayTick,
  dayTicks,
  timeScale,
  type TimeScale,
} from './scales.ts'

/** Content of the chart. Prices in dollars, days `YYYY-MM-DD`. */
export type ChartInput = {
  history: History
  /** The visible sessions; null without pan and zoom. */
  window: BarWindow | null
  /** The visible averages. */
  averages: readonly Average[]
  levels: WireWhy['supportAndResistance']
  /** Last price; null without trades. */
  last: number | null
  /** Whether the last price is of a trade after the close of the last bar. */
  isAfterLastBar: boolean
  /** The current day in New York, days since 1970. */
  today: number
  /** Expected price range at the end of the cone; null if it is unknown. */
  expected: ExpectedRange | null
  /** Prices of the selected contract; null without one. */
  contract: { strike: number; breakeven: number } | null
  /** Days on which rules matched. */
  signals: readonly { day: string; isBullish: boolean }[]
  earnings: string | null
  exDividend: string | null
  showCandles: boolean
  showVolume: boolean
  showTrend: boolean
}

/** Size of the drawing and of the labels at both sides of the plot, pixels. */
export type ChartSize = {
  width: number
  height: number
  /** Width of the boxed tags and their distance from the plot. */
  tagGutter: number
  /** Width of the labels of the price axis, at the other side: of whole dollars, and with cents. */
  scaleGutter: { whole: number; cents: number }
  /** Whether the tags are at the left, as in right-to-left languages. */
  isGutterLeft: boolean
  /** Root font size divided by 16 px. */
  textScale: number
}

export type ChartLevel = Level & { kind: 'R' | 'S' }
/** Position of the bar of rule matches in one direction, pixels. The mark is below the bar if bullish, above it if bearish. */
export type SignalMark = { day: string; isBullish: boolean; x: number; y: number }

export type ChartModel = {
  history: History
  /** Days since 1970 of the bars, ascending. */
  days: readonly number[]
  /** The visible sessions. */
  window: BarWindow
  bounds: ChartBounds
  /** Whether the last bar is visible. */
  showsLastBar: boolean
  /** Index of the last price on the time axis: the last bar, or the session after it if the price is later. */
  lastPriceIndex: number
  priceDomain: [number, number]
  /** Edges of the plot, pixels; prices are above `base`, volumes below it. */
  plot: { left: number; right: number; top: number; bottom: number; base: number }
  x: TimeScale
  y: Scale
  /** Candles of the visible bars. */
  candles: readonly Candle[]
  areCandlesWeekly: boolean
  showsCandles: boolean
  showsVolume: boolean
  priceTicks: number[]
  dayTicks: DayTick[]
  cone: ConePoint[]
  bands: { oneMonth: TrendBand | null; sixMonth: TrendBand | null }
  /** The two nearest levels of each kind. */
  levels: ChartLevel[]
  /** Events inside the plot. */
  events: ChartEvent[]
  signals: SignalMark[]
  contract: ChartInput['contract']
  /** One standard deviation at the end of the cone relative to the price, decimal; null without a cone. */
  expectedMove: number | null
}

const timeAxisHeight = 20
const maxLevelsPerKind = 2
/** Share of the plot's height for the volumes. */
const volumeShare = 0.16
/** Ranges that are long enough for the six-month band. */
const longRanges: readonly HistoryRange[] = ['6M', '1Y', '2Y']
/** Computes the geometry of the chart; null if the history has no bars. */
export function chartModel(input: ChartInput, size: ChartSize): ChartModel | null {
  if (input.history.date.length === 0) return null
  const model = modelWith(input, size, size.scaleGutter.whole)
  return model.priceTicks.every(Number.isInteger) ? model : modelWith(input, size, size.scaleGutter.cents)
}

/** Computes the geometry with a width for the labels of the price axis. */
function modelWith(input: ChartInput, size: ChartSize, scaleWidth: number): ChartModel {
  const { history } = input
  const days = daysOf(history)
  const last = days.length - 1
  const expected = input.expected && {
    ...input.expected,
    index: sessionIndexOf(days, dayNumber(input.expected.day)),
  }
  const isAfterLastBar = input.isAfterLastBar && input.last !== null
  const lastPriceIndex = last + (isAfterLastBar ? 1 : 0)
  const currentPrice = isAfterLastBar ? input.last! : history.close[last]!
  const cone = expectedCone({ index: lastPriceIndex, price: currentPrice }, expected)
  const plot = plotOf(input, size, scaleWidth)
  const bounds = boundsOf(input, days, cone, { ...size, plotWidth: plot.right - plot.left })
  const window = input.window ? clampWindow(input.window, bounds.extent) : bounds.initial
  const x = timeScale(days, window, [plot.left, plot.right])
  const areWeekly = input.showCandles && areCandlesWeekly(x.step)
  const candles = candlesOf(history, days, window, { areWeekly, today: input.today })
  const levels = levelsOf(input.levels)
  const priceRange = rangeOf(input, { window, candles, cone, levels })
  const y = linearScale(priceRange, [plot.base, plot.top])
  return {
    history,
    days,
    window,
    bounds,
    showsLastBar: showsLastBar(window, last),
    lastPriceIndex,
    priceDomain: priceRange,
    plot,
    x,
    y,
    candles,
    areCandlesWeekly: areWeekly,
    showsCandles: input.showCandles,
    showsVolume: input.showVolume,
    priceTicks: axisTicks(priceRange, plot.base - plot.top, size.textScale),
    dayTicks: dayTicks(days, window, x, plot, size.textScale),
    cone,
    bands: bandsOf(input),
    levels,
    events: eventsOf(input, x, plot, size.textScale),
    signals: signalsOf(input, window, days, x, y),
    contract: input.contract,
    expectedMove: expected && expected.index > lastPriceIndex ? expected.deviation : null,
  }
}

/** Half a session of tolerance: a bar at an edge of the window is half visible. */
const showsLastBar = ({ from, to }: BarWindow, last: number): boolean =>
  from <= last + 0.5 && to >= last - 0.5

/** Cache of the day numbers: all frames of a pan or zoom gesture use the same history. */
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
  { width, height, tagGutter, isGutterLeft }: ChartSize,
  scaleWidth: number,
): ChartModel['plot'] {
  const [top, bottom] = [6, height - timeAxisHeight]
  const left = isGutterLeft ? tagGutter : scaleWidth
  return {
    left,
    right: Math.max(left + 20, width - (isGutterLeft ? scaleWidth : tagGutter)),
    top,
    bottom,
    base: showVolume ? bottom - (bottom - top) * volumeShare : bottom,
  }
}

const levelsOf = (levels: ChartInput['levels']): ChartLevel[] => [
  ...(levels?.resistance ?? []).slice(0, maxLevelsPerKind).map((level) => ({ ...level, kind: 'R' as const })),
  ...(levels?.support ?? []).slice(0, maxLevelsPerKind).map((level) => ({ ...level, kind: 'S' as const })),
]

/**
 * Returns the price range of what the window shows. Strike, break-even and levels widen it more if the last
 * bar is visible, because they belong to the current price.
 */
function rangeOf(
  { history, averages, contract, last, showCandles }: ChartInput,
  {
    window,
    candles,
    cone,
    levels,
  }: {
    window: BarWindow
    candles: readonly Candle[]
    cone: readonly ConePoint[]
    levels: readonly ChartLevel[]
  },
): [number, number] {
  const lastBar = history.date.length - 1
  const isCurrent = showsLastBar(window, lastBar)
  const [from, to] = [Math.max(0, Math.floor(window.from)), Math.min(lastBar, Math.ceil(window.to))]
  const averagePrices = averages
    .flatMap(({ close }) => close.slice(from, to + 1))
    .filter((value) => value !== null)
  return priceDomain(
    [
      ...candles.flatMap(({ low, high, close }) => (showCandles ? [low, high] : [close])),
      ...(last !== null && isCurrent ? [last] : []),
      ...coneBetween(cone, window.from - 0.5, window.to + 0.5).flatMap(({ low, high }) => [low, high]),
    ],
    {
      preferred: contract ? [contract.strike, contract.breakeven] : [],
      optional: [
        ...levels.map(({ value }) => value),
        ...(averagePrices.length > 0 ? [Math.min(...averagePrices), Math.max(...averagePrices)] : []),
      ],
      isCurrent,
    },
  )
}

const bandsOf = ({ showTrend, history }: ChartInput): ChartModel['bands'] => ({
  oneMonth: showTrend ? trendBand(history.close, trendBars.oneMonth) : null,
  sixMonth:
    showTrend && longRanges.includes(history.range) ? trendBand(history.close, trendBars.sixMonth) : null,
})

function signalsOf(
  { history, signals, showCandles }: ChartInput,
  window: BarWindow,
  days: readonly number[],
  x: TimeScale,
  y: Scale,
): SignalMark[] {
  return signals.flatMap(({ day, isBullish }) => {
    const index = days.indexOf(dayNumber(day))
    if (index < window.from - 0.5 || index > window.to + 0.5) return []
    const column = !showCandles ? history.close : isBullish ? history.low : history.high
    return [{ day, isBullish, x: x.atBar(index), y: y(column[index]!) }]
  })
}

/** Returns the index of the visible bar that is nearest to a pixel. */
export const barAt = (model: ChartModel, pixel: number): number => model.x.indexAt(pixel)

/** Returns the index of the axis at a pixel, a fraction between two sessions. It may be after the last bar. */
export const sessionAt = ({ window, plot, x }: ChartModel, pixel: number): number =>
  window.from + (pixel - plot.left) / x.step - 0.5
