/** Chart of the stated probabilities and the shares that expired worthless, with error bars. */
import {
  CartesianGrid,
  ErrorBar,
  ReferenceLine,
  ResponsiveContainer,
  Scatter,
  ScatterChart,
  Tooltip,
  XAxis,
  YAxis,
} from 'recharts'
import type { RecordCalibration } from '#contract/responses/record-summary.ts'
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

/** Length of an error bar, in standard errors: 95 % of a normal distribution. */
const barErrors = 1.96

type Point = RecordCalibration & {
  /** Lengths of the error bar below and above the point, within 0 and 1. */
  readonly bar: [number, number]
}

const pointOf = (band: RecordCalibration): Point => {
  const length = barErrors * band.error
  return { ...band, bar: [Math.min(length, band.observed), Math.min(length, 1 - band.observed)] }
}

/** The start of the axes: a whole tenth below all points and bars. */
const startOf = (points: readonly Point[]): number =>
  Math.max(
    0,
    Math.floor(10 * Math.min(...points.flatMap(({ stated, observed, bar }) => [stated, observed - bar[0]]))) /
      10,
  )

export function CalibrationChart({ bands }: { bands: readonly RecordCalibration[] }) {
  const points = bands.map(pointOf)
  const start = startOf(points)
  const ticks = Array.from({ length: Math.round((1 - start) * 10) + 1 }, (_, index) => start + index / 10)
  const axis = {
    ...axisProps,
    type: 'number' as const,
    domain: [start, 1] as [number, number],
    ticks,
    tickFormatter: percentTick,
  }
  return (
    <>
      <Legend
        items={[
          { name: 'Observed, with 95 % interval', series: 'first', shape: 'point' },
          { name: 'As stated', series: 'plain', shape: 'line' },
        ]}
      />
      <ResponsiveContainer width="100%" height={chartHeight}>
        <ScatterChart
          margin={chartMargin}
          title="Stated probability and observed share. The table below has the figures."
        >
          <CartesianGrid stroke="var(--line)" />
          <XAxis {...axis} dataKey="stated" height={24} />
          <YAxis {...axis} dataKey="observed" width={52} />
          <ReferenceLine
            segment={[
              { x: start, y: start },
              { x: 1, y: 1 },
            ]}
            stroke="var(--text-2)"
            strokeDasharray="5 4"
          />
          <Tooltip
            isAnimationActive={false}
            cursor={false}
            content={({ payload }) => tipOf(rowOfTip(payload) as RecordCalibration | undefined)}
          />
          <Scatter data={points} fill="var(--series-first)" isAnimationActive={false}>
            <ErrorBar
              dataKey="bar"
              direction="y"
              width={5}
              strokeWidth={1.75}
              stroke="var(--series-first)"
              isAnimationActive={false}
            />
          </Scatter>
        </ScatterChart>
      </ResponsiveContainer>
      <AxisName>Across: mean stated probability. Up: share that expired worthless.</AxisName>
    </>
  )
}

const tipOf = (band: RecordCalibration | undefined) =>
  band && (
    <Tip
      title={`${percentTick(band.from)} to ${percentTick(band.to)}: ${band.count} picks`}
      lines={[
        `stated ${percentText(band.stated)}`,
        `observed ${percentText(band.observed)} ± ${percentText(barErrors * band.error)}`,
      ]}
    />
  )
