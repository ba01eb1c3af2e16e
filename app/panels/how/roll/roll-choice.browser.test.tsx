/** The contract chosen in the table of rolls, and calls that shares do not cover. */
import '#app/ui/base.css'
import { describe, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { rollPath } from '#contract/api/paths.ts'
import { sampleRoll } from '#app/testing/roll.ts'
import { view } from '#app/testing/test-app.tsx'
import {
  holding,
  openOption,
  renderPanel,
  reviewRoll,
  service,
  setHoldings,
  setUpRolls,
} from './rolls.fixture.tsx'

const { row, candidate, review, order, trade } = setUpRolls()

describe('calls that the held shares do not cover', () => {
  const warning = () =>
    page.getByText(
      'Your open calls need 150 more shares than you hold. That part is uncovered, also after a roll, and its risk is unlimited.',
    )
  const rolled = () => page.getByRole('article').first()

  test('have a warning, also on the card of their roll, and no figures of a covered call', async () => {
    setHoldings([{ ...holding, shares: 50 }])
    await renderPanel()
    await expect.element(warning()).toBeVisible()
    expect(document.body.textContent).not.toMatch(/cover your open calls/)
    await row().click()
    await candidate(/^Jan 15 245 Call/).click()
    await expect.element(rolled().getByRole('heading', { name: /^Roll 2/ })).toBeVisible()
    await expect.element(rolled().getByText(/need 150 more shares than you hold/)).toBeVisible()
    expect(document.querySelector('[data-rolled]')).toBeNull()
    expect(rolled().element().textContent).not.toMatch(/now cover the new one|Break-even|Max risk/)
    await review('Review the roll').click()
    await expect.element(order()).toMatchTextContent(/Net credit\$260\.00/)
    expect(order().element().textContent).not.toMatch(/Break-even|Max risk/)
  })

  test('are those that the shares entered in How do not cover', async () => {
    view.setState({ positions: { AAPL: { stockQuantity: 50 } } })
    await renderPanel()
    await expect.element(warning()).toBeVisible()
    view.setState({ positions: { AAPL: { stockQuantity: 200 } } })
    await expect.element(warning()).not.toBeInTheDocument()
  })

  test('have no warning if the number of held shares is unknown', async () => {
    setHoldings([{ symbol: 'AAPL', openOptions: [openOption] }])
    await renderPanel()
    await expect.element(row()).toMatchTextContent(/50% kept/)
    expect(document.querySelector('.roll-warning')).toBeNull()
  })
})

test('the chosen cell has its differences, net credit, break-even, annualized return and the gain of closing', async () => {
  await renderPanel()
  await row().click()
  const choice = page.getByRole('region', { name: 'Position after the roll' })
  const texts = () =>
    Object.fromEntries(
      [...choice.element().querySelectorAll('dl > div')].map((item) => [
        item.querySelector('dt')!.textContent,
        item.querySelector('dd')!.textContent,
      ]),
    )
  await candidate(/^Jan 15 245 Call/).click()
  await expect
    .element(choice)
    .toMatchTextContent(/Jan 15 245 Call \+28 days · strike improves by \$5\.00! Earnings before expiry/)
  expect(texts()).toEqual({
    'Net credit': '$260.00',
    'Gain on the closed option': '$420.00sold at $4.20',
    'Net annualized': '3.2%',
    'Break-even after the roll': '$175.00',
    Contracts: '2',
    'Prob. worthless': '72%',
  })
  await expect
    .element(choice)
    .toMatchTextContent(/Net returns are after the commissions of both legs, \$1\.30 per contract\./)
  // A worse strike, which is not suggested, is offered as well.
  await candidate(/^Dec 18 235 Call/).click()
  await expect.element(choice).toMatchTextContent(/Dec 18 235 Call strike worsens by \$5\.00/)
  expect(texts()).toMatchObject({ 'Net credit': '$320.00', 'Break-even after the roll': '$174.70' })
  await review('Review the roll').click()
  await expect.element(order()).toMatchTextContent(/Sell 2 × AAPL Dec 18, 2026 235 Call at \$3\.70/)
  await expect.element(choice).not.toBeInTheDocument()
})

test('a chosen contract whose quote is refused later cannot be sent', async () => {
  const { client } = await renderPanel()
  await reviewRoll()
  const { expiries } = sampleRoll()
  service.rollResponse = () =>
    Response.json(
      sampleRoll({
        candidates: [],
        expiries: expiries.map((expiry) => ({
          ...expiry,
          contracts: expiry.contracts.map((contract) => ({
            ...contract,
            refused: 'crossed' as const,
            credit: null,
            probability: null,
          })),
        })),
      }),
    )
  await client.refetchQueries({ queryKey: [rollPath] })
  await expect.element(page.getByText(/The contract you chose is no longer offered/)).toBeVisible()
  await expect.element(trade()).toBeDisabled()
  await expect.element(order()).toMatchTextContent(/Sell 2 × AAPL Jan 15, 2027 245 Call at \$3\.40/)
})
