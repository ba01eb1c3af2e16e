/**
 * Review of the order: quantity and limit, the resulting figures, and their transfer to another
 * contract.
 */
import '#app/ui/base.css'
import i18next from 'i18next'
import type { QueryClient } from '@tanstack/react-query'
import axe from 'axe-core'
import { Suspense } from 'react'
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import type { TradeTicket } from '#contract/bridge/ticket.ts'
import type { Income } from '#contract/responses/income.ts'
import { makeQueryClient } from '#app/api/queries.ts'
import { startI18n } from '#app/i18n/i18n.ts'
import { HowPanel } from '#app/panels/how/how-panel.tsx'
import { resetOrder } from '#app/state/order/order.ts'
import { useTickets } from '#app/state/order/tickets.ts'
import { initialView } from '#app/state/view.ts'
import { sampleIncome, sampleOptimals } from '#app/testing/income.ts'
import { app, host, live, TestApp, view } from '#app/testing/test-app.tsx'

/** The response of the service; a test may replace it. */
let income: Income
/** The query cache of the rendered panel. */
let client: QueryClient

beforeAll(async () => void (await startI18n('en', i18next)))
beforeEach(() => {
  income = sampleIncome()
  view.setState({ ...initialView, symbol: 'AAPL' }, true)
  resetOrder(app)
  useTickets.of(app).setState({ tickets: [] })
  host.setState({
    phase: 'ready',
    loaderVersion: '1.2.0',
    subscribedEvents: new Set(['TRADE_TICKET_EXECUTE']),
    options: null,
  })
  live.setState({ quotes: {}, market: null, connection: 'live', lastMessageAt: Date.now(), stale: false })
  vi.stubGlobal('fetch', async () => Response.json(income))
})
afterEach(() => vi.unstubAllGlobals())

async function renderPanel(width = 410, height = 700) {
  const tickets: TradeTicket[] = []
  client = makeQueryClient()
  const { container } = await render(
    <TestApp client={client}>
      <Suspense>
        <div style={{ container: 'widget / inline-size', inlineSize: width }}>
          <div style={{ blockSize: height, display: 'grid' }}>
            <HowPanel onTrade={(ticket) => tickets.push(ticket)} />
          </div>
        </div>
      </Suspense>
    </TestApp>,
  )
  await expect.element(review()).toBeVisible()
  return { container, tickets }
}
async function renderPanelAndReview(width?: number, height?: number) {
  const rendered = await renderPanel(width, height)
  await review().click()
  await expect.element(reviewDialog()).toBeVisible()
  return rendered
}
const review = () => page.getByRole('button', { name: 'Review', exact: true })
const trade = () => page.getByRole('button', { name: 'Trade', exact: true })
const reviewDialog = () => page.getByRole('dialog', { name: 'Order to review' })
const contracts = () => page.getByRole('spinbutton', { name: 'Contracts' })
const limit = () => page.getByRole('spinbutton', { name: 'Limit price' })
const cell = (name: RegExp) => page.getByRole('gridcell', { name })
const expectOrder = (text: string) =>
  expect.element(reviewDialog().getByText(text, { exact: true })).toBeVisible()
const outcome = () =>
  Object.fromEntries(
    [...document.querySelectorAll('.how-outcome > div')].map((row) => [
      row.querySelector('dt')!.textContent,
      row.querySelector('dd')!.textContent,
    ]),
  )
const rePeg = () => page.getByRole('button', { name: /is now/ })
/** Requests quotes of every contract that are the sample's plus an amount, and waits until the panel has rendered. */
async function moveQuotes(dollars: number) {
  const card = document.querySelector('.how-card')!.textContent
  const movedOptions = (leg: 'call' | 'put') =>
    sampleOptimals(leg).map((option) => ({
      ...option,
      bid: Math.round((option.bid + dollars) * 100) / 100,
      ask: Math.round((option.ask + dollars) * 100) / 100,
      premium: Math.round((option.premium + dollars) * 100) / 100,
      breakeven: option.breakeven - dollars,
    }))
  income = sampleIncome({ callOptimals: movedOptions('call'), putOptimals: movedOptions('put') })
  await client.refetchQueries()
  await expect.poll(() => document.querySelector('.how-card')?.textContent).not.toBe(card)
}

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

