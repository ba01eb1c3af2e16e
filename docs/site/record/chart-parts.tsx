/** Parts that the charts of the record's page share. */
import type { ReactNode } from 'react'

export const chartHeight = 280
export const chartMargin = { top: 8, right: 12, bottom: 4, left: 0 }
export const axisProps = {
  stroke: 'var(--line-control)',
  tick: { fill: 'var(--text-3)', fontSize: 12 },
  tickLine: { stroke: 'var(--line-control)' },
} as const

/** Numbers as in the tables: a typographic minus, a space before the sign. */
export const percentText = (value: number, digits = 1): string => {
  const text = Math.abs(100 * value).toFixed(digits)
  return `${value < 0 && Number(text) !== 0 ? '−' : ''}${text} %`
}

/** Whole per cent for ticks, with a decimal only if the step needs it. */
export const percentTick = (value: number): string =>
  percentText(value, Math.abs(Math.round(100 * value) - 100 * value) < 1e-6 ? 0 : 1)

export type LegendItem = {
  readonly name: string
  readonly series: 'first' | 'second' | 'gain' | 'loss' | 'plain' | 'net'
  readonly shape?: 'line' | 'point'
}

export const Legend = ({ items }: { items: readonly LegendItem[] }) => (
  <ul className="chart-legend">
    {items.map(({ name, series, shape }) => (
      <li key={name}>
        <span className={`swatch series-${series}${shape ? ` swatch-${shape}` : ''}`} aria-hidden="true" />
        {name}
      </li>
    ))}
  </ul>
)

/** Readout of one point of a chart. */
export const Tip = ({ title, lines }: { title: string; lines: readonly string[] }) => (
  <div className="chart-tip">
    <strong>{title}</strong>
    {lines.map((line) => (
      <div key={line}>{line}</div>
    ))}
  </div>
)

export const AxisName = ({ children }: { children: ReactNode }) => <p className="chart-axis">{children}</p>

/** The row behind the readout that Recharts passes to a tooltip; undefined without one. */
export const rowOfTip = (payload: readonly { readonly payload?: unknown }[] | undefined): unknown =>
  payload?.[0]?.payload
