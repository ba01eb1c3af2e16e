/** The payoff before expiry: opening, mouse, keyboard, touch, screen reader output, and missing data. */
import '#app/ui/base.css'
import i18next from 'i18next'
import axe from 'axe-core'
import { Suspense } from 'react'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import type { Scenario } from '#contract/responses/scenario.ts'
import { startI18n } from '#app/i18n/i18n.ts'
import { showBeforeExpiry } from '#app/state/before-expiry.ts'
import { initialView } from '#app/state/view.ts'
import { madeUpIncome, madeUpNine } from '#app/testing/income.ts'
import { madeUpScenario } from '#app/testing/scenario.ts'
import { app, host, live, makeClientWithoutRetries, TestApp, view } from '#app/testing/test-app.tsx'
import { HowPanel } from '#app/panels/how/how-panel.tsx'

/** Cell Medium · Optimal: the 255 call at 4.10, sold against shares at 231.42. */
const option = madeUpNine('call')[4]!
let requests: URL[]
/** Returns the service's scenario of a contract, or a failed response. */
let scenario: (id: string) => Scenario | Response

beforeAll(async () => void (await startI18n('en', i18next)))
beforeEach(() => {
  requests = []
  scenario = (id) => madeUpScenario({ id })
  showBeforeExpiry(app, false)
  view.setState({ ...initialView, symbol: 'AAPL' }, true)
  host.setState({ phase: 'ready', options: null, settings: null })
  live.setState({
    quotes: {},
    options: {},
    market: null,
    connection: 'live',
    lastMessageAt: Date.now(),
    stale: false,
  })
  vi.stubGlobal('fetch', async (input: string) => {
    const url = new URL(input, location.href)
    requests.push(url)
    if (!url.pathname.includes('/scenario/')) return Response.json(madeUpIncome())
    const result = scenario(url.searchParams.get('contract')!)
    return result instanceof Response ? result : Response.json(result)
  })
})
afterEach(() => vi.unstubAllGlobals())

async function show({ width = 410, dir = 'ltr' } = {}) {
  const { container } = await render(
    <TestApp client={makeClientWithoutRetries()}>
      <Suspense>
        <div dir={dir} style={{ container: 'widget / inline-size' }}>
          <div style={{ inlineSize: width, blockSize: 900, display: 'grid' }}>
            <HowPanel onTrade={() => undefined} />
          </div>
        </div>
      </Suspense>
    </TestApp>,
  )
  await expect.element(toggle).toBeVisible()
  return container
}
const toggle = page.getByRole('button', { name: 'Before expiry' })
const date = page.getByRole('slider', { name: 'Date' })
const volatility = page.getByRole('slider', { name: 'Implied volatility' })
const reset = page.getByRole('button', { name: 'Reset' })
const readout = () => document.querySelector('.how-before-said')?.textContent
const scenarioRequests = () => requests.filter(({ pathname }) => pathname.includes('/scenario/'))
const curve = () => document.querySelector('.how-payoff .how-curve-chosen')?.getAttribute('d')
const zero = () => document.querySelector('.how-payoff .how-zero')?.getAttribute('d')

async function open() {
  await toggle.click()
  await expect.element(date).toBeVisible()
}

test('requests the scenario of the contract on the card when opened, and stays open for the next contract', async () => {
  await show()
  expect(scenarioRequests()).toEqual([])
  await expect.element(toggle).toHaveAttribute('aria-expanded', 'false')
  await open()
  await expect.element(toggle).toHaveAttribute('aria-expanded', 'true')
  expect(scenarioRequests().map((url) => url.searchParams.get('contract'))).toEqual([option.id])
  await page.getByRole('gridcell', { name: /^Medium, Aggressive/ }).click()
  await expect.poll(() => scenarioRequests().length).toBe(2)
  await expect.element(date).toBeVisible()
  await toggle.click()
  await expect.element(date).not.toBeInTheDocument()
})

test('shows the result on the chosen day at the chosen volatility', async () => {
  await show()
  await open()
  await expect.element(date).toHaveAttribute('aria-valuetext', '64 days left, Nov 12')
  await expect.element(volatility).toHaveAttribute('aria-valuetext', 'IV unchanged, 27%')
  expect(readout()).toMatch(/^On Nov 12 at \$231\.42, IV 27%: (profit|loss) \$\d+$/)
  const today = readout()
  await date.fill('34')
  await expect.element(date).toHaveAttribute('aria-valuetext', '30 days left, Dec 16')
  await volatility.fill('5')
  await expect.element(volatility).toHaveAttribute('aria-valuetext', 'IV +5 points, 32%')
  expect(readout()).toMatch(/^On Dec 16 at \$231\.42, IV 32%: /)
  await date.fill('64')
  await expect.element(date).toHaveAttribute('aria-valuetext', 'Expiry, Jan 15')
  expect(readout(), 'same as the payoff at expiry').toBe('At expiry at $231.42: profit $410')
  await reset.click()
  expect(readout()).toBe(today)
  await expect.element(reset).toBeDisabled()
})