describe('the limit', () => {
  test('starts at the bid, steps by a nickel, and ends at the ask', async () => {
    await renderPanelAndReview()
    await expect.element(limit()).toHaveValue('4.10')
    await expect.element(page.getByRole('button', { name: 'Lower the price' })).toBeDisabled()
    const up = page.getByRole('button', { name: 'Raise the price' })
    await up.click()
    await expectOrder('Sell 1 × AAPL Jan 15, 2027 255 Call at $4.15')
    await expect.element(page.getByText('A price above the bid may not be filled.')).toBeVisible()
    await up.click()
    await expect.element(limit()).toHaveValue('4.20')
    await expect.element(up).toBeDisabled()
    await expect
      .element(page.getByRole('button', { name: /^Ask 4\.20/ }))
      .toHaveAttribute('aria-pressed', 'true')
  })

  test('can be typed in cents between bid and ask; another price shows the valid range and disables Trade', async () => {
    const { tickets } = await renderPanelAndReview()
    await limit().fill('4.5')
    await expect
      .element(page.getByText('Enter a price from the bid $4.10 to the ask $4.20, in whole cents.'))
      .toBeVisible()
    await userEvent.keyboard('{Tab}')
    await expect.element(limit()).toHaveValue('4.5')
    await expect.element(trade()).toBeDisabled()
    await limit().fill('4.13')
    await trade().click()
    expect(tickets[0]).toMatchObject({ price: -413, limit: -413, optionLegs: [{ price: 4.13, bid: 4.1 }] })
  })

  test('updates every figure in the review, on the card and in the order line', async () => {
    await renderPanelAndReview()
    await contracts().fill('2')
    await page.getByRole('button', { name: /^Ask/ }).click()
    await expect.poll(outcome).toEqual({
      'Net credit': '$840.00',
      'Assignment value': '$51,000.00',
      Return: '1.81%',
      Annualized: '10.4%',
      'Break-even': '$227.22',
      'Max reward': '$5,556.00',
      'Max risk': '$45,444.00',
    })
    const card = page.getByRole('article').first()
    await expect.element(card.getByRole('heading', { name: /^Sell 2 AAPL/ })).toBeVisible()
    expect(document.querySelector('.how-figures')!.textContent).toMatch(
      /\$227\.22.*\$5,556\.00.*\$45,444\.00/,
    )
    await userEvent.keyboard('{Escape}')
    await expect
      .poll(() => document.querySelector('.how-line dl')?.textContent)
      .toBe('Sell2 × $4.20Net credit$840.00')
  })

  test('of a put comes with the cash to set aside, and a note that the broker decides on margin', async () => {
    await renderPanelAndReview()
    await page.getByRole('radio', { name: 'Short put' }).click()
    await expect.poll(outcome).toMatchObject({ 'Cash to set aside': '$20,500.00' })
    await expect.element(reviewDialog().getByText(/Margin is your broker’s to set\./)).toBeVisible()
  })

  test('that was typed stays when the market moves, and outside the market the nearer side is offered', async () => {
    const { tickets } = await renderPanelAndReview()
    await limit().fill('4.15')
    await moveQuotes(0.04)
    await expect.element(limit()).toHaveValue('4.15')
    await expect.element(rePeg()).not.toBeInTheDocument()
    await moveQuotes(0.2)
    await expect.element(rePeg()).toHaveTextContent('Bid is now 4.30')
    await expect.element(limit()).toHaveValue('4.15')
    await expect.element(limit()).toHaveAttribute('aria-invalid', 'false')
    await moveQuotes(-0.2)
    await expect.element(rePeg()).toHaveTextContent('Ask is now 4.00')
    await expect.element(page.getByText('A price above the bid may not be filled.')).toBeVisible()
    await trade().click()
    expect(tickets[0]).toMatchObject({ limit: -415, optionLegs: [{ price: 4.15, bid: 3.9, ask: 4 }] })
  })

  test('is the bid of the moment when the review opens, and only the user changes it', async () => {
    const { tickets } = await renderPanelAndReview()
    await moveQuotes(0.05)
    await expect.element(page.getByRole('button', { name: /^Bid 4\.15/ })).toBeVisible()
    await expect.element(limit()).toHaveValue('4.10')
    await expectOrder('Sell 1 × AAPL Jan 15, 2027 255 Call at $4.10')
    expect(outcome()).toMatchObject({ 'Net credit': '$410.00' })
    await expect.element(rePeg()).toHaveTextContent('Bid is now 4.15')
    await moveQuotes(-0.05)
    await expect.element(limit()).toHaveValue('4.10')
    await expect.element(page.getByText('A price above the bid may not be filled.')).toBeVisible()
    await rePeg().click()
    await expect.element(limit()).toHaveValue('4.05')
    await trade().click()
    expect(tickets[0]).toMatchObject({ limit: -405 })
  })

  test('at the bid follows the bid again after the review is closed, and opens at the bid of that moment', async () => {
    await renderPanelAndReview()
    await userEvent.keyboard('{Escape}')
    await moveQuotes(0.05)
    await expect
      .poll(() => document.querySelector('.how-line dl')?.textContent)
      .toBe('Sell1 × $4.15Net credit$415.00')
    await review().click()
    await expect.element(limit()).toHaveValue('4.15')
    await cell(/^Short, Conservative/).click()
    await expectOrder('Sell 1 × AAPL Dec 18, 2026 260 Call at $1.25')
    await moveQuotes(0.1)
    await expectOrder('Sell 1 × AAPL Dec 18, 2026 260 Call at $1.25')
  })
})

