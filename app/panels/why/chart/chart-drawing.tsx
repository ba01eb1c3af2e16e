/**
 * The lines and areas of the chart as SVG paths, one path for each kind. A frame therefore creates a
 * dozen strings for any number of bars.
 */
import type { Average, AverageSessions } from '#contract/responses/resources.ts'
import { type Candle, isRising, type TrendBand } from './series.ts'
import type { ChartModel } from './chart-model.ts'
import { memo, useId } from 'react'

/** The `d` attributes of the paths; an empty string draws nothing. */
export type ChartPaths = {
  /** The line of closes, and the area below it. */
  line: string
  area: string
  /** Candles that closed at or above their open, and those that closed below it. */
  rising: string
  falling: string
  /** Volumes of the rising and falling candles. */
  volumeRising: string
  volumeFalling: string
  /** Volume of the last week so far, of each kind. */
  volumeSoFar: { rising: string; falling: string }
  averages: { sessions: AverageSessions; d: string }[]
  oneMonth: string
  sixMonth: string
  cone: string
  grid: string
}

/** Rounds to a tenth of a pixel, which shortens the paths without a visible difference. */
const px = (value: number): number => Math.round(value * 10) / 10

const polyline = (points: readonly (readonly [number, number])[]): string =>
  points.map(([x, y], i) => `${i ? 'L' : 'M'}${px(x)} ${px(y)}`).join('')

export function chartPaths(model: ChartModel, averages: readonly Average[]): ChartPaths {
  const line = model.showsCandles ? '' : closesPath(model)
  const rising = model.candles.filter(isRising)
  const falling = model.candles.filter((candle) => !isRising(candle))
  const candles = (subset: readonly Candle[]) => (model.showsCandles ? candlePath(model, subset) : '')
  const volumes = (subset: readonly Candle[], isSoFar = false) =>
    model.showsVolume
      ? volumePath(
          model,
          subset.filter((candle) => candle.isSoFar === isSoFar),
        )
      : ''
  return {
    line,
    area: line && areaPath(model, line),
    rising: candles(rising),
    falling: candles(falling),
    volumeRising: volumes(rising),
    volumeFalling: volumes(falling),
    volumeSoFar: { rising: volumes(rising, true), falling: volumes(falling, true) },
    averages: averages.map(({ sessions, close }) => ({ sessions, d: averagePath(model, close) })),
    oneMonth: bandPath(model, model.bands.oneMonth),
    sixMonth: bandPath(model, model.bands.sixMonth),
    cone: conePath(model),
    grid: gridPath(model),
  }
}

/**
 * Returns the first and the last bar to draw: the visible bars and one more on each side, to which the
 * lines continue.
 */
const drawnRange = ({ window, days }: ChartModel): [number, number] => [
  Math.max(0, Math.ceil(window.from) - 1),
  Math.min(days.length - 1, Math.floor(window.to) + 1),
]

function closesPath(model: ChartModel): string {
  const [first, last] = drawnRange(model)
  const { close } = model.history
  const points = close
    .slice(first, last + 1)
    .map((price, i): [number, number] => [model.x.atBar(first + i), model.y(price)])
  // A single point would be invisible, so it becomes a dash.
  if (points.length === 1) points.push([points[0]![0] + 4, points[0]![1]])
  return polyline(points)
}

function areaPath(model: ChartModel, line: string): string {
  const [first, last] = drawnRange(model)
  const base = px(model.plot.base)
  return `${line}L${px(model.x.atBar(last))} ${base}L${px(model.x.atBar(first))} ${base}Z`
}

/**
 * Returns half the width of the bodies and volume bars. A body of three or more pixels has an odd number of
 * pixels, so that it is centred on the wick.
 */
function halfBodyWidth({ x, areCandlesWeekly }: ChartModel): number {
  const maxWidth = x.step * (areCandlesWeekly ? 5 : 1) * 0.64
  return maxWidth < 3 ? Math.max(0.5, maxWidth / 2) : (Math.floor((maxWidth - 1) / 2) * 2 + 1) / 2
}

/** Returns the left and right edge of a body. The first week may have few bars; it starts with the first of them. */
function bodyEdges({ x }: ChartModel, index: number, half: number): [number, number] {
  const middle = Math.round(x.atBar(index)) + 0.5
  const left = Math.max(middle - half, x.atBar(0) - x.step / 2)
  return [px(left), px(middle + half)]
}

/** Bodies and wicks. The wicks end at the body, because rising bodies are hollow. */
function candlePath(model: ChartModel, candles: readonly Candle[]): string {
  const { x, y } = model
  const half = halfBodyWidth(model)
  let d = ''
  for (const { index, open, high, low, close } of candles) {
    const middle = Math.round(x.atBar(index)) + 0.5
    const [top, bottom] = [px(y(Math.max(open, close))), px(y(Math.min(open, close)))]
    const [left, right] = bodyEdges(model, index, half)
    d += `M${middle} ${px(y(high))}V${top}M${middle} ${bottom}V${px(y(low))}`
    d += `M${left} ${top}H${right}V${bottom}H${left}Z`
  }
  return d
}

/** One bar for each day under a line or daily candles, and for each week under weekly candles. */
function volumePath(model: ChartModel, candles: readonly Candle[]): string {
  const { plot, candles: allCandles } = model
  const maxVolume = Math.max(1, ...allCandles.map(({ volume }) => volume))
  const maxHeight = (plot.bottom - plot.base) * 0.9
  const half = halfBodyWidth(model)
  let d = ''
  for (const { index, volume } of candles) {
    if (!(volume > 0)) continue
    const top = px(plot.bottom - Math.max(1, (volume / maxVolume) * maxHeight))
    const [left, right] = bodyEdges(model, index, half)
    d += `M${left} ${plot.bottom}V${top}H${right}V${plot.bottom}Z`
  }
  return d
}

