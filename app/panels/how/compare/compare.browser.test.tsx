import '#app/ui/base.css'
import i18next from 'i18next'
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import type { Income } from '#contract/responses/income.ts'
import { problemDetails } from '#contract/api/problem-details.ts'
import { startI18n } from '#app/i18n/i18n.ts'
import { HowPanel } from '#app/panels/how/how-panel.tsx'
import { initialView, type Pin } from '#app/state/view.ts'
import { useReviewRequest } from '#app/state/order/review-request.ts'
import { axeViolations } from '#app/testing/axe.ts'
import { sampleIncome, sampleOption } from '#app/testing/income.ts'
import {
  app,
  host,
  live,
  makeClientWithoutRetries,
  PanelFrame,
  TestApp,
  view,
} from '#app/testing/test-app.tsx'

const json = (body: unknown, status = 200) =>
  new Response(JSON.stringify(body), { status, headers: { 'Content-Type': 'application/json' } })

const apple: Pin = { symbol: 'AAPL', id: 'AAPL270115C00255000' }
const microsoft: Pin = { symbol: 'MSFT', id: 'MSFT270115P00400000' }
const ford: Pin = { symbol: 'F', id: 'F270115C00012500' }

const incomes: Record<string, Partial<Income>> = {
  AAPL: {},
  MSFT: {
    underlying: 'MSFT',
    chainPrice: 420,
    callOptimals: [],
    putOptimals: [],
    contract: sampleOption({
      id: microsoft.id,
      legType: 'Put',
      strike: 400,
      premium: 8,
      breakeven: 392,
      probability: 0.81,
      probabilityOfProfit: 0.83,
      annualizedReturn: 0.114,
      spread: 0.012,
      serviceScore: 131,
    }),
  },
  F: {
    underlying: 'F',
    chainPrice: 11.4,
    callOptimals: [],
    putOptimals: [],
    contract: sampleOption({
      id: ford.id,
      strike: 12.5,
      premium: 0.3,
      breakeven: 11.1,
      annualizedReturn: 0.15,
    }),
  },
}
let requests: string[]
let respondTo: (symbol: string) => Response | Promise<Response>

beforeAll(async () => {
  await startI18n('en', i18next)
})
beforeEach(() => {
  requests = []
  respondTo = (symbol) => json(sampleIncome(incomes[symbol]))
  view.setState({ ...initialView, symbol: 'AAPL', compare: [apple, microsoft, ford] }, true)
  host.setState({ phase: 'ready' })
  live.setState({ quotes: {}, market: null, connection: 'live', lastMessageAt: Date.now(), stale: false })
  vi.stubGlobal('fetch', async (input: string) => {
    const url = new URL(input, location.href)
    requests.push(url.pathname.split('/').at(-1)! + url.search)
    return respondTo(url.pathname.split('/').at(-1)!)
  })
})
afterEach(() => vi.unstubAllGlobals())

async function renderPanel(width = 410) {
  await page.viewport(Math.max(width, 390), 800)
  const screen = await render(
    <TestApp client={makeClientWithoutRetries()}>
      <PanelFrame width={width} height={700}>
        <HowPanel onTrade={() => undefined} />
      </PanelFrame>
    </TestApp>,
  )
  return screen.container
}
const openDialog = () => page.getByRole('button', { name: 'Compare side by side' }).click()
const dialog = () => page.getByRole('dialog', { name: 'Compare contracts' })
const row = (name: RegExp) => dialog().getByRole('row', { name })
const columnHeader = (name: RegExp) => dialog().getByRole('columnheader', { name })

describe('contracts of several symbols', () => {
  test('are shown side by side, each from a response for its own symbol and position', async () => {
    view.setState({ positions: { F: { stockQuantity: 300 } } })
    await renderPanel(1200)
    await expect.element(page.getByText('3 of 4 to compare').first()).toBeVisible()
    await openDialog()
    await expect.element(columnHeader(/^MSFT Jan 15, 2027 400 Put/)).toBeVisible()
    await expect.element(row(/^Max risk/)).toHaveTextContent('Max risk$22,732.00$39,200.00$1,110.00')
    await expect.element(row(/^Cushion/)).toHaveTextContent('Cushion to break-even1.8%Best: 6.7%2.6%')
    expect(requests).toContain('MSFT?contract=MSFT270115P00400000')
    expect(requests).toContain('F?stockQuantity=300&contract=F270115C00012500')
  })

  test('have the best of each metric marked, with a text for screen readers', async () => {
    await renderPanel(1200)
    await openDialog()
    await expect.element(row(/^Prob\. worthless/)).toHaveTextContent('Prob. worthless74%Best: 81%68%')
    await expect.element(row(/^Annualized/)).toHaveTextContent('Annualized10.1%11.4%Best: 15.0%')
    await expect.element(row(/^Bid-ask spread/)).toHaveTextContent('Bid-ask spread2.6%Best: 1.2%2.6%')
    for (const name of [/^Max reward/, /^Max risk/, /^Premium/, /^Break-even/, /^Delta/])
      expect(row(name).element().textContent).not.toContain('Best')
    expect(await axeViolations(dialog().element())).toEqual([])
  })

  test('can be sold from the dialog: a click closes it, shows symbol and contract, and opens the review', async () => {
    await renderPanel(1200)
    await openDialog()
    await dialog().getByRole('button', { name: 'Sell MSFT Jan 15, 2027 400 Put' }).click()
    await expect.element(dialog()).not.toBeInTheDocument()
    expect(view.getState()).toMatchObject({ symbol: 'MSFT', contract: microsoft.id, leg: 'put', tab: 'how' })
    await expect
      .element(
        page
          .getByRole('article')
          .first()
          .getByRole('heading', { name: /Sell 1 MSFT Jan 15, 2027 400 Put/ }),
      )
      .toBeVisible()
    await expect.element(page.getByRole('dialog', { name: 'Order to review' })).toBeVisible()
    expect(useReviewRequest.of(app).getState().contract).toBeNull()
    await expect.element(page.getByText('3 of 4 to compare').first()).toBeVisible()
  })

  test('can be removed one by one by keyboard; the dialog closes with the last', async () => {
    await renderPanel(1200)
    await openDialog()
    for (const { symbol } of [apple, microsoft, ford]) {
      const button = dialog().getByRole('button', { name: new RegExp(`^Remove ${symbol} `) })
      await expect.element(button).toBeVisible()
      ;(button.element() as HTMLElement).focus()
      await userEvent.keyboard('{Enter}')
    }
    await expect.element(dialog()).not.toBeInTheDocument()
    expect(view.getState().compare).toEqual([])
  })
})