test('a limit at mid is a number: when the market moves, a button takes the new mid', async () => {
  await renderPanelAndReview()
  await page.getByRole('button', { name: /^Mid 4\.15/ }).click()
  await expect.element(limit()).toHaveValue('4.15')
  await moveQuotes(0.14)
  await expect.element(limit()).toHaveValue('4.15')
  // The exact middle is 4.29: 4.25 is a price step.
  await expect
    .element(page.getByRole('button', { name: /^Mid 4\.25/ }))
    .toHaveAttribute('aria-pressed', 'false')
  await page.getByRole('button', { name: 'Mid is now 4.25', exact: true }).click()
  await expect.element(limit()).toHaveValue('4.25')
  await expect.element(page.getByRole('button', { name: /is now/ })).not.toBeInTheDocument()
})

describe('an order that was sent', () => {
  const sent = () => page.getByRole('button', { name: 'Passed to the website' })
  const shownReview = () => document.querySelector('.how-review')!.textContent
  const line = () => document.querySelector('.how-line dl')?.textContent

  test('is displayed as it was sent, until the user orders again', async () => {
    const { tickets } = await renderPanelAndReview()
    await trade().click()
    await expect.element(sent()).toBeVisible()
    const asSent = shownReview()
    expect(asSent).toContain('at $4.10')
    await moveQuotes(0.05)
    await expect.element(page.getByText('Bid 4.15').first()).toBeVisible()
    expect(shownReview()).toBe(asSent)
    live.setState({
      quotes: {
        AAPL: {
          symbol: 'AAPL',
          last: 240,
          change: 1,
          percentageChange: 0.4,
          volume: 1,
          time: '2026-11-12T20:59:46.903Z',
        },
      },
    })
    await new Promise((resolve) => setTimeout(resolve, 600))
    expect(shownReview()).toBe(asSent)
    await page.getByRole('button', { name: 'Order again' }).click()
    await expect.element(rePeg()).toHaveTextContent('Bid is now 4.15')
    await expect.element(limit()).toHaveValue('4.10')
    await expect
      .poll(async () => {
        await trade()
          .click({ timeout: 1000 })
          .catch(() => undefined)
        return tickets.length
      })
      .toBe(2)
    expect(tickets[1]).toMatchObject({ limit: -410, optionLegs: [{ bid: 4.15 }] })
  })

  test('stays in the order line, and is in the review that opens again', async () => {
    await renderPanelAndReview()
    await contracts().fill('2')
    await trade().click()
    const asSent = shownReview()
    await userEvent.keyboard('{Escape}')
    await moveQuotes(0.05)
    await expect.element(page.getByText('Bid 4.15').first()).toBeVisible()
    expect(document.querySelector('.how-line dl')?.textContent).toBe('Sell2 × $4.10Net credit$820.00')
    await expect.element(page.getByText(/Nothing has been ordered here/)).toBeVisible()
    await review().click()
    await expect.element(sent()).toBeVisible()
    expect(shownReview()).toBe(asSent)
  })

  test('leaves neither its quantity nor its limit to another contract, nor to the same one later', async () => {
    await renderPanelAndReview()
    await contracts().fill('3')
    await page.getByRole('button', { name: /^Ask/ }).click()
    await trade().click()
    await expect.element(sent()).toBeVisible()
    await userEvent.keyboard('{Escape}')
    await cell(/^Short, Conservative/).click()
    await expect.poll(line).toBe('Sell1 × $1.20Net credit$120.00')
    await cell(/^Medium, Optimal/).click()
    await expect.poll(line).toBe('Sell1 × $4.10Net credit$410.00')
    await review().click()
    await expectOrder('Sell 1 × AAPL Jan 15, 2027 255 Call at $4.10')
    await expect.element(trade()).toBeEnabled()
  })

  test('ends when holdings change: the order line, the card and the review have the same new order', async () => {
    view.setState({ positions: { AAPL: { stockQuantity: 300 } } })
    income = sampleIncome({
      callOptimals: sampleOptimals('call').map((option) => ({
        ...option,
        contracts: 3,
        maxReward: option.maxReward * 3,
        maxRisk: option.maxRisk * 3,
      })),
    })
    await renderPanelAndReview()
    await page.getByRole('button', { name: /^Ask/ }).click()
    await trade().click()
    await expect.element(sent()).toBeVisible()
    await userEvent.keyboard('{Escape}')
    expect(line()).toBe('Sell3 × $4.20Net credit$1,260.00')
    host.setState({
      options: {
        holdings: [
          { symbol: 'AAPL', shares: 300, openOptions: [{ id: 'AAPL261218C00240000', quantity: 3 }] },
        ],
      },
    })
    await expect.poll(line).toBe('Sell1 × $4.10Net credit$410.00')
    const card = page.getByRole('article').first()
    await expect.element(card.getByRole('heading', { name: /^Sell 1 AAPL/ })).toBeVisible()
    await review().click()
    await expectOrder('Sell 1 × AAPL Jan 15, 2027 255 Call at $4.10')
  })
})

test('the order names its ticker, its expiry with the year, its type and how long it is valid', async () => {
  await renderPanelAndReview()
  await expectOrder('Sell 1 × AAPL Jan 15, 2027 255 Call at $4.10')
  await expectOrder('Limit order · Day')
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
    income = sampleIncome({ underlying: 'MSFT' })
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
