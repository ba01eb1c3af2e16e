import '#app/ui/base.css'
import i18next from 'i18next'
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { Suspense } from 'react'
import type { Income } from '#contract/responses/income.ts'
import { problemDetails } from '#contract/api/problem-details.ts'
import { startI18n } from '#app/i18n/i18n.ts'
import { HowPanel } from '#app/panels/how/how-panel.tsx'
import { initialView, type Pin } from '#app/state/view.ts'
import { useReviewRequest } from '#app/state/order/review-request.ts'
import { axeFaults } from '#app/testing/axe.ts'
import { madeUpIncome, madeUpOption } from '#app/testing/income.ts'
import { app, host, live, makeClientWithoutRetries, TestApp, view } from '#app/testing/test-app.tsx'

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
    contract: madeUpOption({
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
    contract: madeUpOption({
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
  respondTo = (symbol) => json(madeUpIncome(incomes[symbol]))
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

async function show(width = 410) {
  await page.viewport(Math.max(width, 390), 800)
  const screen = await render(
    <TestApp client={makeClientWithoutRetries()}>
      <Suspense>
        <div style={{ container: 'widget / inline-size' }}>
          <div style={{ inlineSize: width, blockSize: 700, display: 'grid' }}>
            <HowPanel onTrade={() => undefined} />
          </div>
        </div>
      </Suspense>
    </TestApp>,
  )
  return screen.container
}
const openDialog = () => page.getByRole('button', { name: 'Compare side by side' }).click()
const dialog = () => page.getByRole('dialog', { name: 'Compare contracts' })
const row = (name: RegExp) => dialog().getByRole('row', { name })
const head = (name: RegExp) => dialog().getByRole('columnheader', { name })

describe('contracts of several symbols', () => {
  test('are shown side by side, each from a response for its own symbol and position', async () => {
    view.setState({ positions: { F: { stockQuantity: 300 } } })
    await show(1200)
    await expect.element(page.getByText('3 of 4 to compare')).toBeVisible()
    await openDialog()
    await expect.element(head(/^MSFT Jan 15, 2027 400 Put/)).toBeVisible()
    await expect.element(row(/^Max risk/)).toHaveTextContent('Max risk$22,732.00$39,200.00$1,110.00')
    await expect.element(row(/^Cushion/)).toHaveTextContent('Cushion to break-even1.8%Best: 6.7%2.6%')
    expect(requests).toContain('MSFT?contract=MSFT270115P00400000')
    expect(requests).toContain('F?stockQuantity=300&contract=F270115C00012500')
  })

  test('have the best of each metric marked, with a text for screen readers', async () => {
    await show(1200)
    await openDialog()
    await expect.element(row(/^Worthless prob/)).toHaveTextContent('Worthless prob.74%Best: 81%68%')
    await expect.element(row(/^Annualized/)).toHaveTextContent('Annualized10.1%11.4%Best: 15.0%')
    await expect.element(row(/^Bid-ask spread/)).toHaveTextContent('Bid-ask spread2.6%Best: 1.2%2.6%')
    for (const name of [/^Max reward/, /^Max risk/, /^Premium/, /^Break-even/, /^Delta/])
      expect(row(name).element().textContent).not.toContain('Best')
    expect(await axeFaults(dialog().element())).toEqual([])
  })

  test('can be sold from the dialog, which shows symbol and contract and opens the review', async () => {
    await show(1200)
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
    await expect.element(page.getByText('3 of 4 to compare')).toBeVisible()
  })

  test('can be removed one by one by keyboard; the dialog closes with the last', async () => {
    await show(1200)
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
  test('shows that it is loading, and its figures as soon as they arrive', async () => {
    let respond: (response: Response) => void = () => undefined
    respondTo = (symbol) =>
      symbol === 'F'
        ? new Promise<Response>((resolve) => (respond = resolve))
        : json(madeUpIncome(incomes[symbol]))
    await show(1200)
    await openDialog()
    await expect.element(dialog().getByText('Loading…')).toBeVisible()
    respond(json(madeUpIncome(incomes['F'])))
    await expect.element(row(/^Max risk/)).toHaveTextContent('Max risk$22,732.00$39,200.00$1,110.00')
  })

  test('shows the reason (no longer listed, refused, failed) and can be removed', async () => {
    respondTo = (symbol) =>
      symbol === 'MSFT'
        ? json(problemDetails('symbol-unknown'), 404)
        : symbol === 'F'
          ? json(
              madeUpIncome({
                ...incomes['F'],
                contract: null,
                unknown: [{ field: 'contract', reason: 'not-offered', asOf: null }],
              }),
            )
          : json(madeUpIncome())
    await show(1200)
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
      symbol === 'F' ? json(problemDetails('internal'), 500) : json(madeUpIncome(incomes[symbol]))
    await show(1200)
    await openDialog()
    await expect.element(dialog().getByText('Could not be loaded.')).toBeVisible()
    respondTo = (symbol) => json(madeUpIncome(incomes[symbol]))
    await dialog().getByRole('button', { name: 'Try again' }).click()
    await expect.element(row(/^Max risk/)).toHaveTextContent('Max risk$22,732.00$39,200.00$1,110.00')
  })
})

test('one contract cannot be compared; the bar is shown for every symbol, also if nothing fits', async () => {
  view.setState({ compare: [microsoft] })
  respondTo = () => json(madeUpIncome({ callOptimals: [], putOptimals: [] }))
  await show()
  await expect.element(page.getByText('1 of 4 to compare')).toBeVisible()
  await expect.element(page.getByRole('button', { name: 'Compare side by side' })).toBeDisabled()
  await page.getByRole('button', { name: 'Clear' }).click()
  await expect.element(page.getByText('1 of 4 to compare')).not.toBeInTheDocument()
})

test.each([320, 390])(
  'a phone of %i px shows two contracts beside the names, which stay visible',
  async (width) => {
    await page.viewport(width, 800)
    await show(width)
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
