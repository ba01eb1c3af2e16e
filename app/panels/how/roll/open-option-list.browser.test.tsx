/** Rolling and closing an open option: the displayed texts, and the ticket for the page. */
import '#app/ui/base.css'
import * as v from 'valibot'
import { describe, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import guide from '../../../../docs/trade-ticket.md?raw'
import { problemDetails } from '#contract/api/problem-details.ts'
import { type TradeTicket, TradeTicketSchema } from '#contract/bridge/ticket.ts'
import { setRolledOption } from '#app/state/holdings.ts'
import { requestRoll, useRollRequest } from '#app/state/order/roll-request.ts'
import { recordTicketResponse } from '#app/state/order/ticket-responses.ts'
import { sampleRoll } from '#app/testing/roll.ts'
import { app, host, view } from '#app/testing/test-app.tsx'
import {
  holding,
  openOption,
  renderPanel,
  reviewRoll,
  service,
  setHoldings,
  setUpRolls,
} from './rolls.fixture.tsx'

const { row, candidate, review, order, trade, limit } = setUpRolls()

test('a collapsed open option shows the kept share of its premium, and which shares the open calls need', async () => {
  await renderPanel()
  await expect.element(row()).toMatchTextContent(/50% kept/)
  await expect.element(row()).toHaveAttribute('aria-expanded', 'false')
  await expect
    .element(page.getByText('200 of your 200 shares cover your open calls. They cannot cover another call.'))
    .toBeVisible()
  expect(service.requests.find((path) => path.includes('/roll/'))).toContain(
    'contract=AAPL261218C00240000&price=4.2&costBasis=180.5',
  )
})

test('an expanded option shows the cost to close, the kept premium, and that half of it is kept', async () => {
  await renderPanel()
  await row().click()
  const region = page.getByRole('region', { name: 'Your open options' })
  await expect.element(region).toMatchTextContent(/Cost to close.*\$2\.10.*\$420\.00 in all/)
  await expect.element(region).toMatchTextContent(/Premium kept.*\$2\.10.*50%.*\$420\.00 in all/)
  await expect.element(region).toMatchTextContent(/Half of the premium or more is kept.*Not advice\./)
  await expect.element(region).toMatchTextContent(/Out of the money at \$231\.42/)
})

test('a roll that is requested elsewhere opens with the first suggestion, once', async () => {
  // The first suggestion that brings a credit.
  const [costly, paying] = sampleRoll().candidates
  service.rollResponse = () =>
    Response.json(sampleRoll({ candidates: [{ ...costly!, credit: -0.4 }, paying!] }))
  requestRoll(app, openOption.id)
  setRolledOption(app, openOption.id)
  await renderPanel()
  await expect.element(candidate(/^Jan 15 240 Call/)).toHaveAttribute('aria-selected', 'true')
  await expect.element(review('Review the roll')).toBeInViewport()
  await candidate(/^Jan 15 245 Call/).click()
  await expect.element(candidate(/^Jan 15 240 Call/)).toHaveAttribute('aria-selected', 'false')
  expect(useRollRequest.of(app).getState().openId).toBeNull()
})

describe('the card of a roll', () => {
  const rolled = () => page.getByRole('article').first()
  const figure = (label: string) =>
    [...document.querySelectorAll('article [data-rolled] div')]
      .find((item) => item.querySelector('dt')?.textContent === label)
      ?.querySelector('dd')?.textContent

  test('replaces the card of the sold option: net credit first, and figures after the roll', async () => {
    await renderPanel()
    await row().click()
    await candidate(/^Jan 15 245 Call/).click()
    await expect
      .element(
        rolled().getByRole('heading', { name: 'Roll 2 AAPL Dec 18 240 Call into Jan 15, 2027 245 Call' }),
      )
      .toBeVisible()
    await expect.element(rolled().getByText('Net credit $1.30 per share · $260.00')).toBeVisible()
    await expect
      .element(rolled().getByText(/200 shares that the open call needs now cover the new one\./))
      .toBeVisible()
    expect(figure('Net return')).toBe('0.56%')
    expect(figure('Net annualized')).toBe('3.2%')
    // 180.50 − 4.20 + 2.10 − 3.40
    expect(figure('Break-even after the roll')).toBe('$175.00')
    expect(figure('Max reward')).toBe('$14,000.00')
    expect(figure('Max risk')).toBe('$35,000.00')
    expect(rolled().element().textContent).not.toMatch(/unlimited risk|340|Score/)
    expect(page.getByRole('button', { name: 'Review', exact: true }).elements()).toHaveLength(0)
  })

  test('has returns after the commissions of both legs, and says so, as the review does', async () => {
    service.rollResponse = () => Response.json(sampleRoll({ commission: 6.5 }))
    await renderPanel()
    await reviewRoll()
    const note = 'Net returns are after the commissions of both legs, $13.00 per contract.'
    await expect.element(rolled().getByText(note)).toBeVisible()
    // (1.30 − 2 × 0.065) / 231.42
    expect(figure('Net return')).toBe('0.51%')
    expect(figure('Net annualized')).toBe('2.9%')
    expect(figure('Break-even after the roll')).toBe('$175.00')
    await expect.element(rolled().getByText('Net credit $1.30 per share · $260.00')).toBeVisible()
    await expect.element(order().getByText(note)).toBeVisible()
    await expect
      .element(order().getByText('Both legs are one order. Dollar amounts exclude commissions and taxes.'))
      .toBeVisible()
  })

  test('follows the limit and the contracts of the review', async () => {
    await renderPanel()
    await reviewRoll()
    await limit().fill('1.5')
    await order().getByRole('spinbutton', { name: 'Contracts' }).fill('1')
    await expect.element(rolled().getByText('Net credit $1.50 per share · $150.00')).toBeVisible()
    expect(figure('Break-even after the roll')).toBe('$174.80')
    const inReview = [...document.querySelectorAll('.roll-order [data-rolled] dd')].map(
      ({ textContent }) => textContent,
    )
    const onCard = [...document.querySelectorAll('article [data-rolled] dd')].map(
      ({ textContent }) => textContent,
    )
    expect(inReview).toEqual(onCard)
  })

  test('gives way to a contract that the user chooses, and ends with its open option', async () => {
    await renderPanel()
    await row().click()
    await candidate(/^Jan 15 245 Call/).click()
    await expect.element(rolled().getByRole('heading', { name: /^Roll 2/ })).toBeVisible()
    await page.getByRole('gridcell', { name: /^Short, Optimal/ }).click()
    await expect.element(rolled().getByRole('heading', { name: /^Sell .*250 Call/ })).toBeVisible()
    await candidate(/^Jan 15 245 Call/).click()
    await expect.element(rolled().getByRole('heading', { name: /^Roll 2/ })).toBeVisible()
    await row().click()
    await expect.element(rolled().getByRole('heading', { name: /^Sell .*250 Call/ })).toBeVisible()
  })

  test('marks the annualised figure of less than 60 days', async () => {
    const { candidates } = sampleRoll()
    service.rollResponse = () =>
      Response.json(sampleRoll({ candidates: [{ ...candidates[0]!, daysUntilExpiry: 59 }] }))
    await renderPanel()
    await row().click()
    await candidate(/^Jan 15 245 Call/).click()
    await expect.element(rolled().getByText(/may be achieved only if/)).toBeVisible()
    expect(figure('Net annualized*')).toBe('3.4%')
  })

  test('an unknown sale price or cost basis leaves the break-even open, with the reason', async () => {
    service.rollResponse = () => Response.json(sampleRoll({ costBasis: null }))
    await renderPanel()
    await row().click()
    await candidate(/^Jan 15 245 Call/).click()
    await expect.poll(() => figure('Break-even after the roll')).toBe('needs your cost basis')
    expect(figure('Max risk')).toBeUndefined()
  })
})

test('a loss is called a loss, and the position counts shares and option', async () => {
  service.rollResponse = () =>
    Response.json(
      sampleRoll({
        profitKept: -4.65,
        profitShare: -1.107,
        isHalfKept: false,
        costToClose: 8.85,
        costBasis: 180.5,
      }),
    )
  await renderPanel()
  await expect.element(row()).toMatchTextContent(/Option: 111% lost.*Position: gain \$9,254\.00/)
  await row().click()
  const region = page.getByRole('region', { name: 'Your open options' })
  await expect.element(region).toMatchTextContent(/Loss if closed now\$4\.65111% · \$930\.00 in all/)
  await expect.element(region).toMatchTextContent(/Gain of the position\$9,254\.00shares and option/)
  expect(region.element().textContent).not.toContain('Premium kept')
})

test('calls that need more shares than the user holds have no profit, as on the board of holdings', async () => {
  setHoldings([{ ...holding, shares: 100 }])
  const { container } = await renderPanel()
  await expect.element(row()).toMatchTextContent(/50% kept/)
  await expect.element(row()).not.toMatchTextContent(/Position:/)
  await row().click()
  const gain = () =>
    [...container.querySelectorAll('.roll-figures div')].find(
      (item) => item.querySelector('dt')?.textContent === 'Gain of the position',
    )?.lastElementChild?.textContent
  await expect.poll(gain).toBe('Not known: the calls need more shares than you hold')
  // The user's input comes first.
  view.setState({ positions: { AAPL: { stockQuantity: 200 } } })
  await expect.poll(gain).toBe('$10,604.00shares and option')
  await expect.element(row()).toMatchTextContent(/Position: gain \$10,604\.00/)
})

test('a roll without net credit or cost says neither', async () => {
  service.rollResponse = () => {
    const { candidates } = sampleRoll()
    return Response.json(sampleRoll({ candidates: [{ ...candidates[0]!, bid: 2.1, credit: 0 }] }))
  }
  await renderPanel()
  await row().click()
  await expect.element(candidate(/^Jan 15 245 Call/)).toBeVisible()
  await expect.element(candidate(/^Jan 15 245 Call, No net credit and no net cost/)).toBeVisible()
  await candidate(/^Jan 15 245 Call/).click()
  await expect.element(page.getByText('No net credit and no net cost')).toBeVisible()
})

test('a likely assignment is shown with its causes', async () => {
  service.rollResponse = () =>
    Response.json(
      sampleRoll({
        assignment: { isInTheMoney: true, isNear: true, causes: ['dividend', 'little-time-value'] },
      }),
    )
  await renderPanel()
  await expect.element(row()).toMatchTextContent(/Assignment likely/)
  await row().click()
  await expect
    .element(
      page.getByText(
        /Assignment may come any day: the dividend is worth more .* and hardly any time value is left\./,
      ),
    )
    .toBeVisible()
})

test('a chosen candidate is shown on the card', async () => {
  await renderPanel()
  await row().click()
  await candidate(/Jan 15 245 Call/).click()
  expect(view.getState()).toMatchObject({ contract: 'AAPL270115C00245000', leg: 'call' })
  await expect.element(candidate(/Jan 15 245 Call/)).toHaveAttribute('aria-selected', 'true')
})

describe('the order', () => {
  /** Samples of orders that close or roll, in docs/trade-ticket.md. */
  const samples = [...guide.matchAll(/```json\n(.*?)```/gs)]
    .map(([, text]) => JSON.parse(text!) as TradeTicket)
    .filter(({ strategyName }) => /^(Roll|Close) /.test(strategyName))
  const expectedTicket = (sample: TradeTicket | undefined) => ({
    ...sample,
    ticketId: expect.stringMatching(/^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/),
    time: expect.any(String),
  })

  test('for a roll is displayed in full, and its ticket matches the sample in the document', async () => {
    const { tickets } = await renderPanel()
    await reviewRoll()
    await expect.element(order()).toMatchTextContent(/Buy 2 × AAPL Dec 18, 2026 240 Call to close at \$2\.10/)
    await expect.element(order()).toMatchTextContent(/Sell 2 × AAPL Jan 15, 2027 245 Call at \$3\.40/)
    await expect.element(order()).toMatchTextContent(/Net credit\$260\.00/)
    await expect.element(order()).toMatchTextContent(/Gain on the closed option\$420\.00/)
    await expect
      .element(order())
      .toMatchTextContent(
        /Until Jan 15, 2027 you may have to deliver 200 shares of AAPL at 245, for \$49,000\.00\./,
      )
    await trade().click()
    expect(tickets).toEqual([expectedTicket(samples[0])])
    expect(Object.keys(tickets[0]!)).toEqual(Object.keys(samples[0]!))
    expect(v.parse(v.strictObject(TradeTicketSchema.entries), tickets[0])).toEqual(tickets[0])
    await expect.element(order()).toMatchTextContent(/The order details were passed to this website/)
  })

  test('for closing has a ticket that matches the sample in the document', async () => {
    const { tickets } = await renderPanel()
    await row().click()
    await review('Review closing').click()
    const name = 'Closing order to review'
    await order(name).getByRole('button', { name: 'One contract fewer' }).click()
    await trade(name).click()
    expect(tickets).toEqual([expectedTicket(samples[1])])
    expect(samples).toHaveLength(2)
  })

  test('has a quantity and a limit, which can be typed and stepped by keyboard', async () => {
    const { tickets } = await renderPanel()
    await reviewRoll()
    await limit().click()
    await userEvent.keyboard('{ArrowUp}{ArrowUp}')
    await expect.element(limit()).toHaveValue('+1.32')
    await expect
      .element(page.getByText(/The market’s net price is \+1\.30 now\. A higher limit may not be filled/))
      .toBeVisible()
    await limit().fill('-0.25')
    await expect
      .element(page.getByText('Enter a net limit from +1.30 to +1.60, in whole cents.'))
      .toBeVisible()
    await expect.element(trade()).toBeDisabled()
    await limit().fill('1.45')
    await order().getByRole('spinbutton', { name: 'Contracts' }).fill('1')
    await expect.element(order()).toMatchTextContent(/Net credit\$145\.00/)
    await trade().click()
    expect(tickets[0]).toMatchObject({ price: -145, limit: -145 })
    expect(tickets[0]!.optionLegs.map(({ quantity, price }) => [quantity, price])).toEqual([
      [1, 2.1],
      [-1, 3.55],
    ])
  })

  test('rejects more than the open contracts, and a limit outside the market', async () => {
    await renderPanel()
    await reviewRoll()
    await expect.element(order().getByRole('button', { name: 'One contract more' })).toBeDisabled()
    await limit().fill('-2.10')
    await expect.element(limit()).toHaveAttribute('aria-invalid', 'true')
    await expect.element(order()).toMatchTextContent(/Net credit\$260\.00/)
    await expect.element(trade()).toBeDisabled()
    // The page reports that one contract has been bought back meanwhile.
    setHoldings([{ ...holding, openOptions: [{ ...openOption, quantity: 1 }] }])
    await expect.element(order().getByRole('spinbutton', { name: 'Contracts' })).toHaveValue('1')
  })

  test('is sent once, by a trusted click only, and cannot be sent again until the promised response arrives', async () => {
    host.setState(({ options }) => ({ options: { ...options, acknowledgesTickets: true } }))
    const { tickets } = await renderPanel()
    await reviewRoll()
    ;(trade().element() as HTMLElement).click()
    expect(tickets).toEqual([])
    await trade().dblClick()
    expect(tickets).toHaveLength(1)
    const state = (name: string) => order().getByRole('button', { name, exact: true })
    await expect.element(state('Waiting for the website')).toHaveAttribute('aria-disabled', 'true')
    recordTicketResponse(app, { ticketId: tickets[0]!.ticketId, reference: 'BR-7' })
    await expect.element(order()).toMatchTextContent(/This website has received the order details as .?BR-7/)
    await expect.element(state('Received by the website')).toHaveAttribute('aria-disabled', 'true')
    await state('Order again').click()
    await expect.element(trade()).toBeEnabled()
    expect(tickets).toHaveLength(1)
  })

  test('has the focus when it opens, and can be closed', async () => {
    await renderPanel()
    await reviewRoll()
    await expect.element(order()).toHaveFocus()
    await order().getByRole('button', { name: 'Back' }).click()
    await expect.element(order()).not.toBeInTheDocument()
  })

  test('cannot be sent after the session has ended', async () => {
    const { container } = await renderPanel()
    await reviewRoll()
    host.setState({ phase: 'ended' })
    await expect.element(trade()).toBeDisabled()
    expect(container.textContent).toContain('The session has ended. Reload before you trade.')
  })
})

test('shares that cover open calls do not cover another call: the order of the card is blocked', async () => {
  view.setState({ positions: { AAPL: { stockQuantity: 200 } } })
  await renderPanel()
  await expect
    .element(
      page.getByText(
        /^Your open calls leave 0 shares free; this order needs 100\. The rest would be uncovered/,
      ),
    )
    .toBeVisible()
})

test('a contract that is delisted or has expired shows a note', async () => {
  service.rollResponse = () => Response.json(problemDetails('symbol-unknown'), { status: 404 })
  await renderPanel()
  await row().click()
  await expect.element(page.getByText('AAPL261218C00240000 is not listed, or has expired')).toBeVisible()
})

test('without the original price the kept premium is unknown', async () => {
  setHoldings([{ ...holding, openOptions: [{ id: openOption.id, quantity: 2 }] }])
  service.rollResponse = () =>
    Response.json(
      sampleRoll({
        price: null,
        profitKept: null,
        profitShare: null,
        isHalfKept: null,
        unknown: [{ field: 'profitKept', reason: 'not-given', asOf: null }],
      }),
    )
  await renderPanel()
  await expect.element(row()).not.toMatchTextContent(/kept|lost/)
  await row().click()
  await expect.element(page.getByText('Premium kept')).toBeVisible()
  await expect.element(page.getByText(/Half of the premium/)).not.toBeInTheDocument()
})

test('an option with a refused quote cannot be closed', async () => {
  service.rollResponse = () =>
    Response.json(
      sampleRoll({
        refused: 'crossed',
        costToClose: null,
        profitKept: null,
        profitShare: null,
        isHalfKept: null,
        timeValue: null,
        candidates: [],
      }),
    )
  await renderPanel()
  await row().click()
  await expect.element(page.getByText(/Its quote is not believed/)).toBeVisible()
  await expect.element(review('Review closing')).not.toBeInTheDocument()
})

test.each([320, 390, 600])('at %i px nothing overflows the panel', async (width) => {
  const { container } = await renderPanel(width)
  await reviewRoll()
  for (const element of container.querySelectorAll('.panel-body'))
    expect(element.scrollWidth, element.className).toBe(element.clientWidth)
})
