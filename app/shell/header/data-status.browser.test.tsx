/** The chips of the header name the class, the delay and the vendor of the data. */
import '#app/ui/base.css'
import '#app/shell/header/header.css'
import i18next from 'i18next'
import { Suspense } from 'react'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import type { DataStatus as Status, PartStatus } from '#contract/responses/resources.ts'
import { problemDetails } from '#contract/api/problem-details.ts'
import type { MarketFrame } from '#contract/feed.ts'
import { startI18n } from '#app/i18n/i18n.ts'
import { initialView } from '#app/state/view.ts'
import { axeViolations } from '#app/testing/axe.ts'
import { Summary } from '#app/shell/summary/summary.tsx'
import { sampleWhy } from '#app/testing/why.ts'
import { live, makeClientWithoutRetries, TestApp, view } from '#app/testing/test-app.tsx'
import { DataStatus } from './data-status.tsx'

const open: MarketFrame = { type: 'market', state: 'open', delayedSeconds: 0, simulated: false, asOf: null }
const partOf = (source: string): PartStatus => ({
  state: 'current',
  asOf: '2026-08-21T20:00:00Z',
  reason: null,
  source,
  class: 'delayed',
})

beforeAll(async () => void (await startI18n('en', i18next)))
beforeEach(() => {
  view.setState({ ...initialView, symbol: 'AAPL' }, true)
  live.setState({ pausedSince: undefined })
})
afterEach(async () => {
  vi.unstubAllGlobals()
  await i18next.changeLanguage('en')
  document.documentElement.removeAttribute('dir')
})

async function show(
  status: Partial<Status>,
  market: Partial<MarketFrame>,
  { width = 390, isRefused = false } = {},
) {
  live.setState({
    quotes: {},
    connection: 'live',
    stale: false,
    lastMessageAt: 0,
    market: { ...open, ...market },
  })
  const dataStatus = { ...sampleWhy.dataStatus, simulated: false, ...status }
  vi.stubGlobal('fetch', async () =>
    isRefused
      ? Response.json(problemDetails('not-licensed'), { status: 403 })
      : Response.json({ ...sampleWhy, dataStatus }),
  )
  return render(
    <TestApp client={makeClientWithoutRetries()}>
      <Suspense>
        <div style={{ inlineSize: width }}>
          <DataStatus />
          {/* Loads the response with the origin of the data. */}
          <div hidden>
            <Summary>{null}</Summary>
          </div>
        </div>
      </Suspense>
    </TestApp>,
  )
}
const chips = () => page.getByRole('group', { name: 'Data status' })

test.each<[string, Partial<Status>, Partial<MarketFrame>]>([
  ['●Real-time · Massive', { dataClass: 'real-time', source: 'Massive' }, {}],
  ['Delayed 15 min · Massive', { dataClass: 'delayed', source: 'Massive' }, { delayedSeconds: 900 }],
  [
    'End of day Aug 21, 2026 · Cboe',
    { dataClass: 'end-of-day', source: 'Cboe' },
    { asOf: '2026-08-21T20:00:00Z', state: 'closed' },
  ],
])('shows “%s”', async (text, status, market) => {
  await show(status, market)
  await expect.element(chips()).toHaveTextContent(text)
})

test.each<[string, Partial<Status>]>([
  ['–Without prices · Massive', { dataClass: 'derived', source: 'Massive' }],
  ['Delayed · Massive', { dataClass: 'delayed', source: 'Massive' }],
])('a partner who may not show the real-time quotes sees “%s”', async (text, status) => {
  await show(status, {})
  await expect.element(chips()).toHaveTextContent(text)
  await expect.element(chips()).not.toHaveAttribute('data-status', 'live')
})

test('end-of-day prices have the day of the last bar if the quote has another class', async () => {
  const quote: PartStatus = { ...partOf('Massive'), asOf: '2026-08-24T15:00:00Z', class: 'real-time' }
  const bars: PartStatus = { ...partOf('Massive'), class: 'end-of-day' }
  const parts = { price: quote, options: quote, bars, dividends: bars, earnings: bars }
  await show({ dataClass: 'end-of-day', source: 'Massive', parts }, {})
  await expect.element(chips()).toHaveTextContent('End of day Aug 21, 2026 · Massive')
})