test('fits every day into the axes from the start, so that only the curve moves', async () => {
  await show()
  await open()
  const axis = zero()
  const paths = new Set<string | null | undefined>()
  for (const day of ['5', '20', '40', '63']) {
    await date.fill(day)
    paths.add(curve())
    expect(zero()).toBe(axis)
  }
  expect(paths.size).toBe(4)
})

test('sets the sliders by keyboard, and reads the price on the chosen day by keyboard', async () => {
  await show()
  await open()
  await expect.element(toggle).toHaveFocus()
  // Tabs to the diagram and the day; Reset is disabled and skipped.
  for (let step = 0; step < 2; step++) await userEvent.tab()
  await expect.element(date).toHaveFocus()
  await userEvent.keyboard('{ArrowRight}')
  await expect.element(date).toHaveAttribute('aria-valuetext', '63 days left, Nov 13')
  await userEvent.keyboard('{End}')
  await expect.element(date).toHaveAttribute('aria-valuetext', 'Expiry, Jan 15')
  await userEvent.keyboard('{ArrowLeft}')
  await expect.element(date).toHaveAttribute('aria-valuetext', '1 day left, Jan 14')
  const price = page.getByRole('slider', { name: 'Price of AAPL' })
  ;(price.element() as HTMLElement).focus()
  await userEvent.keyboard('{ArrowRight}')
  await expect.element(price).toHaveAttribute('aria-valuetext', 'On Jan 14 at $234.00, IV 27%: profit $668')
  expect(readout()).toBe(price.element().getAttribute('aria-valuetext'))
})

test('shows a message outside the computed prices', async () => {
  scenario = (id) => {
    const full = madeUpScenario({ id })
    const firstIndex = full.prices.findIndex((price) => price > 225)
    return {
      ...full,
      prices: full.prices.slice(firstIndex),
      values: full.values.map((day) => day.map((row) => row.slice(firstIndex))),
    }
  }
  await show()
  await open()
  const price = page.getByRole('slider', { name: 'Price of AAPL' })
  ;(price.element() as HTMLElement).focus()
  await userEvent.keyboard('{Home}')
  expect(readout()).toMatch(/^Worked out between \$22\d\.\d\d and \$291\.42 only$/)
})

test('shows the greeks from the seller’s side, for all contracts', async () => {
  view.setState({ positions: { AAPL: { stockQuantity: 300 } } })
  vi.stubGlobal('fetch', async (input: string) =>
    Response.json(
      input.includes('/scenario/')
        ? madeUpScenario({ id: option.id })
        : madeUpIncome({
            stockQuantity: 300,
            callOptimals: madeUpNine('call').map((option) => ({ ...option, contracts: 3 })),
          }),
    ),
  )
  await show()
  await open()
  const rows = [...document.querySelectorAll('.how-before-greeks > div')].map(
    (element) => element.textContent,
  )
  expect(rows).toEqual([
    'Theta+$18.30 a day',
    'Vega−$108.00 per point of IV',
    'Delta−$102.00 per $1 of the stock',
    'Gamma−$3.60 of delta per $1',
  ])
})

test('shows the reason if no scenario is computed, and keeps the payoff at expiry', async () => {
  scenario = (id) =>
    madeUpScenario({
      id,
      refused: 'crossed',
      daysLeft: [],
      volatilityShifts: [],
      prices: [],
      values: [],
      greeks: null,
      fairValue: null,
      impliedVolatility: null,
    })
  await show()
  await toggle.click()
  await expect.element(page.getByText(/among those left out: crossed quotes/)).toBeVisible()
  await expect.element(page.getByRole('img', { name: 'Profit and loss at expiry' })).toBeVisible()
})

test('shows the payoff at expiry without sliders on the last day', async () => {
  const { prices } = madeUpScenario()
  scenario = (id) =>
    madeUpScenario({
      id,
      daysLeft: [0],
      volatilityShifts: [0],
      values: [[prices.map((price) => Math.max(0, price - 255))]],
      greeks: null,
      fairValue: null,
      impliedVolatility: null,
    })
  await show()
  await toggle.click()
  await expect.element(page.getByText(/It expires today/)).toBeVisible()
  expect(readout()).toBe('At expiry at $231.42: profit $410')
  await expect.element(date).not.toBeInTheDocument()
})

test('shows a failure in place of the diagram controls, with a retry', async () => {
  scenario = () => Response.json({}, { status: 503 })
  await show()
  await toggle.click()
  await expect.element(page.getByText('The days before expiry could not be worked out')).toBeVisible()
  scenario = (id) => madeUpScenario({ id })
  await page.getByRole('alert').getByRole('button', { name: 'Try again' }).click()
  await expect.element(date).toBeVisible()
})

test.each([
  { width: 410, dir: 'ltr' },
  { width: 296, dir: 'rtl' },
  { width: 700, dir: 'ltr' },
])('has no accessibility violations and no overflow ($width, $dir)', async (layout) => {
  const container = await show(layout)
  await open()
  await date.fill('30')
  const section = container.querySelector('.how-payoff-part')!
  const { violations } = await axe.run(section as HTMLElement)
  expect(violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)])).toEqual([])
  expect(section.scrollWidth).toBeLessThanOrEqual(section.clientWidth)
})