/** A line with gaps for unknown values. */
function averagePath(model: ChartModel, values: readonly (number | null)[]): string {
  const [first, last] = drawnRange(model)
  let d = ''
  let command = 'M'
  for (let i = first; i <= last; i++) {
    const value = values[i] ?? null
    if (value !== null) d += `${command}${px(model.x.atBar(i))} ${px(model.y(value))}`
    command = value === null ? 'M' : 'L'
  }
  return d
}

/** The four corners of the band. Its edges are straight, because the bars have equal distances. */
function bandPath({ x, y }: ChartModel, band: TrendBand | null): string {
  if (!band) return ''
  const { from, to, start, end, deviation } = band
  const corners: [number, number][] = [
    [x.atBar(from), y(start + deviation)],
    [x.atBar(to), y(end + deviation)],
    [x.atBar(to), y(end - deviation)],
    [x.atBar(from), y(start - deviation)],
  ]
  return `${polyline(corners)}Z`
}

function conePath({ cone, x, y }: ChartModel): string {
  if (cone.length === 0) return ''
  const upper = cone.map(({ index, high }): [number, number] => [x.atBar(index), y(high)])
  const lower = cone.map(({ index, low }): [number, number] => [x.atBar(index), y(low)])
  return `${polyline([...upper, ...lower.toReversed()])}Z`
}

function gridPath({ plot, priceTicks, dayTicks, y }: ChartModel): string {
  const rows = priceTicks.map((price) => `M${px(plot.left)} ${px(y(price))}H${px(plot.right)}`)
  const columns = dayTicks.map(({ x }) => `M${px(x)} ${plot.top}V${plot.bottom}`)
  return [...rows, ...columns].join('')
}

/** The lines of the chart, without labels. */
export const ChartDrawing = memo(function ChartDrawing({
  model,
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
  const ids = { fill: `${id}fill`, plot: `${id}plot` }
  return (
    <svg
      className="why-drawing"
      width={width}
      height={height}
      viewBox={`0 0 ${width} ${height}`}
      aria-hidden="true"
    >
      <Definitions plot={model.plot} ids={ids} />
      <path className="why-grid" d={paths.grid} />
      <g clipPath={`url(#${ids.plot})`}>
        <path className="why-cone" d={paths.cone} />
        <LevelLines model={model} />
        <BarPaths paths={paths} fillId={ids.fill} />
        <ContractLines model={model} />
      </g>
    </svg>
  )
})

/** Gradient of the area, and the clipping rectangle of the plot. */
function Definitions({ plot, ids }: { plot: ChartModel['plot']; ids: { fill: string; plot: string } }) {
  return (
    <defs>
      <linearGradient id={ids.fill} x1="0" y1="0" x2="0" y2="1">
        <stop offset="0" className="why-fill-top" />
        <stop offset="1" className="why-fill-bottom" />
      </linearGradient>
      <clipPath id={ids.plot}>
        <rect
          x={plot.left}
          y={plot.top}
          width={plot.right - plot.left}
          height={Math.max(0, plot.bottom - plot.top)}
        />
      </clipPath>
    </defs>
  )
}

/** Path of a horizontal line across the plot; empty outside the visible prices, which a tag with an arrow shows. */
const lineAcross = ({ plot, y, priceDomain: [low, high] }: ChartModel, price: number): string =>
  price < low || price > high ? '' : `M${plot.left} ${px(y(price))}H${plot.right}`

const LevelLines = ({ model }: { model: ChartModel }) =>
  model.levels.map(({ kind, value }) => (
    <path
      key={`${kind}${value}`}
      className={kind === 'S' ? 'why-support' : 'why-resistance'}
      d={lineAcross(model, value)}
    />
  ))

const ContractLines = ({ model }: { model: ChartModel }) =>
  model.contract && (
    <>
      <path className="why-break-even" d={lineAcross(model, model.contract.breakeven)} />
      <path className="why-strike" d={lineAcross(model, model.contract.strike)} />
    </>
  )

/** The series of the bars: volumes, trend bands, closes or candles, averages. */
const BarPaths = ({ paths, fillId }: { paths: ChartPaths; fillId: string }) => (
  <>
    <path className="why-volume why-rising" d={paths.volumeRising} />
    <path className="why-volume why-falling" d={paths.volumeFalling} />
    <path className="why-volume why-volume-so-far why-rising" d={paths.volumeSoFar.rising} />
    <path className="why-volume why-volume-so-far why-falling" d={paths.volumeSoFar.falling} />
    {paths.sixMonth && <path className="why-band" d={paths.sixMonth} />}
    {paths.oneMonth && <path className="why-band why-band-near" d={paths.oneMonth} />}
    {paths.line && (
      <>
        <path className="why-area" style={{ fill: `url(#${fillId})` }} d={paths.area} />
        <path className="why-line" d={paths.line} />
      </>
    )}
    <path className="why-candles why-rising" d={paths.rising} />
    <path className="why-candles why-falling" d={paths.falling} />
    {paths.averages.map(({ sessions, d }) => (
      <path key={sessions} className="why-average" data-sessions={sessions} d={d} />
    ))}
  </>
)
