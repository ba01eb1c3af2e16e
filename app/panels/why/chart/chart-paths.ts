/**
 * The chart as paths, one for each kind of thing drawn: SVG's `d`, which a canvas takes too (`new Path2D(d)`). So a frame of a
 * movement is a dozen strings, however many bars are shown.
 */
import type { Average, AverageSessions } from '#contract/responses/resources.ts'
import { type Candle, isRising } from './candles.ts'
import type { ChartModel } from './chart-model.ts'
import type { TrendBand } from './trend-band.ts'

/** Empty where there is nothing of the kind. */
export type ChartPaths = {
  /** The line of closes, and what is under it. */
  line: string
  area: string
  /** Candles that closed at their opening or above, and those that closed below it. */
  rising: string
  falling: string
  /** Volumes of the same. */
  volumeRising: string
  volumeFalling: string
  averages: { sessions: AverageSessions; d: string }[]
  oneMonth: string
  sixMonth: string
  cone: string
  grid: string
}

/** A tenth of a pixel is finer than any screen. */
const px = (value: number): number => Math.round(value * 10) / 10

const polyline = (points: readonly (readonly [number, number])[]): string =>
  points.map(([x, y], i) => `${i ? 'L' : 'M'}${px(x)} ${px(y)}`).join('')

export function chartPaths(model: ChartModel, averages: readonly Average[]): ChartPaths {
  const line = model.asCandles ? '' : closesOf(model)
  const rising = model.candles.filter(isRising)
  const falling = model.candles.filter((one) => !isRising(one))
  const candles = (some: readonly Candle[]) => (model.asCandles ? candlePath(model, some) : '')
  const volumes = (some: readonly Candle[]) => (model.volume ? volumePath(model, some) : '')
  return {
    line,
    area: line && areaUnder(model, line),
    rising: candles(rising),
    falling: candles(falling),
    volumeRising: volumes(rising),
    volumeFalling: volumes(falling),
    averages: averages.map(({ sessions, close }) => ({ sessions, d: averagePath(model, close) })),
    oneMonth: bandPath(model, model.bands.oneMonth),
    sixMonth: bandPath(model, model.bands.sixMonth),
    cone: conePath(model),
    grid: gridPath(model),
  }
}

/** The first and the last bar to draw: the visible ones, and one more on either side if a line continues. */
const reachOf = ({ window, days }: ChartModel): [number, number] => [
  Math.max(0, Math.ceil(window.from) - 1),
  Math.min(days.length - 1, Math.floor(window.to) + 1),
]

function closesOf(model: ChartModel): string {
  const [first, last] = reachOf(model)
  const { close } = model.history
  const points = close
    .slice(first, last + 1)
    .map((price, i): [number, number] => [model.x.at(first + i), model.y(price)])
  // A single bar is a dash, else nothing is seen of it.
  if (points.length === 1) points.push([points[0]![0] + 4, points[0]![1]])
  return polyline(points)
}

function areaUnder(model: ChartModel, line: string): string {
  const [first, last] = reachOf(model)
  const base = px(model.plot.base)
  return `${line}L${px(model.x.at(last))} ${base}L${px(model.x.at(first))} ${base}Z`
}

/** Half the width of a body: an odd number of whole pixels in all where there is room, so that it stands on its wick. */
function halfBody({ x, weekly }: ChartModel): number {
  const room = x.step * (weekly ? 5 : 1) * 0.64
  return room < 3 ? Math.max(0.5, room / 2) : (Math.floor((room - 1) / 2) * 2 + 1) / 2
}

/** Body and wicks; a hollow body has no wick through it. */
function candlePath(model: ChartModel, candles: readonly Candle[]): string {
  const { x, y } = model
  const half = halfBody(model)
  let d = ''
  for (const { at, open, high, low, close } of candles) {
    const middle = Math.round(x.at(at)) + 0.5
    const [top, bottom] = [px(y(Math.max(open, close))), px(y(Math.min(open, close)))]
    const [left, right] = [px(middle - half), px(middle + half)]
    d += `M${middle} ${px(y(high))}V${top}M${middle} ${bottom}V${px(y(low))}`
    d += `M${left} ${top}H${right}V${bottom}H${left}Z`
  }
  return d
}

function volumePath(model: ChartModel, candles: readonly Candle[]): string {
  const { x, plot, candles: all } = model
  const most = Math.max(1, ...all.map(({ volume }) => volume))
  const room = (plot.bottom - plot.base) * 0.9
  const half = halfBody(model)
  let d = ''
  for (const { at, volume } of candles) {
    if (!(volume > 0)) continue
    const middle = Math.round(x.at(at)) + 0.5
    const top = px(plot.bottom - Math.max(1, (volume / most) * room))
    d += `M${px(middle - half)} ${plot.bottom}V${top}H${px(middle + half)}V${plot.bottom}Z`
  }
  return d
}

/** Broken where the average is not known. */
function averagePath(model: ChartModel, values: readonly (number | null)[]): string {
  const [first, last] = reachOf(model)
  let d = ''
  let pen = 'M'
  for (let i = first; i <= last; i++) {
    const value = values[i] ?? null
    if (value !== null) d += `${pen}${px(model.x.at(i))} ${px(model.y(value))}`
    pen = value === null ? 'M' : 'L'
  }
  return d
}

/** Four corners: straight from bar to bar is straight on an axis of bars. */
function bandPath({ x, y }: ChartModel, band: TrendBand | null): string {
  if (!band) return ''
  const { from, to, start, end, deviation } = band
  const corners: [number, number][] = [
    [x.at(from), y(start + deviation)],
    [x.at(to), y(end + deviation)],
    [x.at(to), y(end - deviation)],
    [x.at(from), y(start - deviation)],
  ]
  return `${polyline(corners)}Z`
}

function conePath({ cone, x, days, y }: ChartModel): string {
  if (cone.length === 0) return ''
  const lastDay = days.at(-1)!
  // Its beginning is where what is to come begins, be that at the last bar or at the cut.
  const at = (day: number): number => (day <= lastDay ? (x.cut ?? x.of(day)) : x.of(day))
  const upper = cone.map(({ day, high }): [number, number] => [at(day), y(high)])
  const lower = cone.map(({ day, low }): [number, number] => [at(day), y(low)])
  return `${polyline([...upper, ...lower.toReversed()])}Z`
}

function gridPath({ plot, prices, times, y }: ChartModel): string {
  const rows = prices.map((price) => `M${px(plot.left)} ${px(y(price))}H${px(plot.right)}`)
  const columns = times.map(({ x }) => `M${px(x)} ${plot.top}V${plot.bottom}`)
  return [...rows, ...columns].join('')
}
