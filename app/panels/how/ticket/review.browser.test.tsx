/**
 * Review of the order: quantity, the resulting figures, and their transfer to another contract.
 */
import '#app/ui/base.css'
import axe from 'axe-core'
import { describe, expect, onTestFinished, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { sampleIncome } from '#app/testing/income.ts'
import { live, view } from '#app/testing/test-app.tsx'
import {
  contracts,
  cell,
  expectOrder,
  limit,
  renderPanel,
  renderPanelAndReview,
  review,
  reviewDialog,
  service,
  setUpReview,
  trade,
} from './review.fixture.tsx'

setUpReview()

describe('opening and closing', () => {
  test('Review replaces the order line by the review and focuses it; Escape and Close return the focus to Review', async () => {
    const { container } = await renderPanel()
    expect(container.querySelector('.how-bar')!.getBoundingClientRect().height).toBe(56)
    ;(review().element() as HTMLElement).focus()
    await userEvent.keyboard('{Enter}')
    await expect.element(reviewDialog()).toHaveFocus()
    await expect.element(review()).not.toBeInTheDocument()
    await userEvent.keyboard('{Tab}{Tab}{Escape}')
    await expect.element(reviewDialog()).not.toBeInTheDocument()
    await expect.element(review()).toHaveFocus()
    await userEvent.keyboard('{Enter}')
    await reviewDialog().getByRole('button', { name: 'Close' }).click()
    await expect.element(review()).toHaveFocus()
  })

  test('holding down a key on Review sends nothing', async () => {
    const { tickets } = await renderPanel()
    ;(review().element() as HTMLElement).focus()
    await userEvent.keyboard('{Enter>30/}')
    await expect.element(reviewDialog()).toBeVisible()
    expect(tickets).toEqual([])
  })

  test('the notes about the ticket are in the review, and below the order line after the review is closed', async () => {
    const { container } = await renderPanelAndReview()
    await trade().click()
    await expect.element(reviewDialog().getByText(/Nothing has been ordered here/)).toBeVisible()
    await userEvent.keyboard('{Escape}')
    await expect.element(reviewDialog()).not.toBeInTheDocument()
    await expect.element(page.getByText(/Nothing has been ordered here/)).toBeVisible()
    expect(container.querySelectorAll('[data-ticket]')).toHaveLength(1)
  })
})

describe('the number of contracts', () => {
  test('can be typed; invalid input stays for correction and disables Trade', async () => {
    await renderPanelAndReview()
    await contracts().fill('25')
    await expectOrder('Sell 25 × AAPL Jan 15, 2027 255 Call at $4.10')
    await contracts().click()
    await userEvent.keyboard('{End}x{Tab}')
    await expect.element(contracts()).toHaveValue('25x')
    await expect.element(contracts()).toHaveAccessibleDescription('Enter a whole number from 1 to 9,999.')
    await expect.element(trade()).toBeDisabled()
    await contracts().fill('10000')
    await expect.element(contracts()).toHaveAttribute('aria-invalid', 'true')
    await contracts().fill('1,200')
    await expectOrder('Sell 1,200 × AAPL Jan 15, 2027 255 Call at $4.10')
    await expect.element(trade()).toBeEnabled()
  })

  test('steps by one, never below one', async () => {
    await renderPanelAndReview()
    await contracts().click()
    await userEvent.keyboard('{ArrowUp}{ArrowUp}')
    await expect.element(contracts()).toHaveAttribute('aria-valuenow', '3')
    await userEvent.keyboard('{ArrowDown}{ArrowDown}{ArrowDown}')
    await expect.element(contracts()).toHaveValue('1')
    await expect.element(page.getByRole('button', { name: 'One contract fewer' })).toBeDisabled()
  })
})

test('the order names its ticker, its expiry with the year, its type and how long it is valid', async () => {
  await renderPanelAndReview()
  await expectOrder('Sell 1 × AAPL Jan 15, 2027 255 Call at $4.10')
  await expectOrder('Limit order · Day')
})

describe('the market', () => {
  const market = { type: 'market', delayedSeconds: 0, simulated: false, asOf: null } as const
  const text = 'The regular session is not open: a day order is for the next one.'
  const nextSession = () => reviewDialog().getByText(text, { exact: true })

  test.each(['pre', 'after', 'closed'] as const)(
    'in the state %s, the order says that it is for the next session',
    async (state) => {
      live.setState({ market: { ...market, state } })
      await renderPanelAndReview()
      await expect.element(nextSession()).toBeVisible()
      live.setState({ market: { ...market, state: 'open' } })
      await expect.element(nextSession()).not.toBeInTheDocument()
    },
  )

  test.each([
    ['unknown before the first message', { market: null }],
    ['of recorded data', { market: { ...market, state: 'closed', asOf: '2026-11-12T21:00:00Z' } }],
    ['unknown without a connection', { market: { ...market, state: 'closed' }, connection: 'reconnecting' }],
    ['unknown while its source is silent', { market: { ...market, state: 'closed' }, stale: true }],
    ['unknown while updates are paused', { market: { ...market, state: 'closed' }, pausedSince: 1 }],
  ] as const)('%s: the order says nothing of the session', async (_, state) => {
    live.setState(state)
    onTestFinished(() => live.setState({ pausedSince: undefined }))
    await renderPanelAndReview()
    await expectOrder('Limit order · Day')
    expect(nextSession().elements()).toEqual([])
  })

  test('that opens or closes later does not change an order that was sent', async () => {
    live.setState({ market: { ...market, state: 'closed' } })
    await renderPanelAndReview()
    await trade().click()
    await expect.element(reviewDialog().getByText(/Nothing has been ordered here/)).toBeVisible()
    live.setState({ market: { ...market, state: 'open' } })
    await expect.element(nextSession()).toBeVisible()
    await page.getByRole('button', { name: 'Order again' }).click()
    await expect.element(nextSession()).not.toBeInTheDocument()
  })
})

describe('selecting another contract', () => {
  test('keeps the quantity, the fraction of the spread, and the open review', async () => {
    const { tickets } = await renderPanelAndReview()
    await contracts().fill('3')
    await limit().fill('4.15')
    await cell(/^Short, Conservative/).click()
    // Half of the spread from 1.20 to 1.30.
    await expectOrder('Sell 3 × AAPL Dec 18, 2026 260 Call at $1.25')
    await cell(/^Medium, Optimal/).click()
    await expectOrder('Sell 3 × AAPL Jan 15, 2027 255 Call at $4.15')
    await page.getByRole('button', { name: /^Mid/ }).click()
    await page.getByRole('radio', { name: 'Short put' }).click()
    await expectOrder('Sell 3 × AAPL Jan 15, 2027 205 Put at $4.15')
    await trade().click()
    expect(tickets[0]).toMatchObject({ optionLegs: [{ quantity: -3, price: 4.15, legType: 'Put' }] })
  })

  test('of another symbol resets the order to one contract at the bid', async () => {
    await renderPanelAndReview()
    await contracts().fill('3')
    await page.getByRole('button', { name: /^Ask/ }).click()
    service.income = sampleIncome({ underlying: 'MSFT' })
    view.setState({ symbol: 'MSFT' })
    await expect
      .poll(() => document.querySelector('.how-line dl')?.textContent)
      .toBe('Sell1 × $4.10Net credit$410.00')
  })
})

test.each([
  [320, 330],
  [390, 560],
  [410, 650],
])('at %i x %i px no text is truncated, and Trade is visible', async (width, height) => {
  const { container } = await renderPanelAndReview(width, height)
  const body = container.querySelector('.panel-how .panel-body')!
  expect(body.scrollWidth).toBeLessThanOrEqual(body.clientWidth)
  const dialog = container.querySelector('.how-review')!
  expect(dialog.scrollWidth).toBeLessThanOrEqual(dialog.clientWidth)
  for (const element of dialog.querySelectorAll('dd, .how-bases .button, .how-review-body'))
    expect(element.scrollWidth).toBeLessThanOrEqual(element.clientWidth + 1)
  const isVisible = () => {
    const button = trade().element().getBoundingClientRect()
    const panel = container.querySelector('.panel-how')!.getBoundingClientRect()
    return button.top >= panel.top && button.bottom <= panel.bottom
  }
  await expect.poll(isVisible).toBe(true)
})

test('has no axe violations with an unfolded assessment, an invalid price and a sent ticket', async () => {
  const { container } = await renderPanelAndReview()
  await trade().click()
  await expect.element(reviewDialog().getByText(/Nothing has been ordered here/)).toBeVisible()
  await limit().fill('9')
  await expect.element(page.getByText(/Enter a price from the bid/)).toBeVisible()
  container.querySelector<HTMLElement>('.how-reasons summary')!.click()
  await expect.element(page.getByRole('list', { name: 'Checklist' }).first()).toBeVisible()
  const { violations } = await axe.run(container, {
    runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
    // These rules apply to whole pages only.
    rules: { region: { enabled: false }, 'heading-order': { enabled: false } },
  })
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`)).toEqual([])
})
