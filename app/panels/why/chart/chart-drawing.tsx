/** The chart's paths as SVG. It decides nothing: a canvas could stroke and fill the same paths in its place. */
import { memo, useId } from 'react'
import type { ChartModel } from './chart-model.ts'
import type { ChartPaths } from './chart-paths.ts'

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
