/** The How panel for a partner who may not show prices. */
import '#app/ui/base.css'
import i18next from 'i18next'
import { Suspense } from 'react'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { startI18n } from '#app/i18n/i18n.ts'
import { resetOrder } from '#app/state/order/order.ts'
import { initialView } from '#app/state/view.ts'
import { sampleChain } from '#app/testing/chain.ts'
import { sampleIncome } from '#app/testing/income.ts'
import { app, host, live, TestApp, view } from '#app/testing/test-app.tsx'
import { unpricedIncome } from '#app/testing/unpriced.ts'
import { HowPanel } from './how-panel.tsx'

const income = unpricedIncome(sampleIncome())

beforeAll(async () => void (await startI18n('en', i18next)))
beforeEach(() => {
  view.setState({ ...initialView, symbol: 'AAPL' }, true)
  resetOrder(app)
  host.setState({ phase: 'ready' })
  live.setState({ quotes: {}, market: null, connection: 'live', lastMessageAt: Date.now(), stale: false })
  vi.stubGlobal('fetch', async (input: string) => {
    const url = new URL(input, location.href)
    return Response.json(
      url.pathname.includes('/chain/') ? sampleChain(url.searchParams.get('expiry')) : income,
    )
  })
})
afterEach(() => vi.unstubAllGlobals())

async function show(width = 410) {
  const { container } = await render(
    <TestApp>
      <Suspense>
        <div style={{ container: 'widget / inline-size' }}>
          <div style={{ inlineSize: width, display: 'grid' }}>
            <HowPanel onTrade={() => {}} />
          </div>
        </div>
      </Suspense>
    </TestApp>,
  )
  await expect.element(page.getByRole('article').first()).toBeVisible()
  return container
}

test('shows the reason once, and the derived figures of the chosen contract', async () => {
  const container = await show()
  expect(container.querySelectorAll('[data-reason="not-licensed"]').length).toBe(1)
  await expect
    .element(page.getByRole('note'))
    .toHaveTextContent('Prices and returns are not shown. Not licensed for this site.')
  const card = page.getByRole('article').first()
  await expect.element(card.getByText('Keep shares')).toBeVisible()
  await expect.element(card.getByText('74%')).toBeVisible()
  await expect.element(card.getByText('Implied volatility', { exact: true }).first()).toBeVisible()
  expect(container.textContent).not.toMatch(/NaN|undefined|null|\$0\.00/)
})

test('has no ticket, and states why', async () => {
  await show()
  await expect
    .element(page.getByText('This contract cannot be traded here, because its prices are not shown.'))
    .toBeVisible()
  expect(page.getByRole('button', { name: 'Review', exact: true }).elements()).toEqual([])
})

test('a cell has its probability, and no return', async () => {
  await show()
  const cell = page.getByRole('gridcell', { name: /strike 255, expiry Jan 15, 2027, probability 74%/ })
  await expect.element(cell).toBeVisible()
  expect(cell.element().querySelector('.how-cell-return')).toBeNull()
})

test('another cell selects another contract', async () => {
  await show()
  await page.getByRole('gridcell', { name: /strike 240, expiry Dec 18, 2026/ }).click()
  await expect.element(page.getByRole('heading', { name: /Dec 18, 2026 240 Call/ })).toBeVisible()
})
