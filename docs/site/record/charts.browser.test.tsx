/** The charts of the record's page: what they draw, their names, and narrow screens. */
import '#docs/site/style/record.css'
import axe from 'axe-core'
import type { ReactNode } from 'react'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import type { RecordCalibration, RecordYield } from '#contract/responses/record-summary.ts'
import { CalibrationChart } from './calibration-chart.tsx'
import { NightsChart } from './nights-chart.tsx'
import { YieldsChart } from './yields-chart.tsx'

const bands: RecordCalibration[] = [
  { from: 0.6, to: 0.7, count: 40, stated: 0.66, observed: 0.55, error: 0.08 },
  { from: 0.9, to: 1, count: 60, stated: 0.93, observed: 0.98, error: 0.03 },
]
const yieldOf = (
  right: 'call' | 'put',
  from: number | null,
  premium: number,
  forgone: number,
): RecordYield => ({
  right,
  from,
  to: from === null ? null : from + 0.1,
  count: 30,
  premium,
  forgone,
  net: premium - forgone,
})
const yields = [
  yieldOf('call', null, 0.02, 0.03),
  yieldOf('call', 0.7, 0.02, 0.03),
  yieldOf('put', null, 0.01, 0),
  yieldOf('put', 0.8, 0.01, 0),
]
const nights = [
  { night: '2026-11-20', count: 3, losers: 1, gains: 0.01, losses: -0.04, net: -0.03 },
  { night: '2026-11-23', count: 2, losers: 0, gains: 0.02, losses: 0, net: 0.02 },
]

const show = (chart: ReactNode, width = 700) =>
  render(
    <div style={{ width }}>
      <figure className="chart" aria-label="Chart">
        {chart}
      </figure>
    </div>,
  )
const figure = page.getByRole('figure', { name: 'Chart' })
const drawn = (selector: string) => figure.element().querySelectorAll(selector)

test('draws each band with an error bar that stays between 0 and 100 %', async () => {
  await show(<CalibrationChart bands={bands} />)
  await expect.poll(() => drawn('.recharts-scatter-symbol').length).toBe(2)
  const area = drawn('.recharts-cartesian-grid')[0]!.getBoundingClientRect()
  const bars = [...drawn('.recharts-errorBar')].map((bar) => bar.getBoundingClientRect())
  expect(bars).toHaveLength(2)
  // The upper end of 98 % + 1.96 x 3 % is cut at 100 %.
  expect(bars[1]!.top).toBeGreaterThanOrEqual(area.top - 1)
  expect(bars[0]!.height).toBeGreaterThan(2 * bars[1]!.height)
  expect(drawn('.recharts-reference-line')).toHaveLength(1)
})

test('draws premium and cost of calls and of puts on one scale', async () => {
  await show(<YieldsChart yields={yields} />)
  await expect.poll(() => drawn('.recharts-surface').length).toBe(2)
  expect(figure.getByText('3 %', { exact: true }).elements(), 'the top of both axes').toHaveLength(2)
  const heights = [...drawn('.recharts-bar-rectangle path')].map((bar) => bar.getBoundingClientRect().height)
  expect(heights[2]! / heights[0]!).toBeCloseTo(1.5, 1)
})

test('draws losses below zero, and reads a night by keyboard', async () => {
  await show(<NightsChart nights={nights} />)
  await expect.poll(() => drawn('.recharts-bar-rectangle path').length).toBeGreaterThan(2)
  const zero = drawn('.recharts-reference-line')[0]!.getBoundingClientRect().top
  const boxes = [...drawn('.recharts-bar-rectangle path')].map((bar) => bar.getBoundingClientRect())
  expect(
    boxes.some(({ bottom }) => bottom > zero + 5),
    'the loss',
  ).toBe(true)
  expect(
    boxes.some(({ top }) => top < zero - 5),
    'the gains',
  ).toBe(true)
  ;(drawn('svg.recharts-surface')[0] as SVGElement).focus()
  await userEvent.keyboard('{ArrowRight}')
  await expect.element(figure.getByText('2026-11-23: 2 results, 0 losers')).toBeVisible()
})

test.each([330, 900])('has no accessibility violations and no overflow (%i pixels)', async (width) => {
  const { container } = await show(
    <>
      <CalibrationChart bands={bands} />
      <YieldsChart yields={yields} />
      <NightsChart nights={nights} />
    </>,
    width,
  )
  await expect.poll(() => drawn('svg.recharts-surface').length).toBe(4)
  const { violations } = await axe.run(container)
  expect(violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)])).toEqual([])
  expect(figure.element().scrollWidth).toBeLessThanOrEqual(figure.element().clientWidth)
})
