/** The payoff before expiry: opening, sliders, keyboard, screen reader output, and missing data. */
import '#app/ui/base.css'
import i18next from 'i18next'
import axe from 'axe-core'
import { Suspense } from 'react'
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import type { WireScenario } from '#contract/responses/scenario.ts'
import { startI18n } from '#app/i18n/i18n.ts'
import { showBeforeExpiry } from '#app/state/before-expiry.ts'
import { initialView } from '#app/state/view.ts'
import { sampleIncome, sampleOptimals } from '#app/testing/income.ts'
import { sampleScenario } from '#app/testing/scenario.ts'
import { unpricedScenario } from '#app/testing/unpriced.ts'
import { app, connectFeed, host, makeClientWithoutRetries, view, TestApp } from '#app/testing/test-app.tsx'
import { HowPanel } from '#app/panels/how/how-panel.tsx'

/** Cell Medium · Optimal: the 255 call at 4.10, sold against shares at 231.42. */
const option = sampleOptimals('call')[4]!
let requests: URL[]
/** Returns the service's scenario for a contract, or a failed response. */
let scenarioOf: (id: string) => WireScenario | Response

beforeAll(async () => void (await startI18n('en', i18next)))
beforeEach(() => {
  requests = []
  scenarioOf = (id) => sampleScenario({ id })
  showBeforeExpiry(app, false)
  view.setState({ ...initialView, symbol: 'AAPL' }, true)
  host.setState({ phase: 'ready', options: null, settings: null })
  connectFeed()
  vi.stubGlobal('fetch', async (input: string) => {
    const url = new URL(input, location.href)
    requests.push(url)
    if (!url.pathname.includes('/scenario/')) return Response.json(sampleIncome())
    const result = scenarioOf(url.searchParams.get('contract')!)
    return result instanceof Response ? result : Response.json(result)
  })
})
afterEach(() => vi.unstubAllGlobals())

