/** A sample chart for the tests of its geometry. */
import type { History } from '#contract/responses/resources.ts'
import { chartModel, type ChartInput, type ChartModel } from './chart-model.ts'
import { dayNumber, dayText } from './scales.ts'

/** `count` trading days up to Sep 15, 2026, with closes that rise in waves to about 232. */
export const history = (range: History['range'] = '6M', count = 127): History => {
  const days: number[] = []
  for (let day = dayNumber('2026-09-15'); days.length < count; day--)
    if (![0, 6].includes(new Date(day * 86_400_000).getUTCDay())) days.unshift(day)
  const close = days.map((_, i) => 232 - (count - 1 - i) * 0.05 + 3 * Math.sin(i / 5))
  return {
    symbol: 'AAPL',
    range,
    date: days.map(dayText),
    open: close.map((price, i) => price + (i % 2 ? 0.5 : -0.5)),
    high: close.map((price) => price + 1),
    low: close.map((price) => price - 1),
    close,
    volume: close.map((_, i) => 1000 + i),
  }
}
const sampleLevel = (value: number) => ({ value, date: '2026-08-01T20:00:00Z', touches: 2, strength: 1 })
export const expectedRangeOn = (day: string, deviation = 0.13) => ({
  day,
  low: 232 * (1 - deviation),
  high: 232 * (1 + deviation),
  deviation,
})
export const input: ChartInput = {
  history: history(),
  window: null,
  averages: [],
  levels: {
    support: [sampleLevel(224), sampleLevel(212), sampleLevel(190)],
    resistance: [sampleLevel(238), sampleLevel(246), sampleLevel(260)],
  },
  last: 232,
  isAfterLastBar: false,
  today: dayNumber('2026-09-15'),
  expected: expectedRangeOn('2026-10-16', 0.04),
  contract: null,
  signals: [],
  earnings: '2026-10-01',
  exDividend: null,
  showCandles: false,
  showVolume: true,
  showTrend: true,
}
export const size = {
  width: 600,
  height: 240,
  tagGutter: 70,
  scaleGutter: { whole: 30, cents: 45 },
  isGutterLeft: false,
  textScale: 1,
}
export const modelOf = (change: Partial<ChartInput> = {}): ChartModel =>
  chartModel({ ...input, ...change }, size)!
export const historyOf = (range: History['range'], count: number) => ({
  history: history(range, count),
  window: null,
})
/** Returns the points of an SVG path in order. */
export const pointsOf = (d: string): [number, number][] =>
  [...d.matchAll(/[ML]([-\d.]+) ([-\d.]+)/g)].map(([, x, y]) => [Number(x), Number(y)])