test('without any licensed data, does not call the data live', async () => {
  await show({}, {}, { isRefused: true })
  await expect.element(chips()).toHaveTextContent('–Without prices')
})

test.each(['de', 'ar'])('the chip fits a phone in %s, whatever the class and delay', async (locale) => {
  await i18next.changeLanguage(locale)
  document.documentElement.dir = locale === 'ar' ? 'rtl' : 'ltr'
  const [price, options] = [partOf('Massive'), partOf('Tradier')]
  const parts = { price, options, bars: price, dividends: price, earnings: price }
  for (const [status, market] of [
    [{ dataClass: 'delayed' }, { delayedSeconds: 900 }],
    [{ dataClass: 'delayed' }, { delayedSeconds: 900, state: 'pre' }],
    [{ dataClass: 'end-of-day' }, { asOf: '2026-08-21T20:00:00Z', state: 'closed' }],
    [{ dataClass: 'derived' }, {}],
  ] satisfies [Partial<Status>, Partial<MarketFrame>][]) {
    const { unmount } = await show({ parts, source: 'Massive', ...status }, market)
    await expect.element(page.getByRole('group')).toMatchTextContent(/Massive.*Tradier/)
    const group = page.getByRole('group').element()
    const { left, right } = group.getBoundingClientRect()
    const frame = group.parentElement!.getBoundingClientRect()
    expect(
      [left >= frame.left, right <= frame.right, group.scrollWidth <= 390],
      JSON.stringify(status),
    ).toEqual([true, true, true])
    await unmount()
  }
})

test('simulated data has no vendor', async () => {
  await show({ simulated: true, source: 'simulated', dataClass: 'real-time' }, { simulated: true })
  await expect.element(chips().getByTitle(/Source of the data: simulated\./)).toBeVisible()
  expect(chips().element().textContent).toBe('◇Simulated data')
})

test.each([
  ['closed', '☾Market closed · Massive and Tradier'],
  ['open', 'Delayed 15 min · Massive and Tradier'],
] as const)('the names of two vendors fit a phone while the market is %s', async (state, text) => {
  const [price, options] = [partOf('Massive'), partOf('Tradier')]
  const parts = { price, options, bars: price, dividends: price, earnings: price }
  await show({ parts, source: 'Massive and Tradier' }, { state, delayedSeconds: 900 })
  await expect.element(chips()).toHaveTextContent(text)
  expect(chips().element().getBoundingClientRect().right).toBeLessThanOrEqual(390)
  expect(chips().element().scrollWidth).toBeLessThanOrEqual(390)
})

test('the chip pauses the updates, states the time of the data, and resumes them', async () => {
  await show({ dataClass: 'real-time', source: 'Massive' }, {})
  const at = Date.parse('2026-11-20T19:06:11Z')
  live.setState({ lastMessageAt: at })
  const button = page.getByRole('button')
  await expect.element(button).toHaveAccessibleName('Real-time · Massive: Pause price updates')
  await button.click()
  expect(live.getState().pausedSince).toBe(at)
  await expect.element(chips()).toHaveAttribute('data-status', 'paused')
  // The response about the symbol was loaded after that message.
  await expect
    .element(button)
    .toHaveAccessibleName(/^Paused · as of \d\d:\d\d ET · Massive: Resume price updates$/)
  expect(button.element().getBoundingClientRect().height).toBeGreaterThanOrEqual(24)
  expect(await axeViolations(chips().element())).toEqual([])
  await button.click()
  await expect.element(chips()).toHaveAttribute('data-status', 'live')
  expect(live.getState().pausedSince).toBeUndefined()
})

test.each<[string, Partial<Status>, Partial<MarketFrame>]>([
  ['closed', {}, { state: 'closed' }],
  ['recorded', {}, { asOf: '2026-08-21T20:00:00Z' }],
  ['end of day', { dataClass: 'end-of-day' }, { asOf: '2026-08-21T20:00:00Z', state: 'closed' }],
])('there is nothing to pause while the market is %s', async (_, status, market) => {
  await show({ source: 'Massive', ...status }, market)
  await expect.element(chips()).toMatchTextContent(/\S/)
  expect(page.getByRole('button').elements()).toEqual([])
})
