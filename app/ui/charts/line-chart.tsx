/** A line chart by recharts. Import it in files that are loaded on demand only: recharts is as large as the widget. */
import './line-chart.css'
import {
  CartesianGrid,
  Line,
  LineChart as Lines,
  ReferenceLine,
  ResponsiveContainer,
  Tooltip,
  XAxis,
  YAxis,
} from 'recharts'

export type Series = {
  name: string
  /** One value for each position of `x`; null leaves a gap. */
  values: readonly (number | null)[]
  /** `primary` is the emphasised line. */
  rank: 'primary' | 'secondary'
}

/** A vertical line at a position, with a label. */
export type Mark = { x: number; label: string }

export type LineChartProps = {
  /** Accessible name. */
  label: string
  /** Positions on the horizontal axis, ascending. */
  x: readonly number[]
  series: readonly Series[]
  marks?: readonly Mark[]
  formatX: (value: number) => string
  /** `decimals` of a percentage that its ticks need. */
  formatY: (value: number, decimals: number) => string
  /** Draws each value as a dot, for few values. */
  dots?: boolean
}

const height = 176

/** Steps between ticks, as decimals of a percentage: 0.5 % to 100 %. */
const steps = [0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1]
const maxIntervals = 4

/** Round ticks that enclose all values. */
export function ticksOf(values: readonly (number | null)[]): { ticks: number[]; decimals: number } {
  const known = values.filter((value) => value !== null)
  const [low, high] = [Math.min(...known), Math.max(...known)]
  const intervals = (step: number) => Math.ceil(high / step - 1e-9) - Math.floor(low / step + 1e-9)
  const step = steps.find((each) => intervals(each) <= maxIntervals) ?? high
  const first = Math.floor(low / step + 1e-9)
  const count = Math.max(1, intervals(step))
  return {
    ticks: Array.from({ length: count + 1 }, (_, index) => Number(((first + index) * step).toFixed(4))),
    decimals: step < 0.01 ? 1 : 0,
  }
}

/** The side of its line on which a mark's label has room: two labels on either side, one towards the middle. */
function anchorOf(mark: Mark, marks: readonly Mark[], x: readonly number[]): 'start' | 'middle' | 'end' {
  const other = marks.find((each) => each !== mark)
  if (other) return mark.x < other.x ? 'end' : 'start'
  const share = (mark.x - x[0]!) / (x.at(-1)! - x[0]!)
  return share < 0.33 ? 'start' : share > 0.67 ? 'end' : 'middle'
}
const axis = { tickLine: false, axisLine: false, minTickGap: 24 }

/** Lines over a numeric axis, with a tooltip. Nothing animates. Time and prices run from left to right in every language. */
export function LineChart({ label, x, series, marks = [], formatX, formatY, dots = false }: LineChartProps) {
  const rows = x.map((position, index) => ({
    x: position,
    ...Object.fromEntries(series.map(({ values }, column) => [`y${column}`, values[index] ?? null])),
  }))
  const { ticks, decimals } = ticksOf(series.flatMap(({ values }) => values))
  return (
    <figure className="line-chart" aria-label={label} dir="ltr">
      <ResponsiveContainer width="100%" height={height}>
        <Lines data={rows} margin={{ top: 18, right: 8, bottom: 0, left: 0 }} title={label}>
          <CartesianGrid vertical={false} />
          <XAxis
            dataKey="x"
            type="number"
            domain={['dataMin', 'dataMax']}
            tickFormatter={formatX}
            {...axis}
          />
          <YAxis
            width={44}
            ticks={ticks}
            domain={[ticks[0]!, ticks.at(-1)!]}
            tickFormatter={(value: number) => formatY(value, decimals)}
            {...axis}
          />
          <Tooltip
            isAnimationActive={false}
            labelFormatter={(value) => formatX(Number(value))}
            formatter={(value) => formatY(Number(value), 1)}
          />
          {marks.map((mark) => (
            <ReferenceLine
              key={mark.label}
              x={mark.x}
              className="line-chart-mark"
              ifOverflow="hidden"
              label={{ value: mark.label, position: 'top', textAnchor: anchorOf(mark, marks, x) }}
            />
          ))}
          {series.map(({ name, rank }, column) => (
            <Line
              key={name}
              dataKey={`y${column}`}
              name={name}
              className={`line-chart-${rank}`}
              stroke="currentColor"
              dot={dots ? { r: 2.5 } : false}
              activeDot={{ r: 4 }}
              isAnimationActive={false}
            />
          ))}
        </Lines>
      </ResponsiveContainer>
      {series.length > 1 && (
        <figcaption className="line-chart-legend">
          {series.map(({ name, rank }) => (
            <span key={name} className={`line-chart-${rank}`}>
              <svg viewBox="0 0 16 4" aria-hidden="true">
                <path d="M0 2H16" />
              </svg>
              <bdi>{name}</bdi>
            </span>
          ))}
        </figcaption>
      )}
    </figure>
  )
}
