/** The Why panel for a symbol with a price but outdated or missing data. */
import '#app/ui/base.css'
import i18next from 'i18next'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { startI18n } from '#app/i18n/i18n.ts'
import { initialView } from '#app/state/view.ts'
import { sampleHistory, sampleStaleWhy } from '#app/testing/why.ts'
import { host, live, PanelFrame, TestApp, view } from '#app/testing/test-app.tsx'
import { WhyPanel } from './why-panel.tsx'

const current = { state: 'current', asOf: '2026-11-12T21:00:00Z', reason: null } as const

beforeAll(async () => void (await startI18n('en', i18next)))
beforeEach(() => {
  view.setState({ ...initialView, symbol: 'OLDCO' }, true)
  host.setState({ phase: 'ready', options: null, settings: null })
  live.setState({ quotes: {}, market: null, connection: 'live', lastMessageAt: Date.now(), stale: false })
})
afterEach(() => vi.unstubAllGlobals())

async function show(why = sampleStaleWhy) {
  vi.stubGlobal('fetch', async (url: string) =>
    Response.json(url.includes('history') ? sampleHistory('6M', 231.42, 'OLDCO') : why),
  )
  await render(
    <TestApp>
      <PanelFrame width={480} height={800}>
        <WhyPanel />
      </PanelFrame>
    </TestApp>,
  )
}
const factOf = (name: string) =>
  page.getByRole('term').filter({ hasText: name }).element().nextElementSibling!.textContent

test('with outdated daily prices, shows the reason instead of direction, rank and 52-week range', async () => {
  await show()
  await expect
    .element(page.getByRole('note'))
    .toHaveTextContent('No technical analysis. The daily prices end on Feb 27, 2026.')
  for (const name of ['1M trend', '6M trend', 'Technical rank', '52-week range'])
    expect(factOf(name), name).toBe('Unknown: The daily prices end on Feb 27, 2026.')
  await expect.element(page.getByText('$231.42', { exact: true })).toBeVisible()
  await expect.element(page.getByText('Bullish', { exact: true })).not.toBeInTheDocument()
  await expect
    .element(page.getByText('No technical signal in the last five trading days.'))
    .not.toBeInTheDocument()
})

test('shows a chip with the day for each outdated part of the data', async () => {
  await show({
    ...sampleStaleWhy,
    dataStatus: {
      ...sampleStaleWhy.dataStatus,
      parts: {
        price: current,
        options: { state: 'old', asOf: '2026-11-06T21:00:00Z', reason: 'old-chain' },
        bars: { state: 'old', asOf: '2026-02-27T21:00:00Z', reason: 'old-bars' },
        dividends: { state: 'unknown', asOf: null, reason: 'not-given' },
        earnings: current,
      },
    },
  })
  const chip = page.getByText('Daily prices of Feb 27, 2026')
  await expect.element(chip).toBeVisible()
  await expect.element(page.getByText('Options of Nov 6, 2026')).toBeVisible()
  await expect.element(page.getByText('Dividends: unknown')).not.toBeInTheDocument()
})

test('shows a dash and no change without trades', async () => {
  await show({
    ...sampleStaleWhy,
    expandedQuote: {
      ...sampleStaleWhy.expandedQuote,
      last: null,
      change: null,
      percentageChange: null,
      volume: null,
    },
  })
  await expect.element(page.getByText('—').first()).toBeVisible()
  await expect.element(page.getByText(/%\)/)).not.toBeInTheDocument()
})
