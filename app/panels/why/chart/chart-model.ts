/**
 * The complete geometry of the price chart, computed from data and size: rendering decides no positions.
 * Strokes are paths (chart-drawing.tsx), so that SVG and a canvas would draw the same.
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
  /** Which bars of it. */
  window: BarWindow
  levels: Why['supportAndResistance']
  /** Last price; null where nothing has traded. */
  last: number | null
  /** The cone's target; null without an expected range. */
  expected: ExpectedRange | null
  /** Prices of the selected contract; null without one. */
  contract: { strike: number; breakeven: number } | null
  /** Days on which a rule fired. */
  signals: readonly { day: string; rising: boolean }[]
  earnings: string | null
  exDividend: string | null
  candles: boolean
  volume: boolean
  trend: boolean
}

/** Size of the drawing and, inside it, the room kept at the edge for prices; pixels. */
export type ChartSize = {
  width: number
  height: number
  gutter: number
  gutterAtStart: boolean
  /** Size of text: 1 = as designed. */ zoom: number
}

export type ChartLevel = Level & { kind: 'R' | 'S' }
/** Where a rule fired: under its bar where the signal is bullish, above it where it is bearish; pixels. */
export type SignalMark = { day: string; rising: boolean; x: number; y: number }

export type ChartModel = {
  history: History
  /** Days since 1970 of the bars, ascending. */
  days: readonly number[]
  window: BarWindow
  /** Whether the last bar is among those shown. */
  upToLast: boolean
  priceDomain: [number, number]
  /** Edges of the plot, pixels; the prices end at `base`, below which are the volumes. */
  plot: { left: number; right: number; top: number; bottom: number; base: number }
  x: TimeScale
  y: Scale
  /** Of the bars shown; weeks where `weekly`. */
  candles: readonly Candle[]
  weekly: boolean
  asCandles: boolean
  volume: boolean
  prices: number[]
  times: DayTick[]
  cone: ConePoint[]
  bands: { oneMonth: TrendBand | null; sixMonth: TrendBand | null }
  /** Two nearest of each kind. */
  levels: ChartLevel[]
  /** Inside the time shown only. */
  events: ChartEvent[]
  signals: SignalMark[]
  contract: ChartInput['contract']
  /** One standard deviation to the expiry, a decimal; null where unknown. */
  move: number | null
}

/** How far ahead a day that matters may be where no expiry reaches as far: in parts of the time that is shown. */
const eventShare = 0.4
const timeAxisHeight = 20
const levelsOfEachKind = 2
/** The part of the height that the volumes have. */
const volumeShare = 0.16
/** The six-month band is of six months: a history shorter than that has none. */
const longRanges: readonly HistoryRange[] = ['6M', '1Y', '2Y']

/** Works out the chart; null where there is not a single bar. */
export function chartModel(input: ChartInput, size: ChartSize): ChartModel | null {
  const { history, window } = input
  const days = daysOf(history)
  const lastDay = days.at(-1)
  const lastClose = history.close.at(-1)
  if (lastDay === undefined || lastClose === undefined) return null

  const expected = input.expected && { ...input.expected, day: dayNumber(input.expected.day) }
  const cone = expectedCone({ day: lastDay, price: lastClose }, expected)
  const plot = plotOf(input, size)
  const x = timeScale(days, window, lastDayShown(input, days, cone), [plot.left, plot.right])
  const weekly = isWeekly(x.step)
  const candles = candlesOf(history, days, window, weekly)
  const levels = levelsOf(input.levels)
  const range = rangeOf(input, candles, cone, levels)
  const y = linearScale(range, [plot.base, plot.top])
  return {
    history,
    days,
    window,
    upToLast: x.cut === null,
    priceDomain: range,
    plot,
    x,
    y,
    candles,
    weekly,
    asCandles: input.candles,
    volume: input.volume,
    prices: priceTicks(range, Math.floor((plot.base - plot.top) / 36)),
    times: dayTicks(days, window, x, plot, size.zoom),
    cone,
    bands: bandsOf(input),
    levels,
    events: eventsOf(input, x, plot, size.zoom),
    signals: signalsOf(input, days, x, y),
    contract: input.contract,
    move: expected && expected.day > lastDay ? expected.deviation : null,
  }
}

/** Worked out once for a history, which is drawn at every step of a movement. */
const knownDays = new WeakMap<History, readonly number[]>()
function daysOf(history: History): readonly number[] {
  let days = knownDays.get(history)
  if (!days) knownDays.set(history, (days = history.date.map(dayNumber)))
  return days
}

function plotOf(
  { volume }: ChartInput,
  { width, height, gutter, gutterAtStart }: ChartSize,
): ChartModel['plot'] {
  const [top, bottom] = [6, height - timeAxisHeight]
  return {
    left: gutterAtStart ? gutter : 2,
    right: Math.max(gutter + 20, gutterAtStart ? width - 2 : width - gutter),
    top,
    bottom,
    base: volume ? bottom - (bottom - top) * volumeShare : bottom,
  }
}

/** The last day of the axis: the expiry however far it is, and days that matter where they are not far. */
function lastDayShown(
  { window, earnings, exDividend }: ChartInput,
  days: readonly number[],
  cone: readonly ConePoint[],
): number {
  const lastDay = days.at(-1)!
  const past = Math.max(7, ((window.to - window.from) * 7) / 5)
  const limit = lastDay + Math.round(past * eventShare)
  const ahead = [earnings, exDividend]
    .flatMap((day) => (day ? [dayNumber(day)] : []))
    .filter((day) => day <= limit)
  return Math.max(lastDay, cone.at(-1)?.day ?? lastDay, ...ahead.map((day) => day + past * 0.02))
}

const levelsOf = (levels: ChartInput['levels']): ChartLevel[] => [
  ...(levels?.resistance ?? []).slice(0, levelsOfEachKind).map((one) => ({ ...one, kind: 'R' as const })),
  ...(levels?.support ?? []).slice(0, levelsOfEachKind).map((one) => ({ ...one, kind: 'S' as const })),
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
      ...candles.flatMap(({ low, high, close }) => (input.candles ? [low, high] : [close])),
      ...(last === null ? [] : [last]),
      ...cone.flatMap(({ low, high }) => [low, high]),
    ],
    levels.map(({ value }) => value),
    contract ? [contract.strike, contract.breakeven] : [],
  )
}

const bandsOf = ({ trend, history }: ChartInput): ChartModel['bands'] => ({
  oneMonth: trend ? trendBand(history.close, trendBars.oneMonth) : null,
  sixMonth: trend && longRanges.includes(history.range) ? trendBand(history.close, trendBars.sixMonth) : null,
})

function signalsOf(
  { history, signals, window, candles }: ChartInput,
  days: readonly number[],
  x: TimeScale,
  y: Scale,
): SignalMark[] {
  return signals.flatMap(({ day, rising }) => {
    const index = days.indexOf(dayNumber(day))
    if (index < window.from - 0.5 || index > window.to + 0.5) return []
    const column = !candles ? history.close : rising ? history.low : history.high
    return [{ day, rising, x: x.at(index), y: y(column[index]!) }]
  })
}

/** Index of the bar under a pixel. */
export const barAt = (model: ChartModel, pixel: number): number => model.x.index(pixel)
