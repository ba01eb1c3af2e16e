/** Charts of the premiums beside what they cost, by band of the stated probability: one of calls, one of puts. */
import { Bar, BarChart, CartesianGrid, ResponsiveContainer, Tooltip, XAxis, YAxis } from 'recharts'
import type { RecordRight, RecordYield } from '#contract/responses/record-summary.ts'
import {
  AxisName,
  axisProps,
  chartHeight,
  chartMargin,
  Legend,
  percentText,
  percentTick,
  rowOfTip,
  Tip,
} from './chart-parts.tsx'

type Row = RecordYield & { readonly band: string }

const bandText = ({ from, to }: RecordYield): string =>
  from === null || to === null ? 'all' : `${Math.round(100 * from)}–${Math.round(100 * to)}`

const rights = [
  ['call', 'Covered calls'],
  ['put', 'Puts'],
] as const satisfies readonly (readonly [RecordRight, string])[]

export function YieldsChart({ yields }: { yields: readonly RecordYield[] }) {
  // One scale, so that both charts can be compared.
  const highest = Math.max(...yields.flatMap(({ premium, forgone }) => [premium, forgone]))
  return (
    <>
      <Legend
        items={[
          { name: 'Premium', series: 'first' },
          { name: 'Cost: rise given up, or fall borne', series: 'second' },
        ]}
      />
      <div className="chart-parts">
        {rights.map(([right, name]) => (
          <RightChart
            key={right}
            name={name}
            highest={highest}
            rows={yields.filter((row) => row.right === right).map((row) => ({ ...row, band: bandText(row) }))}
          />
        ))}
      </div>
      <AxisName>Across: stated probability, per cent. Up: means, per cent of the capital.</AxisName>
    </>
  )
}

function RightChart({ name, rows, highest }: { name: string; rows: Row[]; highest: number }) {
  if (rows.length === 0) return undefined
  return (
    <div>
      <p className="chart-part-name">{name}</p>
      <ResponsiveContainer width="100%" height={chartHeight - 24}>
        <BarChart
          data={rows}
          margin={chartMargin}
          barCategoryGap="22%"
          barGap={2}
          title={`${name}: premium and what it cost. The table below has the figures.`}
        >
          <CartesianGrid vertical={false} stroke="var(--line)" />
          <XAxis {...axisProps} dataKey="band" interval={0} height={24} />
          <YAxis
            {...axisProps}
            width={52}
            domain={[0, Math.ceil(highest * 100) / 100]}
            tickFormatter={percentTick}
            axisLine={false}
            tickLine={false}
          />
          <Tooltip
            isAnimationActive={false}
            cursor={{ fill: 'var(--hover)', fillOpacity: 0.6 }}
            content={({ payload }) => tipOf(rowOfTip(payload) as Row | undefined)}
          />
          <Bar dataKey="premium" fill="var(--series-first)" isAnimationActive={false} maxBarSize={32} />
          <Bar dataKey="forgone" fill="var(--series-second)" isAnimationActive={false} maxBarSize={32} />
        </BarChart>
      </ResponsiveContainer>
    </div>
  )
}

const tipOf = (row: Row | undefined) =>
  row && (
    <Tip
      title={`${row.band === 'all' ? 'All' : `${row.band} %`}: ${row.count} picks`}
      lines={[
        `premium ${percentText(row.premium)}`,
        `cost ${percentText(row.forgone)}`,
        `difference ${percentText(row.net)}`,
      ]}
    />
  )
