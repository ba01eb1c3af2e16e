/** Everything the price chart draws, worked out from data and size: no pixels of it are decided while drawing. */
import type { History, HistoryRange, Level, Why } from '#contract/resources.ts'
import {
  dayNumber,
  linearScale,
  nearestDay,
  priceDomain,
  priceTicks,
  timeTicks,
  type Scale,
} from './chart-scale.ts'
import { type ConePoint, expectedCone, type ExpectedRange } from './expected-move.ts'
import { trendBand, trendBars } from './trend-band.ts'

/** What is to be shown. Prices in dollars, days `YYYY-MM-DD`. */
export type ChartInput = {
  history: History
  levels: Why['supportAndResistance']
  /** Last price; null where nothing has traded. */
  last: number | null
  /** What the cone reaches to; null where nothing is expected. */
  expected: ExpectedRange | null
  earnings: string | null
  exDividend: string | null
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

/** One row of the drawing: a bar, or a cut through the cone. */
export type ChartPoint = {
  day: number
  close?: number
  /** Trend bands, lower and upper edge. */
  oneMonth?: [number, number]
  sixMonth?: [number, number]
  /** Expected move, lower and upper edge. */
  cone?: [number, number]
}

export type ChartLevel = Level & { kind: 'R' | 'S' }
/** A day that matters: where it is, and where its badge has room. */
export type ChartEvent = { kind: 'earnings' | 'dividend'; x: number; badge: number }

export type ChartModel = {
  points: ChartPoint[]
  /** Days since 1970 of the bars, ascending. */
  days: number[]
  timeDomain: [number, number]
  priceDomain: [number, number]
  /** Edges of the plot, pixels. */
  plot: { left: number; right: number; top: number; bottom: number }
  x: Scale
  y: Scale
  prices: number[]
  times: { days: number[]; unit: 'day' | 'month' }
  /** Two nearest of each kind. */
  levels: ChartLevel[]
  /** Inside the time shown only. */
  events: ChartEvent[]
  /** One standard deviation to the expiry, a decimal; null where unknown. */
  move: number | null
}

/** How far the future may reach, in parts of the past that is shown: the price line keeps at least half the chart. */
const futureShare: Record<HistoryRange, number> = { '1M': 1, '6M': 0.4, '1Y': 0.25 }
const timeAxisHeight = 20
const levelsOfEachKind = 2

/** Works out the chart; null where there is not a single bar. */
export function chartModel(input: ChartInput, size: ChartSize): ChartModel | null {
  const { history } = input
  const days = history.date.map(dayNumber)
  const firstDay = days[0]
  const lastDay = days.at(-1)
  const lastClose = history.close.at(-1)
  if (firstDay === undefined || lastDay === undefined || lastClose === undefined) return null

  const expected = input.expected && { ...input.expected, day: dayNumber(input.expected.day) }
  const past = Math.max(7, lastDay - firstDay)
  const limit = lastDay + Math.round(past * futureShare[history.range])
  const cone = expectedCone({ day: lastDay, price: lastClose }, expected, limit)
  const ahead = [input.earnings, input.exDividend]
    .flatMap((day) => (day ? [dayNumber(day)] : []))
    .filter((day) => day <= limit)
  // Four percent of air, so that the last price does not stick to the edge.
  const until = Math.max(
    lastDay + past * 0.04,
    cone.at(-1)?.day ?? lastDay,
    ...ahead.map((day) => day + past * 0.02),
  )

  const levels: ChartLevel[] = [
    ...(input.levels?.resistance ?? [])
      .slice(0, levelsOfEachKind)
      .map((level) => ({ ...level, kind: 'R' as const })),
    ...(input.levels?.support ?? [])
      .slice(0, levelsOfEachKind)
      .map((level) => ({ ...level, kind: 'S' as const })),
  ]
  const range = priceDomain(
    [
      ...history.close,
      ...(input.last === null ? [] : [input.last]),
      ...cone.flatMap(({ low, high }) => [low, high]),
    ],
    levels.map(({ value }) => value),
  )

  const { width, height, gutter, gutterAtStart } = size
  const plot = {
    left: gutterAtStart ? gutter : 2,
    right: Math.max(gutter + 20, gutterAtStart ? width - 2 : width - gutter),
    top: 6,
    bottom: height - timeAxisHeight,
  }
  const x = linearScale([firstDay, until], [plot.left, plot.right])
  const y = linearScale(range, [plot.bottom, plot.top])
  const events = (
    [
      ['earnings', input.earnings],
      ['dividend', input.exDividend],
    ] as const
  ).flatMap(([kind, day]): ChartEvent[] => {
    const at = day ? dayNumber(day) : Number.NaN
    return at >= firstDay && at <= until ? [{ kind, x: x(at), badge: x(at) }] : []
  })

  return {
    points: pointsOf(days, history, cone, input.trend),
    days,
    timeDomain: [firstDay, until],
    priceDomain: range,
    plot,
    x,
    y,
    prices: priceTicks(range, Math.floor((plot.bottom - plot.top) / 36)),
    times: timeTicks(firstDay, until, (plot.right - plot.left) / size.zoom),
    levels,
    events: spread(events, plot.left, plot.right, badgeWidth * size.zoom),
    move: expected && expected.day > lastDay ? expected.deviation : null,
  }
}

function pointsOf(
  days: readonly number[],
  history: History,
  cone: readonly ConePoint[],
  trend: boolean,
): ChartPoint[] {
  const points = days.map((day, i): ChartPoint => ({ day, close: history.close[i]! }))
  if (trend) {
    drawBand(points, 'oneMonth', history.close, trendBars.oneMonth)
    if (history.range !== '1M') drawBand(points, 'sixMonth', history.close, trendBars.sixMonth)
  }
  return [...points, ...cone.map(({ day, low, high }): ChartPoint => ({ day, cone: [low, high] }))]
}

function drawBand(
  points: ChartPoint[],
  name: 'oneMonth' | 'sixMonth',
  closes: readonly number[],
  bars: number,
): void {
  const band = trendBand(closes, bars)
  if (!band) return
  for (let i = band.from; i <= band.to; i++) {
    const middle = band.start + ((band.end - band.start) * (i - band.from)) / (band.to - band.from)
    points[i]![name] = [middle - band.deviation, middle + band.deviation]
  }
}

const badgeWidth = 30

/** Badges stay inside the plot, those of neighbouring days side by side. */
function spread(events: readonly ChartEvent[], left: number, right: number, width: number): ChartEvent[] {
  let room = right - width / 2
  return events
    .toSorted((a, b) => b.x - a.x)
    .map((event) => {
      const badge = Math.max(left + width / 2, Math.min(event.x, room))
      room = badge - width
      return { ...event, badge }
    })
}

/** Index of the bar under a pixel. */
export const barAt = (model: ChartModel, pixel: number): number =>
  nearestDay(model.days, model.x.invert(pixel))
