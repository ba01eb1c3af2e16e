/** The same bars drawn by recharts, for comparison: candles, volumes, three averages. */
import { Bar, ComposedChart, Line, XAxis, YAxis } from 'recharts'
import type { History } from '#contract/responses/resources.ts'
import type { BarWindow } from '#app/panels/why/chart/bar-window.ts'

type CandleProps = { x?: number; y?: number; width?: number; height?: number; open?: number; close?: number }

const Candle = ({ x = 0, y = 0, width = 0, height = 0, open = 0, close = 0 }: CandleProps) => (
  <path
    d={`M${x + width / 2} ${y}v${height}M${x} ${y + height / 4}h${width}v${height / 2}h${-width}Z`}
    stroke="currentColor"
    fill={close >= open ? 'none' : 'currentColor'}
  />
)

/** Recharts' data: one row per bar in the window. */
const chartRows = (
  { date, open, high, low, close, volume, averages = [] }: History,
  { from, to }: BarWindow,
) => {
  const first = Math.floor(from)
  return date.slice(first, Math.ceil(to) + 1).map((day, offset) => {
    const index = first + offset
    const averageValues = Object.fromEntries(
      averages.map((average) => [`of${average.sessions}`, average.close[index]]),
    )
    return {
      day,
      open: open[index],
      close: close[index],
      range: [low[index], high[index]],
      volume: volume[index],
      ...averageValues,
    }
  })
}

export const RechartsChart = ({ history, window }: { history: History; window: BarWindow }) => (
  <ComposedChart width={960} height={420} data={chartRows(history, window)} accessibilityLayer={false}>
    <XAxis dataKey="day" hide />
    <YAxis yAxisId="price" hide domain={['dataMin', 'dataMax']} />
    <YAxis yAxisId="volume" hide />
    <Bar yAxisId="volume" dataKey="volume" isAnimationActive={false} />
    <Bar yAxisId="price" dataKey="range" shape={Candle} isAnimationActive={false} />
    {[20, 50, 200].map((sessions) => (
      <Line
        key={sessions}
        yAxisId="price"
        dataKey={`of${sessions}`}
        dot={false}
        activeDot={false}
        isAnimationActive={false}
      />
    ))}
  </ComposedChart>
)
