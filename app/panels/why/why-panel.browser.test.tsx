import i18next from 'i18next'
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { WireWhy } from '#contract/responses/resources.ts'
import { startI18n } from '#app/i18n/i18n.ts'
import { applyFont, testFonts } from '#app/testing/fonts.ts'
import { host, live, view } from '#app/testing/test-app.tsx'
import { sampleHistory, sampleNews, sampleWhy, sampleWhyWithoutOptions } from '#app/testing/why.ts'
import {
  factOf,
  panel,
  problemResponse,
  resetWhyPanel,
  responders,
  show,
  slider,
  waitForChart,
} from './why-panel.fixture.tsx'

beforeAll(async () => void (await startI18n('en', i18next)))
beforeEach(resetWhyPanel)
afterEach(() => vi.unstubAllGlobals())

test('shows company, price, analysis, facts and signals', async () => {
  await show()
  await expect
    .element(page.getByRole('region', { name: /^Why AAPL Apple Inc\./ }))
    .toHaveAttribute('data-state', 'ready')
  await expect.element(page.getByText('Technology · NASDAQ')).toBeVisible()
  await expect.element(page.getByText('$231.42', { exact: true })).toBeVisible()
  await expect.element(page.getByText('+2.84 (+1.24%)')).toBeVisible()
  await expect.element(page.getByText(sampleWhy.sentence!)).toBeVisible()
  expect(factOf('1M trend')).toMatch(/Bullish.*continuing/)
  expect(factOf('Technical rank')).toBe('9 / 10')
  expect(factOf('IV rank')).toMatch(/62.*mid/)
  expect(factOf('Option liquidity')).toMatch(/Very liquid/)
  expect(factOf('Earnings')).toMatch(/Dec 3 est\..*After close/)
  expect(factOf('Market cap')).toBe('$3.5T')
  expect(factOf('Dividend')).toMatch(/\$0\.26.*ex Nov 24/)
  await expect.element(page.getByRole('img', { name: '164.08 to 248.23, now 231.42' })).toBeInTheDocument()
  await expect.element(page.getByText('Breakout above resistance')).toBeVisible()
  await expect.element(page.getByText(sampleWhy.rules[0]!.sentence)).toBeVisible()
})

test('the sentence says which time its price is of, beside a newer live price', async () => {
  const current = { state: 'current' as const, asOf: '2026-11-12T20:04:00Z', reason: null }
  const parts = { price: current, options: current, bars: current, dividends: current, earnings: current }
  responders.why = () => ({ ...sampleWhy, dataStatus: { ...sampleWhy.dataStatus, parts } })
  await show()
  await expect.element(page.getByText('As of Nov 12, 2026, 15:04 ET')).toBeVisible()
})

test('shows unknown values as not available, never as zero', async () => {
  responders.why = () => sampleWhyWithoutOptions
  responders.history = (range) => sampleHistory(range, 0.81, 'NEWCO')
  view.setState({ symbol: 'NEWCO' })
  await show()
  await expect.element(page.getByText('0.8123', { exact: true }).first()).toBeVisible()
  for (const name of ['IV rank', '30-day IV', 'Earnings', 'P/E', 'Market cap', 'Dividend'])
    expect(factOf(name)).toBe('—not available')
  expect(factOf('EPS')).toBe('−$1.20')
  await expect.element(page.getByText('No technical signal in the last five trading days.')).toBeVisible()
})

test('shows the IV percentile and the ratio to realised volatility beside the IV rank', async () => {
  await show()
  await expect.element(page.getByText('IV percentile', { exact: true })).toBeVisible()
  expect(factOf('IV percentile')).toBe('71')
  expect(factOf('IV / realized')).toBe('1.14')
})

test('says how many days an unknown IV rank has', async () => {
  const detail = { reason: 'not-given', cause: 'too-few-volatilities', count: 12, needed: 60 } as const
  responders.why = () =>
    ({
      ...sampleWhy,
      impliedVolatilityRank: null,
      impliedVolatilityRankBasis: null,
      unknown: [{ field: 'impliedVolatilityRank', ...detail, asOf: null }],
    }) satisfies WireWhy
  await show()
  await expect.element(page.getByText('IV rank', { exact: true })).toBeVisible()
  expect(factOf('IV rank')).toBe('—Implied volatility is known on 12 days; a rank needs 60.')
})

test('updates the price live, and shows a session other than the regular one', async () => {
  await show()
  await expect.element(page.getByText('$231.42', { exact: true })).toBeVisible()
  const quote = {
    symbol: 'AAPL',
    last: 233.1,
    change: 4.52,
    percentageChange: 1.98,
    volume: 51_000_000,
    time: '2026-11-13T14:40:00Z',
  }
  live.setState({ quotes: { AAPL: quote } })
  await expect.element(page.getByText('$233.10', { exact: true })).toBeVisible()
  await expect.element(page.getByText('+4.52 (+1.98%)')).toBeVisible()
  expect(factOf('Volume')).toBe('51M')
  expect(document.querySelector('.chip')).toBeNull()
  live.setState({
    market: { type: 'market', state: 'pre', delayedSeconds: 0, simulated: false, asOf: null },
  })
  await expect.element(page.getByText('Pre-market · Fri 09:40 ET')).toBeVisible()
})

