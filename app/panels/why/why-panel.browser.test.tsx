import i18next from 'i18next'
import { Suspense } from 'react'
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { problemDetails } from '#contract/api/problem-details.ts'
import type { ProblemCode } from '#contract/api/problem.ts'
import type { Income } from '#contract/responses/income.ts'
import type { History, HistoryRange, WireWhy } from '#contract/responses/resources.ts'
import '#app/ui/base.css'
import { makeQueryClient, queries } from '#app/api/queries.ts'
import { startI18n } from '#app/i18n/i18n.ts'
import { chooseChart } from '#app/state/chart-choice.ts'
import { initialView } from '#app/state/view.ts'
import { applyFont, testFonts } from '#app/testing/fonts.ts'
import { app, host, live, TestApp, view } from '#app/testing/test-app.tsx'
import {
  sampleWhyWithoutOptions,
  sampleHistory,
  sampleNews,
  sampleWhy,
  withMovingAverages,
} from '#app/testing/why.ts'
import { WhyPanel } from './why-panel.tsx'

type Responders = Record<'why' | 'history' | 'news' | 'ideas', (range: HistoryRange) => unknown>

/** Functions that create the responses of the service: a promise is awaited, a value is sent as JSON. */
const responders: Responders = { why: () => null, history: () => null, news: () => null, ideas: () => null }
const problemResponse = (code: ProblemCode) =>
  Response.json(problemDetails(code, { requestId: 'req-42' }), { status: problemDetails(code).status })
const kindOfPath = (path: string) =>
  path.includes('/news/')
    ? 'news'
    : path.endsWith('/history')
      ? 'history'
      : path.includes('/what/')
        ? 'ideas'
        : 'why'

beforeAll(async () => void (await startI18n('en', i18next)))
beforeEach(() => {
  Object.assign(responders, {
    why: () => sampleWhy,
    history: (range: HistoryRange) => sampleHistory(range),
    news: () => sampleNews,
    ideas: () => new Promise(() => undefined),
  })
  vi.stubGlobal('fetch', async (address: string) => {
    const url = new URL(address, location.href)
    const kind = kindOfPath(url.pathname)
    const response = await responders[kind](url.searchParams.get('range') as HistoryRange)
    if (response instanceof Response) return response
    const averages = kind === 'history' && url.searchParams.get('averages') === 'all'
    return Response.json(averages ? withMovingAverages(response as History) : response)
  })
  view.setState({ ...initialView, symbol: 'AAPL' }, true)
  live.setState({
    quotes: {},
    connection: 'live',
    stale: false,
    market: { type: 'market', state: 'open', delayedSeconds: 900, simulated: true, asOf: null },
  })
  host.setState({ options: null })
  chooseChart(app, { candles: false, volume: true, averages: [], trend: false, asTable: false })
})
afterEach(() => vi.unstubAllGlobals())

const show = async (client = makeQueryClient()) => {
  const screen = await render(
    <TestApp client={client}>
      <Suspense>
        <div style={{ blockSize: '100vh', display: 'grid' }}>
          <WhyPanel />
        </div>
      </Suspense>
    </TestApp>,
  )
  return { ...screen, client }
}
const panel = () => document.querySelector<HTMLElement>('[data-panel=why]')!
const slider = () => page.getByRole('slider', { name: 'Price chart of AAPL, 6M' })
const factOf = (name: string) =>
  [...document.querySelectorAll('dt')].find((term) => term.textContent === name)?.nextElementSibling
    ?.textContent
const waitForChart = async () => {
  await expect.element(slider(), { timeout: 10_000 }).toBeVisible()
  // The first drawing is interruptible, so the labels may follow later.
  await expect.poll(() => document.querySelector('.why-marks > .why-tick')).not.toBeNull()
}

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

