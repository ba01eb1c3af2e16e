/**
 * The chart as SVG paths, one per kind of line: an animation frame creates a dozen strings, for any number of bars. A canvas
 * could draw the same paths (`new Path2D(d)`).
 */
import type { Average, AverageSessions } from '#contract/responses/resources.ts'
import { type Candle, isRising, type TrendBand } from './series.ts'
import type { ChartModel } from './chart-model.ts'
import { memo, useId } from 'react'

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

export const ChartDrawing = memo(function ChartDrawing({
  model: { plot, x, y, levels, contract, upToLast },
  paths,
  width,
  height,
}: {
  model: ChartModel
  paths: ChartPaths
  width: number
  height: number
}) {
  const id = useId()
  const box = { x: plot.left, y: 0, height: plot.bottom }
  const across = (price: number) => `M${plot.left} ${y(price)}H${plot.right}`
  return (
    <svg
      className="why-drawing"
      width={width}
      height={height}
      viewBox={`0 0 ${width} ${height}`}
      aria-hidden="true"
    >
      <defs>
        <linearGradient id={`${id}fill`} x1="0" y1="0" x2="0" y2="1">
          <stop offset="0" className="why-fill-top" />
          <stop offset="1" className="why-fill-bottom" />
        </linearGradient>
        <clipPath id={`${id}plot`}>
          <rect {...box} width={plot.right - plot.left} />
        </clipPath>
        <clipPath id={`${id}bars`}>
          <rect {...box} width={(upToLast ? plot.right : x.split) - plot.left} />
        </clipPath>
      </defs>
      <path className="why-grid" d={paths.grid} />
      <g clipPath={`url(#${id}plot)`}>
        <path className="why-cone" d={paths.cone} />
        {levels.map(({ kind, value }) => (
          <path
            key={`${kind}${value}`}
            className={kind === 'S' ? 'why-support' : 'why-resistance'}
            d={across(value)}
          />
        ))}
      </g>
      <g clipPath={`url(#${id}bars)`}>
        <path className="why-volume why-rising" d={paths.volumeRising} />
        <path className="why-volume why-falling" d={paths.volumeFalling} />
        {paths.sixMonth && <path className="why-band" d={paths.sixMonth} />}
        {paths.oneMonth && <path className="why-band why-band-near" d={paths.oneMonth} />}
        {paths.line && (
          <>
            <path className="why-area" style={{ fill: `url(#${id}fill)` }} d={paths.area} />
            <path className="why-line" d={paths.line} />
          </>
        )}
        <path className="why-candles why-rising" d={paths.rising} />
        <path className="why-candles why-falling" d={paths.falling} />
        {paths.averages.map(({ sessions, d }) => (
          <path key={sessions} className="why-average" data-sessions={sessions} d={d} />
        ))}
      </g>
      {contract && (
        <g clipPath={`url(#${id}plot)`}>
          <path className="why-break-even" d={across(contract.breakeven)} />
          <path className="why-strike" d={across(contract.strike)} />
        </g>
      )}
      {!upToLast && (
        <path
          className="why-cut"
          d={`M${x.split} ${plot.top}V${plot.bottom}M${x.cut} ${plot.top}V${plot.bottom}`}
        />
      )}
    </svg>
  )
})
