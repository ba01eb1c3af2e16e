import { expect, test } from 'vitest'
import type { History } from '#contract/resources.ts'
import { barAt, chartModel, type ChartInput } from './chart-model.ts'
import { dayNumber, dayText } from './chart-scale.ts'

const first = dayNumber('2026-05-12')
const closes = Array.from({ length: 127 }, (_, i) => 200 + i * 0.25 + 3 * Math.sin(i / 5))
const history = (range: History['range'] = '6M', count = closes.length): History => {
  const close = closes.slice(0, count)
  return {
    symbol: 'AAPL',
    range,
    date: close.map((_, i) => dayText(first + i)),
    open: close,
    high: close,
    low: close,
    close,
    volume: close,
  }
}
const level = (value: number) => ({ value, date: '2026-08-01T20:00:00Z', touches: 2, strength: 1 })
const expectedBy = (day: string, deviation = 0.13) => ({
  day,
  low: 232 * (1 - deviation),
  high: 232 * (1 + deviation),
  deviation,
})
const input: ChartInput = {
  history: history(),
  levels: { support: [level(224), level(212), level(190)], resistance: [level(238), level(246), level(260)] },
  last: 232,
  expected: expectedBy('2026-10-16', 0.04),
  earnings: '2026-10-01',
  exDividend: null,
  trend: true,
}
const size = { width: 480, height: 240, gutter: 70, gutterAtStart: false, zoom: 1 }

test('the line, the cone and the earnings badge are inside the plot', () => {
  const model = chartModel(input, size)!
  expect(model.x(model.days[0]!)).toBe(model.plot.left)
  for (const { day, cone } of model.points) {
    expect(model.x(day)).toBeLessThanOrEqual(model.plot.right + 1e-6)
    for (const price of cone ?? [])
      expect(price >= model.priceDomain[0] && price <= model.priceDomain[1]).toBe(true)
  }
  expect(model.points.at(-1)!.day).toBe(dayNumber('2026-10-16'))
  const x = model.x(dayNumber('2026-10-01'))
  expect(model.events).toEqual([{ kind: 'earnings', x, badge: x }])
})

test('two nearest levels of each kind', () => {
  expect(chartModel(input, size)!.levels.map(({ kind, value }) => kind + value)).toEqual([
    'R238',
    'R246',
    'S224',
    'S212',
  ])
})

test('the label gives the whole move even where the cone is cut by the edge of the chart', () => {
  const far = chartModel({ ...input, expected: expectedBy('2027-12-17', 0.27) }, size)!
  expect(far.move).toBe(0.27)
  expect(far.points.at(-1)!.day).toBeLessThan(dayNumber('2027-12-17'))
  expect(far.x(far.days.at(-1)!) - far.plot.left).toBeGreaterThan((far.plot.right - far.plot.left) / 2)
})

test('without an expected move there is neither cone nor label', () => {
  const model = chartModel({ ...input, expected: null }, size)!
  expect(model.move).toBeNull()
  expect(model.points.some(({ cone }) => cone)).toBe(false)
})

test('a month has its own band only, half a year both', () => {
  const bands = (range: History['range'], trend: boolean) => {
    const { points } = chartModel({ ...input, history: history(range), trend }, size)!
    return [points.filter((point) => point.oneMonth).length, points.filter((point) => point.sixMonth).length]
  }
  expect(bands('1M', true)).toEqual([21, 0])
  expect(bands('6M', true)).toEqual([21, 126])
  expect(bands('6M', false)).toEqual([0, 0])
})

test('the prices stand at the left where text runs from the right, time still runs to the right', () => {
  const model = chartModel(input, { ...size, gutterAtStart: true })!
  expect(model.plot.left).toBe(70)
  expect(model.x(model.days[1]!)).toBeGreaterThan(model.x(model.days[0]!))
})

test('earnings and ex-dividend on one day stand side by side', () => {
  const [one, other] = chartModel({ ...input, exDividend: '2026-10-01' }, size)!.events
  expect(Math.abs(other!.badge - one!.badge)).toBeGreaterThanOrEqual(30)
})

test('a badge at the end of the time shown stays clear of the prices', () => {
  const model = chartModel(
    { ...input, expected: expectedBy('2026-09-20', 0.01), earnings: '2026-10-20', exDividend: '2026-10-19' },
    size,
  )!
  for (const { badge } of model.events) expect(badge).toBeLessThanOrEqual(model.plot.right - 15)
})

test('the pointer finds its bar; no bars, no chart; one bar is a chart', () => {
  const model = chartModel(input, size)!
  expect(barAt(model, -50)).toBe(0)
  expect(barAt(model, model.x(model.days[40]!) + 0.2)).toBe(40)
  expect(barAt(model, 1e4)).toBe(126)
  expect(chartModel({ ...input, history: history('6M', 0) }, size)).toBeNull()
  expect(chartModel({ ...input, history: history('6M', 1) }, size)!.points[0]!.close).toBe(closes[0])
})