test('marks an IV rank that is computed from realised volatility', async () => {
  responders.why = () => ({ ...sampleWhy, impliedVolatilityRankBasis: 'historical' }) satisfies WireWhy
  await show()
  await expect
    .element(page.getByText('IV rank (hist.)'))
    .toHaveAttribute('title', expect.stringContaining('realised volatility'))
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

test('shows stale quotes, marked as not updating', async () => {
  live.setState({ stale: true })
  await show()
  await expect.element(page.getByText('Not updating · Thu 16:00 ET')).toBeVisible()
  await expect.element(page.getByText('$231.42', { exact: true })).toBeVisible()
  expect(panel().dataset['state']).toBe('stale')
})

test('the keyboard selects bars of the chart', async () => {
  await show()
  await waitForChart()
  const { date, close } = sampleHistory('6M')
  const valueText = () => slider().element().getAttribute('aria-valuetext')
  expect(valueText()).toMatch(/^Nov 12, 2026: close 231\.42, high/)
  slider().element().focus()
  await userEvent.keyboard('{ArrowLeft}')
  expect(valueText()).toContain(`close ${close.at(-2)!.toFixed(2)}`)
  expect(document.querySelector('.why-crosshair')).not.toBeNull()
  await userEvent.keyboard('{Home}')
  await expect.element(slider()).toHaveAttribute('aria-valuenow', '0')
  await userEvent.keyboard('{PageUp}{ArrowRight}')
  await expect.element(slider()).toHaveAttribute('aria-valuenow', '6')
  await userEvent.keyboard('{End}{ArrowRight}')
  await expect.element(slider()).toHaveAttribute('aria-valuenow', String(date.length - 1))
  await userEvent.keyboard('{Escape}')
  expect(document.querySelector('.why-crosshair')).toBeNull()
})

test('the pointer selects the bar under it', async () => {
  await show()
  await waitForChart()
  await userEvent.hover(slider(), { position: { x: 2, y: 60 } })
  await expect.element(slider()).toHaveAttribute('aria-valuenow', '0')
  await userEvent.unhover(slider())
  await expect.element(slider()).toHaveAttribute('aria-valuenow', '126')
  expect(getComputedStyle(slider().element()).touchAction).toBe('pan-y')
})

test('the expected move ends at the expiry of the contract in How, or after 30 days without one', async () => {
  const { client } = await show()
  await waitForChart()
  await expect.element(page.getByText('±1σ 7.0% by Dec 12', { exact: true })).toBeVisible()
  const option = {
    timeframe: 'medium',
    riskProfile: 'optimal',
    expiryDate: '2027-01-15',
    expectedMove: { low: 205.26, high: 257.58, deviation: 26.16 },
  }
  client.setQueryData(queries.income('AAPL', {}).queryKey, {
    chainPrice: 231.42,
    callOptimals: [option],
    callAlternatives: [],
  } as unknown as Income)
  await expect.element(page.getByText('±1σ 11.3% by Jan 15', { exact: true })).toBeVisible()
  // The selected cell is empty, so the How panel and the chart use the nearest cell with a contract.
  view.setState({ timeframe: 'long' })
  await expect.element(page.getByText('±1σ 11.3% by Jan 15', { exact: true })).toBeVisible()
  client.setQueryData(queries.income('AAPL', {}).queryKey, {
    callOptimals: [],
    callAlternatives: [],
  } as unknown as Income)
  await expect.element(page.getByText('±1σ 7.0% by Dec 12', { exact: true })).toBeVisible()
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

test('the user can select the range and show the trend bands', async () => {
  await show()
  await waitForChart()
  await page.getByRole('radio', { name: '1M' }).click()
  await expect
    .element(page.getByRole('slider', { name: 'Price chart of AAPL, 1M' }))
    .toHaveAttribute('aria-valuemax', '21')
  expect(document.querySelectorAll('.why-band')).toHaveLength(0)
  await page.getByRole('button', { name: 'Trend' }).click()
  await expect.element(page.getByRole('button', { name: 'Trend' })).toHaveAttribute('aria-pressed', 'true')
  expect(document.querySelectorAll('.why-band').length).toBeGreaterThan(0)
})

test('toggles of candles and averages are stored, and averages are requested only if shown', async () => {
  const searches: string[] = []
  const { fetch } = globalThis
  vi.stubGlobal('fetch', (address: string) => {
    if (address.includes('history')) searches.push(new URL(address, location.href).search)
    return fetch(address)
  })
  const { unmount } = await show()
  await waitForChart()
  expect(document.querySelector('.why-line')).not.toBeNull()
  expect(searches).toEqual(['?range=6M'])
  await page.getByRole('button', { name: 'Candles' }).click()
  expect(document.querySelector('.why-line')).toBeNull()
  expect(document.querySelector('.why-candles.why-rising')!.getAttribute('d')).not.toBe('')
  await page.getByRole('button', { name: '50-day average' }).click()
  await expect.poll(() => document.querySelectorAll('.why-drawing .why-average')).toHaveLength(1)
  expect(searches).toEqual(['?range=6M', '?range=6M&averages=all'])
  await expect.poll(() => document.querySelector('.why-readout')!.textContent).toMatch(/50d \d+\.\d\d/)
  await unmount()
  // oxlint-disable-next-line no-restricted-globals -- the test is about the stored value
  expect(JSON.parse(localStorage.getItem('chart')!)).toEqual({
    candles: true,
    volume: true,
    averages: [50],
    trend: false,
  })
})

test('the chart zooms and pans by keys and buttons, and keeps the selected bar visible', async () => {
  await show()
  await waitForChart()
  const ticks = () => document.querySelectorAll('.why-marks > .why-tick').length
  expect(ticks()).toBeGreaterThan(0)
  const line = () => document.querySelector('.why-line')!.getAttribute('d')!
  const fullLine = line()
  await expect
    .element(page.getByRole('button', { name: 'Zoom out' }))
    .toHaveAttribute('aria-disabled', 'true')
  slider().element().focus()
  await userEvent.keyboard('++')
  await expect.poll(() => line().length).toBeLessThan(fullLine.length * 0.6)
  await expect
    .element(page.getByRole('button', { name: 'Zoom out' }))
    .toHaveAttribute('aria-disabled', 'false')
  // The last bar is not visible, so the axis has a gap before the future.
  await userEvent.keyboard('{Shift>}{ArrowLeft}{/Shift}')
  await expect.poll(() => document.querySelector('.why-cut')).not.toBeNull()
  expect(document.querySelector('.why-cone')!.getAttribute('d')).not.toBe('')
  await userEvent.keyboard('{End}')
  await expect.poll(() => document.querySelector('.why-cut')).toBeNull()
  await userEvent.keyboard('0')
  await expect.poll(line).toBe(fullLine)
  await page.getByRole('button', { name: 'Zoom in' }).click()
  await page.getByRole('button', { name: 'Earlier' }).click()
  await expect.poll(() => document.querySelector('.why-cut')).not.toBeNull()
  await page.getByRole('radio', { name: '3M' }).click()
  await expect.poll(() => document.querySelector('.why-cut')).toBeNull()
})

test('the wheel scrolls the page, or zooms the chart with Ctrl; dragging pans the chart', async () => {
  await show()
  await waitForChart()
  const chart = slider().element()
  const box = chart.getBoundingClientRect()
  const dispatchWheel = (init: WheelEventInit) =>
    chart.dispatchEvent(
      new WheelEvent('wheel', {
        bubbles: true,
        cancelable: true,
        clientX: box.left + 100,
        clientY: box.top + 60,
        ...init,
      }),
    )
  const line = () => document.querySelector('.why-line')!.getAttribute('d')!
  const fullLine = line()
  // `dispatchEvent` returns true if the page handles the wheel event.
  expect(dispatchWheel({ deltaY: 100 })).toBe(true)
  expect(line()).toBe(fullLine)
  expect(dispatchWheel({ deltaY: -60, ctrlKey: true })).toBe(false)
  await expect.poll(() => line().length).toBeLessThan(fullLine.length)
  const zoomedLine = line()
  const pointer = (type: string, x: number) =>
    chart.dispatchEvent(
      new PointerEvent(type, { bubbles: true, pointerId: 1, clientX: box.left + x, clientY: box.top + 60 }),
    )
  chart.setPointerCapture = () => undefined
  pointer('pointerdown', 100)
  pointer('pointermove', 160)
  await expect.poll(line).not.toBe(zoomedLine)
  expect((chart as HTMLElement).dataset['moving']).toBe('true')
  pointer('pointerup', 160)
  await expect.poll(() => (chart as HTMLElement).dataset['moving']).toBe('false')
})

test('shows the first signal with its age below the price, and its link selects its bar in the chart', async () => {
  const goldenCross = sampleWhy.rules[1]!
  responders.ideas = () => ({ tradeIdeas: [] })
  await show()
  await waitForChart()
  const lead = document.querySelector('.why-lead')!
  expect(lead.textContent).toMatch(/Breakout above resistance 21-day Fired 3 trading days ago · Nov 9/)
  expect(lead.previousElementSibling!.className).toBe('why-quote')
  await expect.element(page.getByText('Further signals')).toBeVisible()
  await expect.element(page.getByText(goldenCross.sentence)).toBeInTheDocument()
  await expect.poll(() => document.querySelectorAll('[data-signal]')).toHaveLength(3)
  await page.getByRole('button', { name: 'Fired 3 trading days ago · Nov 9' }).click()
  await expect.element(slider()).toHaveFocus()
  expect(slider().element().getAttribute('aria-valuetext')).toMatch(/^Nov 9, 2026/)
  expect(document.querySelector('.why-crosshair')).not.toBeNull()
  // The keys continue from that bar, and the link also returns from the tables to the chart.
  await userEvent.keyboard('{ArrowLeft}')
  expect(slider().element().getAttribute('aria-valuetext')).toMatch(/^Nov 6, 2026/)
  await page.getByRole('button', { name: 'View as table' }).click()
  await expect
    .element(page.getByRole('table', { name: 'Technical signals' }), { timeout: 10_000 })
    .toBeVisible()
  await page.getByRole('button', { name: 'Fired 3 trading days ago · Nov 9' }).click()
  await expect.element(slider()).toHaveFocus()
  expect(slider().element().getAttribute('aria-valuetext')).toMatch(/^Nov 9, 2026/)
})

test('shows strike and break-even of the contract in the How panel on the chart', async () => {
  const { client } = await show()
  await waitForChart()
  expect(document.querySelector('.why-contract')).toBeNull()
  const option = {
    timeframe: 'medium',
    riskProfile: 'optimal',
    strike: 240,
    breakeven: 227.6,
    expiryDate: '2027-01-15',
    expectedMove: { low: 205.26, high: 257.58, deviation: 26.16 },
  }
  client.setQueryData(queries.income('AAPL', {}).queryKey, {
    chainPrice: 231.42,
    callOptimals: [option],
    callAlternatives: [],
  } as unknown as Income)
  await expect.element(page.getByText('Strike 240.00', { exact: true })).toBeVisible()
  await expect.element(page.getByText('Break-even 227.60', { exact: true })).toBeVisible()
})

test('shows the data of the chart as tables', async () => {
  await show()
  await page.getByRole('button', { name: 'View as table' }).click()
  await expect
    .element(page.getByRole('table', { name: 'Support and resistance' }), { timeout: 10_000 })
    .toBeVisible()
  await expect.element(page.getByRole('slider')).not.toBeInTheDocument()
  await expect
    .element(page.getByRole('row', { name: /Resistance 238\.00 \+2\.84% Sep 30, 2026/ }))
    .toBeInTheDocument()
  await expect.element(page.getByRole('row', { name: /6M trend.*Bullish/ })).toBeInTheDocument()
  expect(page.getByRole('table', { name: 'Daily prices, latest first' }).getByRole('row').all()).toHaveLength(
    128,
  )
  await expect
    .element(page.getByRole('row', { name: /20-day average [\d.]+ [+−][\d.]+%/ }))
    .toBeInTheDocument()
  await expect.element(page.getByRole('row', { name: /200-day average — .*too short/ })).toBeInTheDocument()
  await expect
    .element(page.getByRole('row', { name: /Breakout above resistance Nov 9, 2026/ }))
    .toBeInTheDocument()
  await page.getByRole('button', { name: 'View chart' }).click()
  await waitForChart()
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
  await expect.element(page.getByText('Ask the operator of this page.')).toBeVisible()
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

test('has a news tab if the page enables it', async () => {
  const { unmount } = await show()
  await expect.element(page.getByText('$231.42', { exact: true })).toBeVisible()
  await expect.element(page.getByRole('tab')).not.toBeInTheDocument()
  await unmount()

  host.setState({ options: { showNewsTab: true } })
  await show()
  await page.getByRole('tab', { name: 'News' }).click()
  const link = page.getByRole('link', { name: /Apple raises its outlook/ })
  await expect.element(link, { timeout: 10_000 }).toHaveAttribute('href', 'https://news.example/1')
  await expect.element(link).toHaveAttribute('target', '_blank')
  await expect.element(link).toHaveAttribute('rel', 'noopener noreferrer')
  await expect.element(page.getByText('1 hour ago')).toBeVisible()
  await expect.element(page.getByText('Simulated', { exact: true })).toBeVisible()
  // Headlines without an http address are text.
  expect(page.getByRole('link').all()).toHaveLength(1)
  await expect.element(page.getByText('A headline with a bad address')).toBeVisible()
  await userEvent.keyboard('{ArrowLeft}')
  await expect.element(page.getByRole('tab', { name: 'Technicals' })).toHaveFocus()
  await expect.element(page.getByText(sampleWhy.sentence!)).toBeVisible()
})

describe.each(testFonts)('in the font %s', (font) => {
  beforeAll(() => applyFont(font))

  test('shows support, resistance, earnings and ex-dividend on the chart without overlaps', async () => {
    await show()
    await waitForChart()
    const tags = [...document.querySelectorAll('.why-tag')].map((tag) => ({
      text: tag.querySelector('text')!.textContent,
      box: tag.querySelector('rect')!.getBoundingClientRect(),
      textBox: tag.querySelector('text')!.getBoundingClientRect(),
    }))
    expect(tags.map(({ text }) => text).toSorted()).toEqual([
      '231.42',
      'R 238.00',
      'R 246.50',
      'S 212.30',
      'S 224.10',
    ])
    for (const { text, box, textBox } of tags) {
      expect(textBox.left, text).toBeGreaterThanOrEqual(box.left + 2)
      expect(textBox.right, text).toBeLessThanOrEqual(box.right - 2)
    }
    const boxes = tags.map(({ box }) => box).toSorted((a, b) => a.top - b.top)
    boxes.slice(1).forEach((box, i) => expect(box.top).toBeGreaterThanOrEqual(boxes[i]!.bottom))
    expect(document.querySelector('.why-badge-earnings')!.textContent).toMatch(
      /^Earnings Dec 3, 2026, estimated, after the closeE ☾$/,
    )
    expect(document.querySelector('.why-badge-dividend title')!.textContent).toBe(
      'Ex-dividend Nov 24, 2026, $0.26 per share',
    )
    await expect
      .element(slider())
      .toHaveAccessibleDescription(/Support: \$224\.10 and \$212\.30\. Resistance: \$238\.00 and \$246\.50\./)
  })

  test('shows high, low and volume of the selected bar untruncated in a panel of 480 px', async () => {
    await page.viewport(480, 768)
    await show()
    await waitForChart()
    const readout = document.querySelector<HTMLElement>('.why-readout')!
    const parts = [...readout.children]
    expect(parts.map((element) => element.textContent)).toEqual([
      expect.stringMatching(/^\w+ \d+, \d+ [\d.]+$/),
      expect.stringMatching(/^H [\d.]+$/),
      expect.stringMatching(/^L [\d.]+$/),
      expect.stringMatching(/^Vol [\d.]+[KM]?$/),
    ])
    ;(slider().element() as HTMLElement).focus()
    await userEvent.keyboard('{ArrowLeft}')
    await expect
      .poll(() => {
        const { right, bottom } = readout.getBoundingClientRect()
        return parts.filter((part) => {
          const box = part.getBoundingClientRect()
          return box.bottom > bottom + 1 || box.right > right + 1
        })
      })
      .toEqual([])
    await page.viewport(1280, 768)
  })

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
