/** Chart of the gains and losses of the picks of each night. */
import {
  Bar,
  CartesianGrid,
  ComposedChart,
  Line,
  ReferenceLine,
  ResponsiveContainer,
  Tooltip,
  XAxis,
  YAxis,
} from 'recharts'
import type { RecordNightResult } from '#contract/responses/record-summary.ts'
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

export const NightsChart = ({ nights }: { nights: readonly RecordNightResult[] }) => (
  <>
    <Legend
      items={[
        { name: 'Gains of the winners', series: 'gain' },
        { name: 'Losses of the losers', series: 'loss' },
        { name: 'Net', series: 'net', shape: 'line' },
      ]}
    />
    <ResponsiveContainer width="100%" height={chartHeight}>
      <ComposedChart
        data={[...nights]}
        margin={chartMargin}
        stackOffset="sign"
        title="Gains and losses by night. The table below has the figures."
      >
        <CartesianGrid vertical={false} stroke="var(--line)" />
        <XAxis {...axisProps} dataKey="night" height={24} minTickGap={28} />
        <YAxis {...axisProps} width={52} tickFormatter={percentTick} axisLine={false} tickLine={false} />
        <ReferenceLine y={0} stroke="var(--line-control)" />
        <Tooltip
          isAnimationActive={false}
          cursor={{ fill: 'var(--hover)', fillOpacity: 0.6 }}
          content={({ payload }) => tipOf(rowOfTip(payload) as RecordNightResult | undefined)}
        />
        <Bar dataKey="gains" stackId="night" fill="var(--gain)" isAnimationActive={false} maxBarSize={36} />
        <Bar dataKey="losses" stackId="night" fill="var(--loss)" isAnimationActive={false} maxBarSize={36} />
        <Line
          dataKey="net"
          stroke="var(--text)"
          strokeWidth={1.75}
          strokeDasharray="5 3"
          dot={nights.length < 3}
          isAnimationActive={false}
        />
      </ComposedChart>
    </ResponsiveContainer>
    <AxisName>Per cent of the capital of the night, by the night of the pick.</AxisName>
  </>
)

const tipOf = (night: RecordNightResult | undefined) =>
  night && (
    <Tip
      title={`${night.night}: ${night.count} results, ${night.losers} losers`}
      lines={[
        `gains ${percentText(night.gains)}`,
        `losses ${percentText(night.losses)}`,
        `net ${percentText(night.net)}`,
      ]}
    />
  )
