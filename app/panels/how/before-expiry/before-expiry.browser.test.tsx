/** The payoff before expiry: opened, set by mouse, keys and fingers, read out, and what is said where there is nothing to show. */
import '#app/ui/base.css'
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
import { app, host, live, makeImpatientClient, TestApp, view } from '#app/testing/test-app.tsx'
import { HowPanel } from '#app/panels/how/how-panel.tsx'

/** Medium · Optimal: the 255 call at 4.10, sold against shares at 231.42. */
const option = madeUpNine('call')[4]!
let asked: URL[]
/** What the service says of a contract; an answer of its own where it fails. */
let scenario: (id: string) => Scenario | Response

beforeAll(async () => void (await startI18n('en')))
beforeEach(() => {
  asked = []
  scenario = (id) => madeUpScenario({ id })
  showBeforeExpiry(app, false)
  view.setState({ ...initialView, symbol: 'AAPL' }, true)
  host.setState({ phase: 'ready', options: null, settings: null })
  live.setState({
    quotes: {},
    options: {},
    frame: null,
    connection: 'live',
    lastFrameAt: Date.now(),
    stale: false,
  })
  vi.stubGlobal('fetch', async (input: string) => {
    const url = new URL(input, location.href)
    asked.push(url)
    if (!url.pathname.includes('/scenario/')) return Response.json(madeUpIncome())
    const answer = scenario(url.searchParams.get('contract')!)
    return answer instanceof Response ? answer : Response.json(answer)
  })
})
afterEach(() => vi.unstubAllGlobals())

async function show({ width = 410, dir = 'ltr' } = {}) {
  const { container } = await render(
    <TestApp client={makeImpatientClient()}>
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
const said = () => document.querySelector('.how-before-said')?.textContent
const ofScenario = () => asked.filter(({ pathname }) => pathname.includes('/scenario/'))
const curve = () => document.querySelector('.how-payoff .how-curve-chosen')?.getAttribute('d')
const zero = () => document.querySelector('.how-payoff .how-zero')?.getAttribute('d')

async function open() {
  await toggle.click()
  await expect.element(date).toBeVisible()
}

test('is asked for when it is opened, of the contract on the card, and stays open from one to the next', async () => {
  await show()
  expect(ofScenario()).toEqual([])
  await expect.element(toggle).toHaveAttribute('aria-expanded', 'false')
  await open()
  await expect.element(toggle).toHaveAttribute('aria-expanded', 'true')
  expect(ofScenario().map((url) => url.searchParams.get('contract'))).toEqual([option.id])
  await page.getByRole('gridcell', { name: /^Medium, Aggressive/ }).click()
  await expect.poll(() => ofScenario().length).toBe(2)
  await expect.element(date).toBeVisible()
  await toggle.click()
  await expect.element(date).not.toBeInTheDocument()
})

test('says what the position gains on the chosen day, at the volatility of that day', async () => {
  await show()
  await open()
  await expect.element(date).toHaveAttribute('aria-valuetext', '64 days left, Nov 12')
  await expect.element(volatility).toHaveAttribute('aria-valuetext', 'IV unchanged, 27%')
  expect(said()).toMatch(/^On Nov 12 at \$231\.42, IV 27%: (profit|loss) \$\d+$/)
  const today = said()
  await date.fill('34')
  await expect.element(date).toHaveAttribute('aria-valuetext', '30 days left, Dec 16')
  await volatility.fill('5')
  await expect.element(volatility).toHaveAttribute('aria-valuetext', 'IV +5 points, 32%')
  expect(said()).toMatch(/^On Dec 16 at \$231\.42, IV 32%: /)
  await date.fill('64')
  await expect.element(date).toHaveAttribute('aria-valuetext', 'Expiry, Jan 15')
  expect(said(), 'as the payoff at expiry says').toBe('At expiry at $231.42: profit $410')
  await reset.click()
  expect(said()).toBe(today)
  await expect.element(reset).toBeDisabled()
})

test('only the line moves: the axis has room for every day from the beginning', async () => {
  await show()
  await open()
  const axis = zero()
  const drawn = new Set<string | null | undefined>()
  for (const day of ['5', '20', '40', '63']) {
    await date.fill(day)
    drawn.add(curve())
    expect(zero()).toBe(axis)
  }
  expect(drawn.size).toBe(4)
})

test('is set by keys, and the price is read by keys at the chosen day', async () => {
  await show()
  await open()
  await expect.element(toggle).toHaveFocus()
  // The diagram, the day (nothing is to be reset), the volatility, and back.
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
  expect(said()).toBe(price.element().getAttribute('aria-valuetext'))
})

test('says so beyond the prices that are worked out', async () => {
  scenario = (id) => {
    const whole = madeUpScenario({ id })
    const from = whole.prices.findIndex((price) => price > 225)
    return {
      ...whole,
      prices: whole.prices.slice(from),
      values: whole.values.map((day) => day.map((row) => row.slice(from))),
    }
  }
  await show()
  await open()
  const price = page.getByRole('slider', { name: 'Price of AAPL' })
  ;(price.element() as HTMLElement).focus()
  await userEvent.keyboard('{Home}')
  expect(said()).toMatch(/^Worked out between \$22\d\.\d\d and \$291\.42 only$/)
})

test('tells the greeks from the seller’s side, of all contracts', async () => {
  view.setState({ positions: { AAPL: { stockQuantity: 300 } } })
  vi.stubGlobal('fetch', async (input: string) =>
    Response.json(
      input.includes('/scenario/')
        ? madeUpScenario({ id: option.id })
        : madeUpIncome({
            stockQuantity: 300,
            callOptimals: madeUpNine('call').map((one) => ({ ...one, contracts: 3 })),
          }),
    ),
  )
  await show()
  await open()
  const figures = [...document.querySelectorAll('.how-before-greeks > div')].map((one) => one.textContent)
  expect(figures).toEqual([
    'Theta+$18.30 a day',
    'Vega−$108.00 per point of IV',
    'Delta−$102.00 per $1 of the stock',
    'Gamma−$3.60 of delta per $1',
  ])
})

test('says why where nothing is worked out, and keeps the payoff at expiry', async () => {
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

test('on the last day there is nothing to choose, and what is paid at expiry is shown', async () => {
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
  expect(said()).toBe('At expiry at $231.42: profit $410')
  await expect.element(date).not.toBeInTheDocument()
})

test('a failure is said in its place and can be tried again', async () => {
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
])('has no fault of accessibility and nothing sticks out ($width, $dir)', async (place) => {
  const container = await show(place)
  await open()
  await date.fill('30')
  const part = container.querySelector('.how-payoff-part')!
  const { violations } = await axe.run(part as HTMLElement)
  expect(violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)])).toEqual([])
  expect(part.scrollWidth).toBeLessThanOrEqual(part.clientWidth)
})
