/** The Why panel without the licence of prices, and with a source that lacks kinds of data. */
import '#app/ui/base.css'
import i18next from 'i18next'
import { Suspense } from 'react'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { problemDetails } from '#contract/api/problem-details.ts'
import type { History, News, WireWhy } from '#contract/responses/resources.ts'
import { startI18n } from '#app/i18n/i18n.ts'
import { initialView } from '#app/state/view.ts'
import { sampleHistory, sampleWhy } from '#app/testing/why.ts'
import { host, live, makeClientWithoutRetries, TestApp, view } from '#app/testing/test-app.tsx'
import { unpricedWhy } from '#app/testing/unpriced.ts'
import { WhyPanel } from './why-panel.tsx'

const unpricedHistory: History = {
  ...sampleHistory('6M'),
  date: [],
  open: [],
  high: [],
  low: [],
  close: [],
  volume: [],
  unknown: [{ field: 'close', reason: 'not-licensed', asOf: null }],
}

beforeAll(async () => void (await startI18n('en', i18next)))
beforeEach(() => {
  view.setState({ ...initialView, symbol: sampleWhy.symbol }, true)
  host.setState({ phase: 'ready', options: null, settings: null })
  live.setState({ quotes: {}, market: null, connection: 'live', lastMessageAt: Date.now(), stale: false })
})
afterEach(() => vi.unstubAllGlobals())

async function show({
  why = sampleWhy,
  history = sampleHistory('6M'),
  news = { symbol: sampleWhy.symbol, news: [] },
}: { why?: WireWhy; history?: History; news?: News } = {}) {
  vi.stubGlobal('fetch', async (url: string) =>
    Response.json(url.includes('history') ? history : url.includes('news') ? news : why),
  )
  return render(
    <TestApp>
      <Suspense>
        <div style={{ container: 'widget / inline-size' }}>
          <div style={{ inlineSize: 480, display: 'grid' }}>
            <WhyPanel />
          </div>
        </div>
      </Suspense>
    </TestApp>,
  )
}
const factOf = (name: string) =>
  page.getByRole('term').filter({ hasText: name }).element().nextElementSibling!

test('without the licence of prices, shows the reason in their place and the derived figures', async () => {
  const { container } = await show({ why: unpricedWhy(sampleWhy), history: unpricedHistory })
  await expect
    .element(page.getByText('Prices and returns are not shown. Not licensed for this site.'))
    .toBeVisible()
  await expect.element(page.getByText('Not licensed for this site.', { exact: true }).first()).toBeVisible()
  expect(factOf('Technical rank').textContent).toContain(String(sampleWhy.technicalRank))
  expect(factOf('30-day IV').textContent).toMatch(/%/)
  expect(container.textContent).not.toMatch(/NaN|undefined|null|\$0\.00/)
})

test('states which facts the source does not provide', async () => {
  await show({
    why: {
      ...sampleWhy,
      earningsDate: null,
      dividend: null,
      unknown: [
        { field: 'earningsDate', reason: 'not-provided', asOf: null },
        { field: 'dividend', reason: 'not-given', asOf: null },
      ],
    },
  })
  await expect.element(page.getByText('Technical rank')).toBeVisible()
  const earnings = factOf('Earnings').querySelector('small')!
  expect(earnings.textContent).toBe('Not provided by the data source.')
  expect(earnings.checkVisibility()).toBe(true)
  expect(factOf('Dividend').textContent).toBe('—The data source does not say.')
})

test('states that the source provides no headlines', async () => {
  host.setState({ options: { showNewsTab: true } })
  await show({ news: { symbol: sampleWhy.symbol, news: [], unknown: 'not-provided' } })
  await page.getByRole('tab', { name: 'News' }).click()
  await expect.element(page.getByText('Not provided by the data source.')).toBeVisible()
})

test('states that market data is not enabled, if the service refuses the look-up', async () => {
  vi.stubGlobal('fetch', async () => Response.json(problemDetails('not-licensed'), { status: 403 }))
  await render(
    <TestApp client={makeClientWithoutRetries()}>
      <Suspense>
        <WhyPanel />
      </Suspense>
    </TestApp>,
  )
  await expect.element(page.getByText('Market data is not enabled for this site')).toBeVisible()
})
