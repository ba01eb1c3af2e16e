/** The drawing of a chart figure. Loaded on demand: recharts is in this file's chunk only. */
import {
  CartesianGrid,
  Line,
  LineChart as RechartsLineChart,
  ReferenceLine,
  ResponsiveContainer,
  Tooltip,
  XAxis,
  YAxis,
} from 'recharts'
import type { ChartData, MarkTone } from './chart-data.ts'
import { multiples, niceStep, percentTicks } from './nice-ticks.ts'

/** Height and margins of the drawing, pixels. */
const height = 180
const margin = { top: 8, right: 12, bottom: 0, left: 0 }
const axisStyle = { stroke: 'var(--sw-line-control)' }
const markStyles: Record<MarkTone, { stroke: string; strokeWidth: number; strokeDasharray?: string }> = {
  chosen: { stroke: 'var(--sw-text)', strokeWidth: 1.25 },
  current: { stroke: 'var(--sw-text-3)', strokeWidth: 1.5, strokeDasharray: '1 3' },
}
const tickStyle = { fill: 'var(--sw-text-3)', fontSize: 11 }

/** Returns round ticks for the x axis, about six. */
function roundTicks(rows: ChartData['rows']): number[] {
  const [low, high] = [rows[0]?.x ?? 0, rows.at(-1)?.x ?? 0]
  return multiples(niceStep(high - low, 6), low, high)
}

/**
 * Draws the series as lines over a numeric axis, without animations. A null is a gap. The arrow
 * keys move the readout from point to point. The axis runs from left to right in every language, as
 * on the price chart.
 */
export function LineChart({ data, title }: { data: ChartData; title: string }) {
  const { rows, series, marks, ticks, formatTick, formatX, formatY } = data
  const values = rows.flatMap(({ values }) => Object.values(values).filter((value) => value !== null))
  const yTicks = percentTicks(values)
  return (
    <div className="chart-drawing" dir="ltr">
      <ResponsiveContainer width="100%" height={height}>
        <RechartsLineChart data={rows} margin={margin} title={title}>
          <CartesianGrid vertical={false} stroke="var(--sw-line-subtle)" />
          <XAxis
            dataKey="x"
            type="number"
            domain={['dataMin', 'dataMax']}
            tickFormatter={formatTick}
            minTickGap={24}
            height={22}
            axisLine={axisStyle}
            tickLine={axisStyle}
            tick={tickStyle}
            ticks={ticks ? [...ticks] : roundTicks(rows)}
          />
          <YAxis
            width={44}
            domain={[yTicks[0] ?? 0, yTicks.at(-1) ?? 1]}
            ticks={yTicks}
            tickFormatter={(value: number) => formatY(value, 0)}
            axisLine={false}
            tickLine={false}
            tick={tickStyle}
          />
          <Tooltip
            isAnimationActive={false}
            cursor={{ stroke: 'var(--sw-line-control)' }}
            labelFormatter={(x) => formatX(Number(x))}
            formatter={(value) => formatY(Number(value), 1)}
          />
          {marks.map(({ x, tone }) => (
            <ReferenceLine key={tone} x={x} {...markStyles[tone]} />
          ))}
          {series.map(({ key, name, tone, hasPoints }) => (
            <Line
              key={key}
              dataKey={(row: ChartData['rows'][number]) => row.values[key] ?? null}
              name={name}
              stroke={`var(--chart-${tone})`}
              {...(tone === 'second' && { strokeDasharray: '5 3' })}
              strokeWidth={1.75}
              dot={
                hasPoints
                  ? { r: 2, fill: `var(--chart-${tone})`, strokeWidth: 0, strokeDasharray: '' }
                  : false
              }
              activeDot={{ r: 4 }}
              isAnimationActive={false}
              connectNulls={false}
            />
          ))}
        </RechartsLineChart>
      </ResponsiveContainer>
    </div>
  )
}
