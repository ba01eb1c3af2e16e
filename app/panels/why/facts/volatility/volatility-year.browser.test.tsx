/**
 * The volatility of one year below the facts: disclosure button, chart, table, keyboard, and unknown
 * values.
 */
import '#app/ui/base.css'
import axe from 'axe-core'
import i18next from 'i18next'
import { Suspense } from 'react'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import type { Volatility } from '#contract/responses/volatility.ts'
import { startI18n } from '#app/i18n/i18n.ts'
import { initialView } from '#app/state/view.ts'
import { host, live, makeClientWithoutRetries, TestApp, view } from '#app/testing/test-app.tsx'
import { sampleVolatility } from '#app/testing/volatility.ts'
import { sampleHistory, sampleWhy } from '#app/testing/why.ts'
import { WhyPanel } from '#app/panels/why/why-panel.tsx'

let respondWithVolatility: () => Volatility | Response
let requests: string[]

beforeAll(async () => void (await startI18n('en', i18next)))
beforeEach(() => {
  requests = []
  respondWithVolatility = sampleVolatility
  view.setState({ ...initialView, symbol: 'AAPL' }, true)
  host.setState({ phase: 'ready', options: null, settings: null })
  live.setState({ quotes: {}, market: null, connection: 'live', lastMessageAt: Date.now(), stale: false })
  vi.stubGlobal('fetch', async (input: string) => {
    const { pathname } = new URL(input, location.href)
    requests.push(pathname)
    if (pathname.endsWith('/history')) return Response.json(sampleHistory('6M'))
    if (!pathname.endsWith('/volatility')) return Response.json(sampleWhy)
    const response = respondWithVolatility()
    return response instanceof Response ? response : Response.json(response)
  })
})
afterEach(() => vi.unstubAllGlobals())

const toggle = page.getByRole('button', { name: 'Volatility over one year' })
const figure = page.getByRole('figure', { name: 'Implied and realized volatility, one year' })
const drawing = () => figure.element().querySelector('svg.recharts-surface')
const lines = () => [...figure.element().querySelectorAll('.recharts-line-curve')]

async function open({ width = 480, dir = 'ltr' } = {}) {
  const { container } = await render(
    <TestApp client={makeClientWithoutRetries()}>
      <Suspense>
        <div dir={dir} style={{ container: 'widget / inline-size' }}>
          <div style={{ inlineSize: width, blockSize: 900, display: 'grid' }}>
            <WhyPanel />
          </div>
        </div>
      </Suspense>
    </TestApp>,
  )
  await expect.element(toggle).toHaveAttribute('aria-expanded', 'false')
  expect(requests.filter((path) => path.endsWith('/volatility'))).toEqual([])
  ;(toggle.element() as HTMLElement).focus()
  await userEvent.keyboard('{Enter}')
  await expect.element(toggle).toHaveAttribute('aria-expanded', 'true')
  return container
}

test('shows two lines over the year, with their names and the unit', async () => {
  await open()
  await expect.element(figure).toBeVisible()
  await expect.poll(() => lines().length).toBe(2)
  for (const name of ['Implied, 30 days', 'Realized, 20 sessions', 'Volatility, % per year'])
    await expect.element(figure.getByText(name, { exact: true })).toBeVisible()
  const ticks = [...figure.element().querySelectorAll('.recharts-yAxis-tick-labels text')].map(
    (tick) => tick.textContent,
  )
  expect(ticks).toEqual(['15%', '20%', '25%', '30%'])
})

test('shows a day without a volatility as a gap in the line and a dash in the table', async () => {
  const complete = sampleVolatility()
  respondWithVolatility = () =>
    sampleVolatility({
      impliedVolatility: complete.impliedVolatility.map((value, index) => (index % 100 === 0 ? value : null)),
      impliedDays: 3,
    })
  await open()
  await expect
    .element(
      figure.getByText(
        'Implied volatility is known on 3 days; IV rank needs 60. Days without it are left blank.',
      ),
    )
    .toBeVisible()
  await expect.poll(() => figure.element().querySelectorAll('.recharts-line-dot').length).toBe(3)
  await figure.getByRole('button', { name: 'Show as table' }).click()
  const table = figure.getByRole('table', {
    name: 'Implied and realized volatility of AAPL by day, per year',
  })
  const rows = [...table.element().querySelectorAll('tbody tr')]
  expect(rows).toHaveLength(complete.date.length)
  expect([...rows[0]!.children].map((cell) => cell.textContent)).toEqual(['Nov 12, 2026', '—', '22.0%'])
})

test('without options and daily prices, shows both reasons and no chart', async () => {
  respondWithVolatility = () =>
    sampleVolatility({
      date: [],
      impliedVolatility: [],
      realizedVolatility: [],
      impliedDays: 0,
      unknown: [
        { field: 'impliedVolatility', reason: 'no-chain', asOf: null },
        { field: 'realizedVolatility', reason: 'no-bars', asOf: null },
      ],
    })
  await open()
  await expect
    .element(page.getByText('Implied volatility is unknown. There are no listed options.'))
    .toBeVisible()
  await expect
    .element(page.getByText('Realized volatility is unknown. There are no daily prices.'))
    .toBeVisible()
  await expect.element(figure).not.toBeInTheDocument()
})

test('the arrow keys move the tooltip day by day', async () => {
  await open()
  await expect.element(figure).toBeVisible()
  await expect.poll(() => drawing()?.getAttribute('tabindex')).toBe('0')
  ;(drawing() as SVGElement).focus()
  await userEvent.keyboard('{ArrowRight}')
  await expect
    .poll(() => figure.element().querySelector('.recharts-tooltip-wrapper')?.textContent)
    .toMatch(/Implied, 30 days.*%.*Realized, 20 sessions.*%/)
})

test('shows a failed request with a retry button', async () => {
  respondWithVolatility = () => Response.json({}, { status: 503 })
  await open()
  await expect.element(page.getByText('The volatilities could not be loaded')).toBeVisible()
  respondWithVolatility = sampleVolatility
  await page.getByRole('alert').getByRole('button', { name: 'Try again' }).click()
  await expect.element(figure).toBeVisible()
})

test.each([
  { width: 480, dir: 'ltr' },
  { width: 296, dir: 'rtl' },
])('has no accessibility violations and no overflow ($width, $dir)', async (layout) => {
  const container = await open(layout)
  await expect.element(figure).toBeVisible()
  await expect.poll(() => lines().length).toBe(2)
  const section = container.querySelector<HTMLElement>('.why-volatility')!
  const check = async () => {
    const { violations } = await axe.run(section)
    expect(violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)])).toEqual([])
    expect(section.scrollWidth).toBeLessThanOrEqual(section.clientWidth)
  }
  await check()
  await figure.getByRole('button', { name: 'Show as table' }).click()
  await check()
})
