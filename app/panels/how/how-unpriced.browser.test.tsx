/** The How panel for a partner who may not show prices. */
import '#app/ui/base.css'
import i18next from 'i18next'
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import type { WireIncome } from '#contract/responses/income.ts'
import type { WireRoll } from '#contract/responses/roll.ts'
import { startI18n } from '#app/i18n/i18n.ts'
import { setRolledOption } from '#app/state/holdings.ts'
import { resetOrder } from '#app/state/order/order.ts'
import { initialView } from '#app/state/view.ts'
import { axeViolations } from '#app/testing/axe.ts'
import { sampleChain } from '#app/testing/chain.ts'
import { sampleIncome } from '#app/testing/income.ts'
import { sampleRoll } from '#app/testing/roll.ts'
import { app, host, live, PanelFrame, TestApp, view } from '#app/testing/test-app.tsx'
import { unpricedChain, unpricedIncome, unpricedRoll } from '#app/testing/unpriced.ts'
import { HowPanel } from './how-panel.tsx'

const income = unpricedIncome(sampleIncome())
const openOption = { id: 'AAPL261218C00240000', quantity: 2, price: 4.2 }
/** Texts of a number that is missing. */
const missingNumber = /NaN|undefined|null|\$0\.00|\b0\.00\b/
let roll: WireRoll
let incomeResponse: WireIncome

beforeAll(async () => {
  const texts = await startI18n('en', i18next)
  await texts.loadNamespaces(['holdings', 'how', 'ticket', 'unknown'])
})
beforeEach(() => {
  roll = unpricedRoll(sampleRoll())
  incomeResponse = income
  view.setState({ ...initialView, symbol: 'AAPL' }, true)
  resetOrder(app)
  setRolledOption(app, null)
  host.setState({ phase: 'ready', options: null, settings: null })
  live.setState(live.getInitialState(), true)
  live.setState({ connection: 'live', lastMessageAt: Date.now() })
  vi.stubGlobal('fetch', async (input: string) => {
    const { pathname, searchParams } = new URL(input, location.href)
    if (pathname.includes('/chain/'))
      return Response.json(unpricedChain(sampleChain(searchParams.get('expiry'))))
    return Response.json(pathname.includes('/roll/') ? roll : incomeResponse)
  })
})
afterEach(() => vi.unstubAllGlobals())

async function show(width = 410, { hasCard = true } = {}) {
  const { container } = await render(
    <TestApp>
      <PanelFrame width={width}>
        <HowPanel onTrade={() => {}} />
      </PanelFrame>
    </TestApp>,
  )
  if (hasCard) await expect.element(page.getByRole('article').first()).toBeVisible()
  return container
}

test('shows the reason once, and the derived figures of the chosen contract', async () => {
  const container = await show()
  expect(container.querySelectorAll('[data-reason="not-licensed"]').length).toBe(1)
  await expect
    .element(page.getByRole('note'))
    .toHaveTextContent('Option prices and returns are not shown. Not licensed for this site.')
  const card = page.getByRole('article').first()
  await expect.element(card.getByText('Prob. worthless')).toBeVisible()
  await expect.element(card.getByText('74%')).toBeVisible()
  await expect.element(card.getByText('Implied volatility', { exact: true }).first()).toBeVisible()
  expect(container.textContent).not.toMatch(missingNumber)
})

test('shows no figure that the service withholds with the prices', async () => {
  const container = await show()
  await expect.element(page.getByText('Bid-ask spread')).toBeVisible()
  expect(page.getByText('Open interest').elements()).toEqual([])
  expect(page.getByText('Volume today').elements()).toEqual([])
  const figures =
    container.querySelector('dl[aria-label="Figures of the contract"]') ??
    container.querySelector('.how-pairs')!
  expect(figures.textContent).not.toContain('—')
  expect(await axeViolations(container)).toEqual([])
})

test('a checklist item without its sentence has its result', async () => {
  const complete = sampleIncome()
  const sentenceMessage = { code: 'test.none', params: {} }
  const item = {
    name: 'AnnualizedReturn',
    severity: 'Good',
    reason: null,
    sentence: 'It is 9 %.',
    sentenceMessage,
  } as const
  incomeResponse = unpricedIncome({
    ...complete,
    callOptimals: complete.callOptimals.map((option) => ({ ...option, checklist: [item] })),
  })
  const container = await show()
  const items = [...container.querySelectorAll('.how-checklist li div')].map(({ textContent }) => textContent)
  expect(items).toEqual(['Annualized return: Good'])
})

