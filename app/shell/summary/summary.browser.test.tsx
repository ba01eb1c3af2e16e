import '#app/ui/base.css'
import i18next from 'i18next'
import { Suspense } from 'react'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { DataStatus } from '#app/shell/header/data-status.tsx'
import { startI18n } from '#app/i18n/i18n.ts'
import type { WireWhy } from '#contract/responses/resources.ts'
import { unpricedWhy } from '#app/testing/unpriced.ts'
import { sampleWhy } from '#app/testing/why.ts'
import { initialView } from '#app/state/view.ts'
import { applyFont, testFonts } from '#app/testing/fonts.ts'
import { live, TestApp, view } from '#app/testing/test-app.tsx'
import { Summary } from './summary.tsx'

beforeAll(async () => void (await startI18n('en', i18next)))
beforeEach(() => {
  view.setState({ ...initialView, symbol: 'AAPL' }, true)
  live.setState({
    quotes: {},
    connection: 'live',
    stale: false,
    market: { type: 'market', state: 'open', delayedSeconds: 900, simulated: true, asOf: null },
  })
})
afterEach(async () => {
  vi.unstubAllGlobals()
  await applyFont('Inter')
})

const show = async (why: WireWhy, dataReady: Promise<void> = Promise.resolve()) => {
  vi.stubGlobal('fetch', async () => {
    await dataReady
    return Response.json(why)
  })
  return render(
    <TestApp>
      <Suspense>
        <Summary>the whole panel</Summary>
        <DataStatus />
      </Suspense>
    </TestApp>,
  )
}

test('the row shows the sentence, and the full company name as title', async () => {
  await show(sampleWhy)
  await expect.element(page.getByText(sampleWhy.sentence!)).toBeVisible()
  await expect.element(page.getByTitle(sampleWhy.expandedQuote.companyName)).toBeVisible()
})

test('the sentence says which time its price is of, beside a newer live price', async () => {
  const current = { state: 'current' as const, asOf: '2026-11-12T20:04:00Z', reason: null }
  const parts = { price: current, options: current, bars: current, dividends: current, earnings: current }
  await show({ ...sampleWhy, dataStatus: { ...sampleWhy.dataStatus, parts } })
  await expect.element(page.getByText('As of Nov 12, 2026, 15:04 ET')).toBeVisible()
})

test.each(testFonts)(
  'the height does not change when the sentence is loaded, in the font %s',
  async (font) => {
    await applyFont(font)
    let release = () => {}
    const { container } = await show(sampleWhy, new Promise((resolve) => (release = resolve)))
    const height = () => container.querySelector('.summary')!.getBoundingClientRect().height
    await expect.poll(() => container.querySelector('.summary-row')).not.toBeNull()
    const before = height()
    release()
    await expect.element(page.getByText(sampleWhy.sentence!)).toBeVisible()
    expect(height()).toBe(before)
  },
)

test('a stock below a dollar and its change have four decimals', async () => {
  const { expandedQuote } = sampleWhy
  await show({
    ...sampleWhy,
    expandedQuote: { ...expandedQuote, last: 0.4212, change: 0.003, percentageChange: 0.71 },
  })
  await expect.element(page.getByText('$0.4212')).toBeVisible()
  await expect.element(page.getByText('+0.0030 (+0.71%)')).toBeVisible()
})

test.each([
  ['simulated', 'Source of the data: simulated.'],
  ['recorded', 'Source of the data: recordings of a past session.'],
  ['Acme Market Data', 'Source of the data: Acme Market Data.'],
])('the status names the source of the data: %s', async (source, title) => {
  await show({ ...sampleWhy, dataStatus: { ...sampleWhy.dataStatus, source } })
  await expect.element(page.getByTitle(title).first()).toBeVisible()
})

test('without the licence of prices, the row has the reason once, and no price', async () => {
  const { container } = await show(unpricedWhy(sampleWhy))
  await expect
    .element(page.getByText('Prices and returns are not shown. Not licensed for this site.'))
    .toBeVisible()
  expect(container.querySelector('.summary-price')).toBeNull()
  expect(container.querySelector('.summary')!.textContent).not.toMatch(/Unknown|—|NaN/)
})
