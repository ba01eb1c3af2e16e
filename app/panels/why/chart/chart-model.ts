/**
 * Geometry of the price chart, computed from its data and its size. The components only draw it
 * (chart-drawing.tsx, chart-marks.tsx).
 */
import type { History, HistoryRange, Level, WireWhy } from '#contract/responses/resources.ts'
import type { BarWindow } from './bar-window.ts'
import {
  type Candle,
  candlesOf,
  areCandlesWeekly,
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
  levels: WireWhy['supportAndResistance']
  /** Last price; null without trades. */
  last: number | null
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

/** Size of the drawing and of the gutter for the price labels, pixels. */
export type ChartSize = {
  width: number
  height: number
  gutter: number
  /** Whether the gutter is at the left, as in right-to-left languages. */
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
  window: BarWindow
  /** Whether the last bar is visible. */
  showsLastBar: boolean
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

/** Maximum distance from the last bar up to which events extend the time axis, relative to the visible time. */
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
  const areWeekly = areCandlesWeekly(x.step)
  const candles = candlesOf(history, days, window, areWeekly)
  const levels = levelsOf(input.levels)
  const priceRange = rangeOf(input, candles, cone, levels)
  const y = linearScale(priceRange, [plot.base, plot.top])
  return {
    history,
    days,
    window,
    showsLastBar: x.gapEnd === null,
    priceDomain: priceRange,
    plot,
    x,
    y,
    candles,
    areCandlesWeekly: areWeekly,
    showsCandles: input.showCandles,
    showsVolume: input.showVolume,
    priceTicks: priceTicks(priceRange, Math.floor((plot.base - plot.top) / 36)),
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
  { width, height, gutter, isGutterLeft }: ChartSize,
): ChartModel['plot'] {
  const [top, bottom] = [6, height - timeAxisHeight]
  return {
    left: isGutterLeft ? gutter : 2,
    right: Math.max(gutter + 20, isGutterLeft ? width - 2 : width - gutter),
    top,
    bottom,
    base: showVolume ? bottom - (bottom - top) * volumeShare : bottom,
  }
}

/** Returns the last day of the axis: the latest of the last bar, the end of the cone and near events. */
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
  return signals.flatMap(({ day, isBullish }) => {
    const index = days.indexOf(dayNumber(day))
    if (index < window.from - 0.5 || index > window.to + 0.5) return []
    const column = !showCandles ? history.close : isBullish ? history.low : history.high
    return [{ day, isBullish, x: x.atBar(index), y: y(column[index]!) }]
  })
}

/** Returns the index of the visible bar that is nearest to a pixel. */
export const barAt = (model: ChartModel, pixel: number): number => model.x.indexAt(pixel)