test('the button of the order is disabled, and its description is the reason', async () => {
  await show()
  const review = page.getByRole('button', { name: 'Review', exact: true })
  await expect.element(review).toBeDisabled()
  await expect
    .element(review)
    .toHaveAccessibleDescription('This contract cannot be traded here, because its prices are not shown.')
})

test('a cell has its probability, and no return', async () => {
  await show()
  const cell = page.getByRole('gridcell', {
    name: /strike 255, expiry Jan 15, 2027, probability of expiring worthless 74%/,
  })
  await expect.element(cell).toBeVisible()
  expect(cell.element().querySelector('.how-cell-return')).toBeNull()
})

test('another cell selects another contract', async () => {
  await show()
  await page.getByRole('gridcell', { name: /strike 240, expiry Dec 18, 2026/ }).click()
  await expect.element(page.getByRole('heading', { name: /Dec 18, 2026 240 Call/ })).toBeVisible()
})

describe('the chain', () => {
  const table = () => page.getByRole('grid', { name: /^Contracts of AAPL expiring/ })
  const openChain = async (width?: number) => {
    const container = await show(width)
    await page.getByRole('radio', { name: 'Chain' }).click()
    await expect.element(table()).toBeVisible()
    return container
  }

  test.each([320, 410, 900])('has the derived columns only, at %i px', async (width) => {
    const container = await openChain(width)
    const columns = new Set(
      [...container.querySelectorAll<HTMLElement>('[data-figure]')].map(({ dataset }) => dataset['figure']),
    )
    expect(columns).toEqual(new Set(['delta', 'iv', 'probability']))
    expect(container.querySelectorAll('[data-reason="not-licensed"]').length).toBe(1)
    // A delta may be 0.00.
    expect(container.textContent).not.toMatch(/NaN|undefined|null|\$0\.00/)
    expect(page.getByText('In the money').elements(), 'no contract is marked').toEqual([])
  })

  test('the expirations have no expected move', async () => {
    await openChain()
    const tile = page.getByRole('radio', { name: /^Jan 15, 2027/ })
    await expect.element(tile).toHaveTextContent('Jan 15, 202764 daysMedium')
  })

  test('another contract can be chosen', async () => {
    await openChain()
    await table()
      .getByRole('gridcell', { name: /^240 Call/ })
      .first()
      .click()
    expect(view.getState().contract).toMatch(/C00240000$/)
  })
})

describe('an open option', () => {
  const row = () => page.getByRole('button', { name: /^Short 2 × Dec 18 240 Call/ })
  beforeEach(() =>
    host.setState({ options: { holdings: [{ symbol: 'AAPL', shares: 200, openOptions: [openOption] }] } }),
  )

  test('has its probability and the reason, and no roll', async () => {
    const container = await show()
    await row().click()
    const detail = page.elementLocator(container).getByRole('note').first()
    await expect
      .element(detail)
      .toHaveTextContent('Option prices and returns are not shown. Not licensed for this site.')
    await expect.element(page.getByText('76%')).toBeVisible()
    expect(page.getByRole('grid', { name: 'Roll into' }).elements()).toEqual([])
    expect(container.textContent).not.toMatch(missingNumber)
  })

  test('warns of an early assignment', async () => {
    roll = { ...roll, assignment: { isInTheMoney: true, isNear: true, causes: ['last-day'] } }
    const container = await show()
    await row().click()
    await expect.poll(() => container.querySelector('.roll-warning')?.textContent).toMatch(/\S/)
  })
})

test('the comparison has the reason in place of the figures of each contract', async () => {
  view.setState({
    compare: [
      { symbol: 'AAPL', id: 'AAPL270115C00255000' },
      { symbol: 'AAPL', id: 'AAPL261218C00240000' },
    ],
  })
  await show()
  await page.getByRole('button', { name: 'Compare side by side' }).click()
  const dialog = page.getByRole('dialog', { name: 'Compare contracts' })
  await expect.element(dialog).toBeVisible()
  const texts = () =>
    [...dialog.element().querySelectorAll('.how-compare-none')].map((cell) => cell.textContent)
  await expect.poll(texts, { message: 'one cell each' }).toEqual(Array(2).fill('Not licensed for this site.'))
  expect(dialog.getByRole('button', { name: /^Sell/ }).elements()).toEqual([])
  expect(dialog.element().textContent).not.toMatch(missingNumber)
})

test('without a contract that fits, states that as with prices', async () => {
  incomeResponse = { ...income, callOptimals: [] }
  await show(410, { hasCard: false })
  await expect.element(page.getByText(/^No covered call/)).toBeVisible()
})