async function renderPanel({ width = 410, dir = 'ltr', height = 900 } = {}) {
  const { container } = await render(
    <TestApp client={makeClientWithoutRetries()}>
      <Suspense>
        <div dir={dir} style={{ container: 'widget / inline-size' }}>
          <div style={{ inlineSize: width, blockSize: height, display: 'grid' }}>
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
const curvePath = () => document.querySelector('.how-payoff .how-curve-chosen')?.getAttribute('d')
const zeroLinePath = () => document.querySelector('.how-payoff .how-zero')?.getAttribute('d')

async function openControls() {
  await toggle.click()
  await expect.element(date).toBeVisible()
}

test('requests the scenario of the contract on the card when opened, and stays open for the next contract', async () => {
  await renderPanel()
  expect(scenarioRequests()).toEqual([])
  await expect.element(toggle).toHaveAttribute('aria-expanded', 'false')
  await openControls()
  await expect.element(toggle).toHaveAttribute('aria-expanded', 'true')
  expect(scenarioRequests().map((url) => url.searchParams.get('contract'))).toEqual([option.id])
  await page.getByRole('gridcell', { name: /^Medium, Aggressive/ }).click()
  await expect.poll(() => scenarioRequests().length).toBe(2)
  await expect.element(date).toBeVisible()
  await toggle.click()
  await expect.element(date).not.toBeInTheDocument()
})

describe('opened in a panel with other content', () => {
  const body = () => document.querySelector('[data-panel=how] .panel-body')!
  const boxOf = (selector: string) => document.querySelector(selector)!.getBoundingClientRect()
  /** Opens the sliders while their button is at the end of the visible part. */
  async function openAtTheEnd() {
    const button = toggle.element().getBoundingClientRect()
    body().scrollTop += button.bottom - body().getBoundingClientRect().bottom + 8
    await openControls()
    // Scroll anchoring happens after the next layout.
    await new Promise((resolve) => setTimeout(resolve, 100))
  }

  test.each([410, 700])('keeps the diagram and the sliders visible if they fit (%d)', async (width) => {
    await renderPanel({ width, height: 640 })
    await openAtTheEnd()
    const visible = body().getBoundingClientRect()
    expect(boxOf('.how-payoff-frame').top).toBeGreaterThanOrEqual(visible.top - 1)
    expect(boxOf('.how-before-sliders').bottom).toBeLessThanOrEqual(visible.bottom + 1)
  })

  test('begins with the diagram at the top if they do not fit', async () => {
    await renderPanel({ height: 360 })
    await openAtTheEnd()
    expect(boxOf('.how-payoff-frame').top).toBeCloseTo(body().getBoundingClientRect().top, -1)
  })

  test('does not scroll when the contract changes', async () => {
    await renderPanel({ height: 640 })
    await openControls()
    body().scrollTop = 0
    view.setState({ riskProfile: 'aggressive' })
    await expect.poll(() => scenarioRequests().length).toBe(2)
    await expect.element(date).toBeVisible()
    expect(body().scrollTop).toBe(0)
  })
})

test('shows the result on the chosen day at the chosen volatility', async () => {
  await renderPanel()
  await openControls()
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

test('moves the curve and keeps the axes when the day changes', async () => {
  await renderPanel()
  await openControls()
  const initialZeroLine = zeroLinePath()
  const paths = new Set<string | null | undefined>()
  for (const day of ['5', '20', '40', '63']) {
    await date.fill(day)
    paths.add(curvePath())
    expect(zeroLinePath()).toBe(initialZeroLine)
  }
  expect(paths.size).toBe(4)
})

test('the keyboard sets the day, and moves the cursor to read the profit at another price on that day', async () => {
  await renderPanel()
  await openControls()
  await expect.element(toggle).toHaveFocus()
  // The first Tab focuses the diagram, then the table by date, the price and the day; Reset is disabled and skipped.
  for (let press = 0; press < 4; press++) await userEvent.tab()
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

test('a field sets the price by number and by arrow keys, and the pointer moves the cursor only while it points', async () => {
  await renderPanel()
  await openControls()
  const field = page.getByRole('textbox', { name: 'Price of AAPL' })
  const slider = page.getByRole('slider', { name: 'Price of AAPL' })
  await expect.element(field).toHaveAttribute('placeholder', '231.42')
  await field.fill('246.30')
  expect(readout()).toMatch(/^On Nov 12 at \$246\.30, /)
  await expect.element(slider).toHaveAttribute('aria-valuenow', '246.3')
  await date.fill('34')
  expect(readout()).toMatch(/^On Dec 16 at \$246\.30, /)
  expect(document.querySelector('.how-cursor-dot-chosen')).not.toBeNull()
  await userEvent.hover(slider, { position: { x: 5, y: 40 } })
  expect(readout()).not.toContain('$246.30')
  await userEvent.unhover(slider)
  expect(readout()).toMatch(/^On Dec 16 at \$246\.30, /)
  await field.click()
  await userEvent.keyboard('{ArrowUp}')
  expect(Number((field.element() as HTMLInputElement).value)).toBeGreaterThan(246.3)
  await field.fill('abc')
  await expect.element(field).toHaveAttribute('aria-invalid', 'true')
  expect(readout()).toMatch(/^On Dec 16 at \$231\.42, /)
  await field.fill('900')
  expect(readout()).toMatch(/^Worked out between .* only$/)
  await reset.click()
  await expect.element(field).toHaveValue('')
  expect(readout()).toMatch(/^On Nov 12 at \$231\.42, /)
})

test('shows the range of the computed prices if the cursor is outside of it', async () => {
  scenarioOf = (id) => {
    const full = sampleScenario({ id })
    const firstIndex = full.prices.findIndex((price) => price > 225)
    return {
      ...full,
      prices: full.prices.slice(firstIndex),
      values: full.values.map((day) => day.map((row) => row.slice(firstIndex))),
    }
  }
  await renderPanel()
  await openControls()
  const price = page.getByRole('slider', { name: 'Price of AAPL' })
  ;(price.element() as HTMLElement).focus()
  await userEvent.keyboard('{Home}')
  expect(readout()).toMatch(/^Worked out between \$22\d\.\d\d and \$291\.42 only$/)
})

test('shows the greeks of the short position, for all contracts together', async () => {
  view.setState({ positions: { AAPL: { stockQuantity: 300 } } })
  vi.stubGlobal('fetch', async (input: string) =>
    Response.json(
      input.includes('/scenario/')
        ? sampleScenario({ id: option.id })
        : sampleIncome({
            stockQuantity: 300,
            callOptimals: sampleOptimals('call').map((option) => ({ ...option, contracts: 3 })),
          }),
    ),
  )
  await renderPanel()
  await openControls()
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

test('shows the reason and the payoff at expiry if the service refuses to compute a scenario', async () => {
  scenarioOf = (id) =>
    sampleScenario({
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
  await renderPanel()
  await toggle.click()
  await expect.element(page.getByText(/among those left out: crossed quotes/)).toBeVisible()
  await expect.element(page.getByRole('img', { name: 'Profit and loss at expiry' })).toBeVisible()
})

test('shows the payoff at expiry without sliders on the day of expiry', async () => {
  const { prices } = sampleScenario()
  scenarioOf = (id) =>
    sampleScenario({
      id,
      daysLeft: [0],
      volatilityShifts: [0],
      values: [[prices.map((price) => Math.max(0, price - 255))]],
      greeks: null,
      fairValue: null,
      impliedVolatility: null,
    })
  await renderPanel()
  await toggle.click()
  await expect.element(page.getByText(/It expires today/)).toBeVisible()
  expect(readout()).toBe('At expiry at $231.42: profit $410')
  await expect.element(date).not.toBeInTheDocument()
})

test('shows a failed request in place of the controls, and a retry loads them', async () => {
  scenarioOf = () => Response.json({}, { status: 503 })
  await renderPanel()
  await toggle.click()
  await expect.element(page.getByText('The days before expiry could not be worked out')).toBeVisible()
  scenarioOf = (id) => sampleScenario({ id })
  await page.getByRole('alert').getByRole('button', { name: 'Try again' }).click()
  await expect.element(date).toBeVisible()
})

test.each([
  { width: 410, dir: 'ltr' },
  { width: 296, dir: 'rtl' },
  { width: 700, dir: 'ltr' },
])('has no accessibility violations and no overflow ($width, $dir)', async (layout) => {
  const container = await renderPanel(layout)
  await openControls()
  await date.fill('30')
  const section = container.querySelector('.how-payoff-part')!
  const { violations } = await axe.run(section as HTMLElement)
  expect(violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)])).toEqual([])
  expect(section.scrollWidth).toBeLessThanOrEqual(section.clientWidth)
})

test('without the licence of option prices, the reason replaces the sliders', async () => {
  scenarioOf = (id) => unpricedScenario(sampleScenario({ id }))
  const container = await renderPanel()
  await toggle.click()
  await expect
    .element(page.getByText('Option prices and returns are not shown. Not licensed for this site.'))
    .toBeVisible()
  expect(date.elements()).toEqual([])
  expect(container.textContent).not.toMatch(/NaN|undefined|null/)
})

describe('the table by date', () => {
  const tableToggle = page.getByRole('button', { name: 'Table by date' })
  const back = page.getByRole('button', { name: 'Back to the diagram' })
  const table = page.getByRole('table', { name: 'Profit or loss by price and date' })

  test('shows the profit at prices around the expected move today, halfway and at expiry, and keeps the focus', async () => {
    await renderPanel()
    await tableToggle.click()
    await expect.element(table).toBeVisible()
    await expect
      .element(page.getByRole('row', { name: 'Price Today Dec 14 Expiry Jan 15' }))
      .toBeInTheDocument()
    const row = page.getByRole('row', { name: /^\$231\.42 0σ (−?\$[\d,]+ ){2}\$410$/ })
    await expect.element(row).toBeVisible()
    expect(table.getByRole('row').all()).toHaveLength(10)
    await expect.element(back).toHaveFocus()
    const { violations } = await axe.run(document.querySelector<HTMLElement>('.how-payoff-part')!)
    expect(violations.map(({ id }) => id)).toEqual([])
    await back.click()
    await expect.element(tableToggle).toHaveFocus()
    await expect.element(page.getByRole('slider', { name: /Price of AAPL at expiry/ })).toBeVisible()
  })

  test('shows the expiry, and the reason, if the service computes no values before it', async () => {
    scenarioOf = (id) => sampleScenario({ id, refused: 'crossed', daysLeft: [], values: [], prices: [] })
    await renderPanel()
    await tableToggle.click()
    await expect.element(page.getByText(/^Nothing is worked out before expiry/)).toBeVisible()
    await expect.element(page.getByRole('row', { name: 'Price Expiry Jan 15' })).toBeInTheDocument()
    await expect.element(page.getByRole('row', { name: '$231.42 0σ $410' })).toBeVisible()
  })

  test('stays open with the sliders, and has the column of their day and volatility', async () => {
    await renderPanel()
    await openControls()
    await date.fill('34')
    await tableToggle.click()
    await expect.element(back).toHaveFocus()
    await expect.element(date).toHaveAttribute('aria-valuetext', '30 days left, Dec 16')
    const head = () => [...document.querySelectorAll('.how-profits thead th')].map((cell) => cell.textContent)
    await expect.poll(head).toEqual(['Price', 'Today', 'Dec 16', 'Expiry Jan 15'])
    await date.fill('36')
    await volatility.fill('5')
    await expect.poll(head).toEqual(['Price', 'Today', 'Dec 18, IV +5 points, 32%', 'Expiry Jan 15'])
    expect(document.querySelector('.how-payoff')!.checkVisibility()).toBe(false)
    await back.click()
    await expect.element(date).toHaveAttribute('aria-valuetext', '28 days left, Dec 18')
    await expect.poll(curvePath).toBeTruthy()
    await tableToggle.click()
    await toggle.click()
    await expect.element(date).not.toBeInTheDocument()
    await expect.element(table).toBeVisible()
    await openControls()
    await expect.element(table).toBeVisible()
  })
})

test('labels the profit axis, and says what the shading is', async () => {
  await renderPanel()
  await expect.poll(() => document.querySelectorAll('.how-profit-tick').length).toBeGreaterThanOrEqual(3)
  const texts = [...document.querySelectorAll('.how-profit-tick')].map((tick) => tick.textContent)
  expect(texts).toContain('$0')
  await expect.element(page.getByText('±1σ $205–$258', { exact: true }).first()).toBeVisible()
  await expect.element(page.getByText('±2σ $179–$284', { exact: true }).first()).toBeVisible()
  const [two, one] = document.querySelectorAll<SVGRectElement>('.how-sigma')
  expect(one!.getBBox().width / two!.getBBox().width).toBeCloseTo(0.5, 2)
  expect(one!.getBBox().height).toBeGreaterThan(120)
  await expect
    .element(page.getByRole('img', { name: 'Profit and loss at expiry' }).first())
    .toHaveAccessibleDescription(
      /stays between \$205 and \$258, one standard deviation; .* \$179 and \$284, two\./,
    )
})