test('shows stale quotes with their time', async () => {
  live.setState({ stale: true })
  await show()
  await expect.element(page.getByText('Last price · Thu 16:00 ET')).toBeVisible()
  await expect.element(page.getByText('$231.42', { exact: true })).toBeVisible()
  expect(panel().dataset['state']).toBe('stale')
})

test('formats a price below one dollar and its change with four decimals', async () => {
  const { expandedQuote } = sampleWhy
  responders.why = () => ({
    ...sampleWhy,
    expandedQuote: { ...expandedQuote, last: 0.4212, change: 0.003, percentageChange: 0.71 },
  })
  await show()
  await expect.element(page.getByText('$0.4212', { exact: true })).toBeVisible()
  await expect.element(page.getByText('+0.0030 (+0.71%)')).toBeVisible()
})

test.each([
  ['Technology', 'Technologie · NASDAQ'],
  ['Space Mining', 'Space Mining · NASDAQ'],
])('localises a known sector, and shows an unknown one unchanged: %s', async (sector, text) => {
  await i18next.changeLanguage('de')
  responders.why = () => ({ ...sampleWhy, expandedQuote: { ...sampleWhy.expandedQuote, sector } })
  await show()
  await expect.element(page.getByText(text, { exact: true })).toBeVisible()
  await i18next.changeLanguage('en')
})

test('names the period of a signal once', async () => {
  const [rule] = sampleWhy.rules
  const rsi = { ...rule!, period: 14, reason: '14-day RSI rose above 40' }
  responders.why = () => ({ ...sampleWhy, rules: [rsi] })
  responders.ideas = () => ({ tradeIdeas: [] })
  await show()
  await expect
    .poll(() => document.querySelector('.why-lead')?.textContent)
    .toMatch(/14-day RSI rose above 40 Signal 3 trading days ago/)
})

test('shows the first signal with its age below the price, and its link selects its bar in the chart', async () => {
  const goldenCross = sampleWhy.rules[1]!
  responders.ideas = () => ({ tradeIdeas: [] })
  await show()
  await waitForChart()
  const lead = document.querySelector('.why-lead')!
  expect(lead.textContent).toMatch(/Breakout above resistance 21-day Signal 3 trading days ago · Nov 9/)
  expect(lead.previousElementSibling!.className).toBe('why-quote')
  await expect.element(page.getByText('Further signals')).toBeVisible()
  await expect.element(page.getByText(goldenCross.sentence)).toBeInTheDocument()
  await expect.poll(() => document.querySelectorAll('[data-signal]')).toHaveLength(3)
  await page.getByRole('button', { name: 'Signal 3 trading days ago · Nov 9' }).click()
  await expect.element(slider()).toHaveFocus()
  expect(slider().element().getAttribute('aria-valuetext')).toMatch(/^Nov 9, 2026/)
  expect(document.querySelector('.why-crosshair')).not.toBeNull()
  // The keys continue from that bar, and the link also returns from the tables to the chart.
  await userEvent.keyboard('{ArrowLeft}')
  expect(slider().element().getAttribute('aria-valuetext')).toMatch(/^Nov 6, 2026/)
  await page.getByRole('button', { name: 'View as table' }).click()
  await expect.element(page.getByRole('table', { name: 'Technical signals' })).toBeVisible()
  await page.getByRole('button', { name: 'Signal 3 trading days ago · Nov 9' }).click()
  await expect.element(slider()).toHaveFocus()
  expect(slider().element().getAttribute('aria-valuetext')).toMatch(/^Nov 9, 2026/)
})

test('the user can override the direction, and return to the analysis', async () => {
  await show()
  await page.getByRole('radio', { name: 'I am bearish' }).click()
  expect(view.getState().sentimentOverride).toBe('Bearish')
  await expect.element(page.getByText(/^Strategies follow your view\. The analysis says:/)).toBeVisible()
  await userEvent.keyboard('{Home}')
  expect(view.getState().sentimentOverride).toBeNull()
  await expect.element(page.getByText(/Strategies follow your view/)).not.toBeInTheDocument()
})

test('shows a neutral direction that the page has set', async () => {
  view.setState({ sentimentOverride: 'Neutral' })
  await show()
  await expect.element(page.getByRole('radio', { name: 'I am neutral' })).toBeChecked()
})

test('is busy and shows a skeleton while it loads', async () => {
  responders.why = () => new Promise(() => undefined)
  await show()
  await expect.element(page.getByRole('region', { name: 'Why AAPL' })).toHaveAttribute('aria-busy', 'true')
  expect(panel().dataset['state']).toBe('loading')
  expect(panel().querySelectorAll('.why-facts .bone')).toHaveLength(13)
})

