/** An order that was sent: its receipt, and what a new order takes over. */
import '#app/ui/base.css'
import { describe, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { sampleIncome, sampleOptimals } from '#app/testing/income.ts'
import { host, live, view } from '#app/testing/test-app.tsx'
import {
  contracts,
  cell,
  expectOrder,
  limit,
  moveQuotes,
  rePeg,
  renderPanelAndReview,
  review,
  service,
  setUpReview,
  trade,
} from './review.fixture.tsx'

setUpReview()

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
    service.income = sampleIncome({
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
