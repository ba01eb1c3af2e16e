/** An order that rolls an open option, while its review is open and after Trade. */
import '#app/ui/base.css'
import { describe, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { themes } from '#contract/bridge/options/options.ts'
import { recordTicketResponse } from '#app/state/order/ticket-responses.ts'
import { axeViolations } from '#app/testing/axe.ts'
import { sampleRoll } from '#app/testing/roll.ts'
import { app, host, live } from '#app/testing/test-app.tsx'
import { renderPanel, reviewRoll, service, setUpRolls } from './rolls.fixture.tsx'

const { row, candidate, limit, order, trade } = setUpRolls()

/** Requests a new quote of the contract to roll into. */
async function moveMarket({ client }: Awaited<ReturnType<typeof renderPanel>>, bid: number) {
  const { candidates } = sampleRoll()
  service.rollResponse = () =>
    Response.json(sampleRoll({ candidates: [{ ...candidates[0]!, bid, credit: bid - 2.1 }] }))
  await client.refetchQueries()
}
const netPriceButton = () => order().getByRole('button', { name: 'Use the current net price', exact: true })

describe('an order that rolls an open option', () => {
  test('has the net limit of the moment when the review opens, and only the user changes it', async () => {
    const panel = await renderPanel()
    const { tickets } = panel
    await reviewRoll()
    await expect.element(limit()).toHaveValue('+1.30')
    await expect.element(netPriceButton()).not.toBeInTheDocument()
    await moveMarket(panel, 3.3)
    await expect
      .element(page.getByText('The market’s net price is +1.20 now. A higher limit may not be filled.'))
      .toBeVisible()
    await expect.element(limit()).toHaveValue('+1.30')
    await moveMarket(panel, 3.5)
    await expect.element(page.getByText(/The market’s net price is \+1\.40 now\./)).toBeVisible()
    await expect.element(limit()).toHaveValue('+1.30')
    await expect.element(order()).toMatchTextContent(/Net credit\$260\.00/)
    await trade().click()
    expect(tickets[0]).toMatchObject({ limit: -260 })
  })

  test('takes the current net price as its limit when the user asks, by pointer or by keyboard', async () => {
    const panel = await renderPanel()
    await reviewRoll()
    await moveMarket(panel, 3.5)
    const status = order().getByRole('status').filter({ hasText: 'The market’s net price is +1.40 now.' })
    await expect.element(status).toBeVisible()
    await expect.element(netPriceButton()).toHaveAccessibleDescription(/net price is \+1\.40 now/)
    await netPriceButton().click()
    await expect.element(limit()).toHaveValue('+1.40')
    await expect.element(order()).toMatchTextContent(/Net credit\$280\.00/)
    await expect.element(netPriceButton()).not.toBeInTheDocument()
    await moveMarket(panel, 3.2)
    await expect.element(netPriceButton()).toBeVisible()
    limit().element().focus()
    // From the field to the button that raises it, and to the offer.
    await userEvent.keyboard('{Tab}{Tab}')
    await expect.element(netPriceButton()).toHaveFocus()
    await userEvent.keyboard('{Enter}')
    await expect.element(limit()).toHaveValue('+1.10')
    await expect.element(limit()).toHaveAttribute('aria-valuetext', '+1.10')
    await expect.element(limit()).toHaveFocus()
    await trade().click()
    expect(panel.tickets[0]).toMatchObject({ limit: -220 })
  })

  test('offers the current net price in place of a limit that the user has typed', async () => {
    await renderPanel()
    await reviewRoll()
    await limit().fill('+1.45')
    await netPriceButton().click()
    await expect.element(limit()).toHaveValue('+1.30')
  })

  test('says while the market is closed that it is for the next session', async () => {
    const market = { type: 'market', delayedSeconds: 0, simulated: false, asOf: null } as const
    live.setState({ market: { ...market, state: 'closed' } })
    await renderPanel()
    await reviewRoll()
    const nextSession = order().getByText(
      'The regular session is not open: a day order is for the next one.',
      { exact: true },
    )
    await expect.element(nextSession).toBeVisible()
    live.setState({ market: { ...market, state: 'open' } })
    await expect.element(nextSession).not.toBeInTheDocument()
  })

  test.each([390, 460])('that was sent shows its state and its note in view, at %i px', async (width) => {
    const { container } = await renderPanel(width, 600)
    await reviewRoll()
    await trade().click()
    await expect.element(order().getByText(/ET · Buy 2 × .* · Sell 2 × .* at \$3\.40/)).toBeVisible()
    const body = container.querySelector('.panel-how .panel-body')!.getBoundingClientRect()
    for (const part of ['[data-action="trade"]', '[data-action="trade-again"]', '[data-ticket]']) {
      const box = () => container.querySelector(`.roll-order ${part}`)!.getBoundingClientRect()
      await expect.poll(() => box().bottom, { message: part }).toBeLessThanOrEqual(body.bottom)
      expect(box().top, part).toBeGreaterThanOrEqual(body.top)
    }
  })

  test.each(themes)('that was sent is readable in the theme %s, in each of its states', async (theme) => {
    document.documentElement.dataset['theme'] = theme
    host.setState(({ options }) => ({ options: { ...options, acknowledgesTickets: true } }))
    const { tickets } = await renderPanel()
    await reviewRoll()
    const faults = () => axeViolations(order().element())
    expect(await faults(), 'before Trade').toEqual([])
    await trade().click()
    await expect.element(order().getByText(/waiting for its response/)).toBeVisible()
    expect(await faults(), 'waiting').toEqual([])
    recordTicketResponse(app, { ticketId: tickets[0]!.ticketId, refusal: 'No.' })
    await order().getByRole('button', { name: 'Order again' }).click()
    const button = order().element().querySelector('[data-action="trade"]')!
    expect(button.getAnimations(), 'no background fades behind the label').toEqual([])
    expect(await faults(), 'again').toEqual([])
    delete document.documentElement.dataset['theme']
  })

  test('that was sent is displayed as it was sent, with its note, until the user orders again', async () => {
    const { client } = await renderPanel()
    await reviewRoll()
    await trade().click()
    await expect.element(order().getByText(/Nothing has been ordered here/)).toBeVisible()
    const asSent = order().element().textContent
    expect(asSent).toMatch(/to close at \$2\.10.*at \$3\.40/)
    const { candidates } = sampleRoll()
    service.rollResponse = () =>
      Response.json(
        sampleRoll({ costToClose: 2.3, ask: 2.3, candidates: [{ ...candidates[0]!, bid: 3.3, credit: 1 }] }),
      )
    await client.refetchQueries()
    await expect.element(candidate(/^Jan 15 245 Call, net credit \$1\.00/)).toBeVisible()
    expect(order().element().textContent).toBe(asSent)
    await order().getByRole('button', { name: 'Order again' }).click()
    await expect.element(order()).toMatchTextContent(/to close at \$2\.30/)
    await expect.element(order()).toMatchTextContent(/net price is \+1\.00 now/)
    await expect.element(limit()).toHaveValue('+1.30')
  })
})

describe('while the rolls of an open option are displayed', () => {
  const orderRow = () => document.querySelector('.how-foot-order')!

  test('the order of the contract before gives way, and returns with a contract that the user chooses', async () => {
    await renderPanel()
    await expect.poll(() => orderRow().textContent).toMatch(/leave 0 shares free.*Review/)
    await row().click()
    await expect.element(candidate(/^Jan 15 245 Call/)).toBeVisible()
    expect(orderRow().getBoundingClientRect().height).toBe(0)
    await page.getByRole('gridcell', { name: /^Short, Optimal/ }).click()
    await expect.poll(() => orderRow().textContent).toMatch(/250 Call.*Review/)
    await row().click()
    await expect.poll(() => orderRow().textContent).toMatch(/250 Call.*Review/)
    await row().click()
    await expect.poll(() => orderRow().textContent).toBe('')
  })
})
