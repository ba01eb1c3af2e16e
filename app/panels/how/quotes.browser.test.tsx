/**
 * Information about the option quotes: their time, omitted quotes, refused chains, and warnings.
 */
import '#app/ui/base.css'
import i18next from 'i18next'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import type { Income } from '#contract/responses/income.ts'
import { startI18n } from '#app/i18n/i18n.ts'
import { initialView } from '#app/state/view.ts'
import { sampleIncome, sampleOptimals } from '#app/testing/income.ts'
import { host, live, PanelFrame, TestApp, view } from '#app/testing/test-app.tsx'
import { HowPanel } from './how-panel.tsx'

beforeAll(async () => void (await startI18n('en', i18next)))
beforeEach(() => {
  view.setState({ ...initialView, symbol: 'AAPL' }, true)
  host.setState({ phase: 'ready', options: null, settings: null })
  live.setState({ quotes: {}, market: null, connection: 'live', lastMessageAt: Date.now(), stale: false })
})
afterEach(() => vi.unstubAllGlobals())

async function renderPanel(change: Partial<Income> = {}) {
  const fetchMock = vi.fn(async (_url: string) => Response.json(sampleIncome(change)))
  vi.stubGlobal('fetch', fetchMock)
  await render(
    <TestApp>
      <PanelFrame width={410} height={800}>
        <HowPanel onTrade={() => undefined} />
      </PanelFrame>
    </TestApp>,
  )
  return fetchMock
}

test('shows the time of the option quotes, and the stock price at that time if it has changed since', async () => {
  await renderPanel({ stockPrice: 233.1 })
  await expect
    .element(page.getByText('Options as of Nov 12, 2026, 15:59 ET · at a stock price of $231.42'))
    .toBeVisible()
})

test('omits the stock price if the options were quoted at the current one', async () => {
  await renderPanel()
  await expect.element(page.getByText('Options as of Nov 12, 2026, 15:59 ET', { exact: true })).toBeVisible()
})

test('counts omitted contracts by reason', async () => {
  await renderPanel({
    refused: [
      { reason: 'crossed', count: 12 },
      { reason: 'not-convex', count: 26 },
    ],
  })
  await page.getByText('Left out: 38 of 1,840 contracts').click()
  await expect.element(page.getByText('12 crossed quotes')).toBeVisible()
  await expect.element(page.getByText('26 contradict the strikes on both sides')).toBeVisible()
})

test('recommends no contract and shows the reason if the stock price has moved away from the option quotes', async () => {
  const drift = { reason: 'price-drift', asOf: '2026-11-12' } as const
  await renderPanel({
    callOptimals: [],
    putOptimals: [],
    unknown: [
      { field: 'callOptimals', ...drift },
      { field: 'putOptimals', ...drift },
    ],
  })
  await expect.element(page.getByText('No contract of AAPL is recommended now')).toBeVisible()
  await expect.element(page.getByText(/has moved away .* on Nov 12, 2026/)).toBeVisible()
})

test('shows the probabilities of profit and of keeping the shares, or the cash of a put', async () => {
  await renderPanel()
  const odds = () => document.querySelector('.how-odds')?.textContent
  await expect.poll(odds).toMatch(/^Prob. worthless74%.*Prob. of profit56%/)
  await page.getByRole('radio', { name: 'Short put' }).click()
  await expect.poll(odds).toMatch(/^Prob. worthless74%.*Prob. of profit56%/)
})

test('warns of a strike below the cost basis, in the cell and in its accessible name', async () => {
  const [first, ...otherOptions] = sampleOptimals('call')
  await renderPanel({ callOptimals: [{ ...first!, warnings: ['below-cost-basis'] }, ...otherOptions] })
  await expect
    .element(page.getByRole('gridcell', { name: /Short, Conservative.*Strike below your cost basis/ }))
    .toBeVisible()
})

test('requests puts sized by the available cash', async () => {
  const fetchMock = await renderPanel()
  await page.getByRole('radio', { name: 'Short put' }).click()
  await page.getByRole('textbox', { name: 'Cash for puts' }).fill('50,000')
  await expect.poll(() => fetchMock.mock.calls.some(([url]) => url.includes('cash=50000'))).toBe(true)
})

test('marks the puts that the cash does not cover, in the cell, its accessible name and the legend', async () => {
  await renderPanel()
  await page.getByRole('radio', { name: 'Short put' }).click()
  const put = page.getByRole('gridcell', { name: /^Short, Optimal/ })
  await expect.element(put).not.toMatchTextContent(/your cash/)
  view.setState({ cash: 20_000 })
  await expect
    .element(page.getByRole('gridcell', { name: /^Short, Optimal.*\. Needs \$21,000, more than your cash$/ }))
    .toBeVisible()
  const { strike } = sampleOptimals('put')[1]!
  expect(strike).toBe(210)
  const title = put.element().querySelector('.how-cell')!.getAttribute('title')
  expect(title).toBe('Needs $21,000, more than your cash')
  const marked = sampleOptimals('put').filter((option) => option.strike * 100 > 20_000).length
  expect(document.querySelectorAll('[data-cell] .how-warning-icon-over-cash')).toHaveLength(marked)
  await expect.element(page.getByText('$ Needs more than your cash')).toBeVisible()
  await put.click()
  await expect.element(put).toHaveAttribute('aria-selected', 'true')
})