test('shows a failure with its error id and a retry button', async () => {
  responders.why = () => problemResponse('internal')
  await show()
  await expect.element(page.getByRole('alert').getByText('Something went wrong')).toBeVisible()
  await expect.element(page.getByText('Error id req-42')).toBeVisible()
  expect(panel().dataset['state']).toBe('error')
  responders.why = () => sampleWhy
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect.element(page.getByText('$231.42', { exact: true })).toBeVisible()
})

test('an unknown symbol and no symbol are empty states, not errors', async () => {
  responders.why = () => problemResponse('symbol-unknown')
  await show()
  await expect.element(page.getByText('“AAPL” is not a symbol we know')).toBeVisible()
  expect(panel().dataset['state']).toBe('empty')
  view.setState({ symbol: '' })
  await expect.element(page.getByText('Nothing chosen yet')).toBeVisible()
  expect(panel().dataset['symbol']).toBeUndefined()
})

test('shows the refusal of the history in place of the chart, without a retry button', async () => {
  responders.history = () => problemResponse('scope-missing')
  await show()
  await expect.element(page.getByText('The chart could not be loaded.')).toBeVisible()
  await expect.element(page.getByText('Contact support.')).toBeVisible()
  await expect.element(page.getByRole('button', { name: 'Try again' })).not.toBeInTheDocument()
})

test('shows the failure of the history in place of the chart with a retry button, and keeps the facts', async () => {
  responders.history = () => problemResponse('internal')
  await show()
  await expect.element(page.getByText('The chart could not be loaded.')).toBeVisible()
  expect(factOf('EPS')).toBe('$6.59')
  responders.history = (range) => sampleHistory(range)
  await page.getByRole('button', { name: 'Try again' }).click()
  await waitForChart()
})

test('has a news tab only if the page enables it', async () => {
  const { unmount } = await show()
  await expect.element(page.getByText('$231.42', { exact: true })).toBeVisible()
  await expect.element(page.getByRole('tab')).not.toBeInTheDocument()
  await unmount()

  host.setState({ options: { showNewsTab: true } })
  await show()
  await page.getByRole('tab', { name: 'News' }).click()
  await expect.element(page.getByText('1 hour ago')).toBeVisible()
  await userEvent.keyboard('{ArrowLeft}')
  await expect.element(page.getByRole('tab', { name: 'Technicals' })).toHaveFocus()
  await expect.element(page.getByText(sampleWhy.sentence!)).toBeVisible()
})

test('news have their age, and a link that opens in another tab if their address is valid', async () => {
  host.setState({ options: { showNewsTab: true } })
  await show()
  await page.getByRole('tab', { name: 'News' }).click()
  const link = page.getByRole('link', { name: /Apple raises its outlook/ })
  await expect.element(link).toHaveAttribute('href', 'https://news.example/1')
  await expect.element(link).toHaveAttribute('target', '_blank')
  await expect.element(link).toHaveAttribute('rel', 'noopener noreferrer')
  await expect.element(page.getByText('1 hour ago')).toBeVisible()
  await expect.element(page.getByText('Simulated', { exact: true })).toBeVisible()
  // Headlines without an http address are text.
  expect(page.getByRole('link').all()).toHaveLength(1)
  await expect.element(page.getByText('A headline with a bad address')).toBeVisible()
})

test('news without a link take the focus, so that the keyboard can scroll them', async () => {
  host.setState({ options: { showNewsTab: true } })
  const { unmount } = await show()
  await page.getByRole('tab', { name: 'News' }).click()
  const list = page.getByRole('list', { name: 'News' })
  await expect.element(list).not.toHaveAttribute('tabindex')
  await unmount()

  responders.news = () => ({ ...sampleNews, news: sampleNews.news.map((item) => ({ ...item, url: null })) })
  await show()
  await page.getByRole('tab', { name: 'News' }).click()
  await expect.element(list).toHaveAttribute('tabindex', '0')
})

describe.each(testFonts)('in the font %s', (font) => {
  beforeAll(() => applyFont(font))

  test.for([320, 390, 486, 768])('nothing overflows a panel of %i px', async (width) => {
    await page.viewport(width, 768)
    responders.why = () => ({
      ...sampleWhy,
      expandedQuote: {
        ...sampleWhy.expandedQuote,
        companyName: 'A Company Of Some Standing And Rather Too Long A Name, Inc.',
      },
    })
    await show()
    await waitForChart()
    const body = panel().querySelector('.panel-body')!
    expect(body.scrollWidth).toBe(body.clientWidth)
    const columns = getComputedStyle(document.querySelector('.why-columns')!).gridTemplateColumns.split(' ')
    expect(columns).toHaveLength(width >= 640 ? 2 : 1)
    expect(document.querySelector('.why-chart-box')!.clientHeight).toBeGreaterThanOrEqual(200)
    await page.viewport(1280, 768)
  })
})