describe('a contract without figures', () => {
  test('shows that it is loading, then its figures', async () => {
    let respond: (response: Response) => void = () => undefined
    respondTo = (symbol) =>
      symbol === 'F'
        ? new Promise<Response>((resolve) => (respond = resolve))
        : json(sampleIncome(incomes[symbol]))
    await renderPanel(1200)
    await openDialog()
    await expect.element(dialog().getByText('Loading…')).toBeVisible()
    respond(json(sampleIncome(incomes['F'])))
    await expect.element(row(/^Max risk/)).toHaveTextContent('Max risk$22,732.00$39,200.00$1,110.00')
  })

  test('shows that it is delisted or why it was refused, and can be removed', async () => {
    respondTo = (symbol) =>
      symbol === 'MSFT'
        ? json(problemDetails('symbol-unknown'), 404)
        : symbol === 'F'
          ? json(
              sampleIncome({
                ...incomes['F'],
                contract: null,
                unknown: [{ field: 'contract', reason: 'not-offered', asOf: null }],
              }),
            )
          : json(sampleIncome())
    await renderPanel(1200)
    await openDialog()
    await expect.element(dialog().getByText('No longer listed')).toBeVisible()
    await expect.element(dialog().getByText('Selling this contract brings no income.')).toBeVisible()
    await expect.element(dialog().getByRole('button', { name: /^Sell MSFT/ })).not.toBeInTheDocument()
    await dialog()
      .getByRole('button', { name: /^Remove MSFT/ })
      .click()
    await expect.element(dialog().getByText('No longer listed')).not.toBeInTheDocument()
  })

  test('can be retried after a failure', async () => {
    respondTo = (symbol) =>
      symbol === 'F' ? json(problemDetails('internal'), 500) : json(sampleIncome(incomes[symbol]))
    await renderPanel(1200)
    await openDialog()
    await expect.element(dialog().getByText('Could not be loaded.')).toBeVisible()
    respondTo = (symbol) => json(sampleIncome(incomes[symbol]))
    await dialog().getByRole('button', { name: 'Try again' }).click()
    await expect.element(row(/^Max risk/)).toHaveTextContent('Max risk$22,732.00$39,200.00$1,110.00')
  })
})

test('with one contract the comparison is disabled; the bar is shown for any symbol, even without a trade', async () => {
  view.setState({ compare: [microsoft] })
  respondTo = () => json(sampleIncome({ callOptimals: [], putOptimals: [] }))
  await renderPanel()
  await expect.element(page.getByText('1 of 4 to compare').first()).toBeVisible()
  await expect.element(page.getByRole('button', { name: 'Compare side by side' })).toBeDisabled()
  await page.getByRole('button', { name: 'Clear' }).click()
  await expect.element(page.getByText('1 of 4 to compare').first()).not.toBeInTheDocument()
})

test.each([320, 390])(
  'at %i px the dialog fits, and the row names stay visible while the contracts scroll',
  async (width) => {
    await page.viewport(width, 800)
    await renderPanel(width)
    await page.viewport(width, 800)
    await openDialog()
    await expect.element(row(/^Max risk/)).toHaveTextContent('Max risk$22,732.00$39,200.00$1,110.00')
    const box = dialog().element().getBoundingClientRect()
    expect(box.right).toBeLessThanOrEqual(width)
    const table = document.querySelector('.how-compare')!
    table.scrollLeft = 500
    const name = row(/^Max risk/)
      .getByRole('rowheader')
      .element()
    expect(name.getBoundingClientRect().left).toBeGreaterThanOrEqual(box.left)
  },
)
