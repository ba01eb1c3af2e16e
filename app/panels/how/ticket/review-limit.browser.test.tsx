/** The limit of an order, before and during its review. */
import '#app/ui/base.css'
import { describe, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import {
  contracts,
  cell,
  expectOrder,
  limit,
  moveQuotes,
  outcome,
  rePeg,
  renderPanelAndReview,
  review,
  reviewDialog,
  setUpReview,
  trade,
} from './review.fixture.tsx'

setUpReview()

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
  rePeg().element().focus()
  await expect.element(rePeg()).toHaveTextContent('Mid is now 4.25')
  await userEvent.keyboard('{Enter}')
  await expect.element(limit()).toHaveValue('4.25')
  await expect.element(limit()).toHaveFocus()
  await expect.element(page.getByRole('button', { name: /is now/ })).not.toBeInTheDocument()
})
