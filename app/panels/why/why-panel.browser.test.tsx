import i18next from 'i18next'
import { Suspense } from 'react'
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { problemDetails } from '#contract/api/problem-details.ts'
import type { ProblemCode } from '#contract/api/problem.ts'
import type { Income } from '#contract/responses/income.ts'
import type { History, HistoryRange, Why } from '#contract/responses/resources.ts'
import '#app/ui/base.css'
import { makeQueryClient, queries } from '#app/api/queries.ts'
import { startI18n } from '#app/i18n/i18n.ts'
import { chooseChart } from '#app/state/chart-choice.ts'
import { initialView } from '#app/state/view.ts'
import { drawIn, faces } from '#app/testing/faces.ts'
import { app, host, live, TestApp, view } from '#app/testing/test-app.tsx'
import { madeUpBareWhy, madeUpHistory, madeUpNews, madeUpWhy, withMadeUpAverages } from '#app/testing/why.ts'
import { WhyPanel } from './why-panel.tsx'

type Answers = Record<'why' | 'history' | 'news' | 'ideas', (range: HistoryRange) => unknown>

/** The service's responses; a `Response` is returned as it is, a promise is awaited. */
const answers: Answers = { why: () => null, history: () => null, news: () => null, ideas: () => null }
const refuse = (code: ProblemCode) =>
  Response.json(problemDetails(code, { requestId: 'req-42' }), { status: problemDetails(code).status })
const symbolOfPath = (path: string) =>
  path.includes('/news/')
    ? 'news'
    : path.endsWith('/history')
      ? 'history'
      : path.includes('/what/')
        ? 'ideas'
        : 'why'

beforeAll(async () => void (await startI18n('en', i18next)))
beforeEach(() => {
  Object.assign(answers, {
    why: () => madeUpWhy,
    history: (range: HistoryRange) => madeUpHistory(range),
    news: () => madeUpNews,
    ideas: () => new Promise(() => undefined),
  })
  vi.stubGlobal('fetch', async (address: string) => {
    const url = new URL(address, location.href)
    const kind = symbolOfPath(url.pathname)
    const answer = await answers[kind](url.searchParams.get('range') as HistoryRange)
    if (answer instanceof Response) return answer
    const averages = kind === 'history' && url.searchParams.get('averages') === 'all'
    return Response.json(averages ? withMadeUpAverages(answer as History) : answer)
  })
  view.setState({ ...initialView, symbol: 'AAPL' }, true)
  live.setState({
    quotes: {},
    connection: 'live',
    stale: false,
    frame: { type: 'market', state: 'open', delayedSeconds: 900, simulated: true, asOf: null },
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
  [...document.querySelectorAll('dt')].find((one) => one.textContent === name)?.nextElementSibling
    ?.textContent
const chartIsThere = async () => {
  await expect.element(slider(), { timeout: 10_000 }).toBeVisible()
  // The first drawing is made in slices.
  await expect.poll(() => document.querySelector('.why-marks > .why-tick')).not.toBeNull()
}

test('tells at a glance what it is, what it costs and why', async () => {
  await show()
  await expect
    .element(page.getByRole('region', { name: /^Why AAPL Apple Inc\./ }))
    .toHaveAttribute('data-state', 'ready')
  await expect.element(page.getByText('Technology · NASDAQ')).toBeVisible()
  await expect.element(page.getByText('$231.42', { exact: true })).toBeVisible()
  await expect.element(page.getByText('+2.84 (+1.24%)')).toBeVisible()
  await expect.element(page.getByText(madeUpWhy.sentence!)).toBeVisible()
  expect(factOf('1M trend')).toMatch(/Bullish.*continuing/)
  expect(factOf('Technical rank')).toBe('9 / 10')
  expect(factOf('IV rank')).toMatch(/62.*mid/)
  expect(factOf('Option liquidity')).toMatch(/Very liquid/)
  expect(factOf('Earnings')).toMatch(/Dec 3 est\..*After close/)
  expect(factOf('Market cap')).toBe('$3.5T')
  expect(factOf('Dividend')).toMatch(/\$0\.26.*ex Nov 24/)
  await expect.element(page.getByRole('img', { name: '164.08 to 248.23, now 231.42' })).toBeInTheDocument()
  await expect.element(page.getByText('Breakout above resistance')).toBeVisible()
  await expect.element(page.getByText(madeUpWhy.rules[0]!.sentence)).toBeVisible()
})

test('what is not known is said to be not available, never zero', async () => {
  answers.why = () => madeUpBareWhy
  answers.history = (range) => madeUpHistory(range, 0.81, 'NEWCO')
  view.setState({ symbol: 'NEWCO' })
  await show()
  await expect.element(page.getByText('0.8123', { exact: true }).first()).toBeVisible()
  for (const name of ['IV rank', '30-day IV', 'Earnings', 'P/E', 'Market cap', 'Dividend'])
    expect(factOf(name)).toBe('—not available')
  expect(factOf('EPS')).toBe('−$1.20')
  await expect.element(page.getByText('No technical signal in the last five trading days.')).toBeVisible()
})

test('a rank from realised volatility is marked', async () => {
  answers.why = () => ({ ...madeUpWhy, impliedVolatilityRankBasis: 'historical' }) satisfies Why
  await show()
  await expect
    .element(page.getByText('IV rank (hist.)'))
    .toHaveAttribute('title', expect.stringContaining('realised volatility'))
})

test('the price ticks; a price of another session says so', async () => {
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
    frame: { type: 'market', state: 'pre', delayedSeconds: 0, simulated: false, asOf: null },
  })
  await expect.element(page.getByText('Pre-market · Fri 09:40 ET')).toBeVisible()
})

test('stale quotes keep their numbers and are marked', async () => {
  live.setState({ stale: true })
  await show()
  await expect.element(page.getByText('Not updating · Thu 16:00 ET')).toBeVisible()
  await expect.element(page.getByText('$231.42', { exact: true })).toBeVisible()
  expect(panel().dataset['state']).toBe('stale')
})

test('the chart is read bar by bar with the keyboard', async () => {
  await show()
  await chartIsThere()
  const { date, close } = madeUpHistory('6M')
  const text = () => slider().element().getAttribute('aria-valuetext')
  expect(text()).toMatch(/^Nov 12, 2026: close 231\.42, high/)
  slider().element().focus()
  await userEvent.keyboard('{ArrowLeft}')
  expect(text()).toContain(`close ${close.at(-2)!.toFixed(2)}`)
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

test('the pointer reads the bar under it', async () => {
  await show()
  await chartIsThere()
  await userEvent.hover(slider(), { position: { x: 2, y: 60 } })
  await expect.element(slider()).toHaveAttribute('aria-valuenow', '0')
  await userEvent.unhover(slider())
  await expect.element(slider()).toHaveAttribute('aria-valuenow', '126')
  expect(getComputedStyle(slider().element()).touchAction).toBe('pan-y')
})

test('the expected move reaches to the expiry that How shows, 30 days where there is none', async () => {
  const { client } = await show()
  await chartIsThere()
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
  // The cell is empty: How shows the nearest, and so does the chart.
  view.setState({ timeframe: 'long' })
  await expect.element(page.getByText('±1σ 11.3% by Jan 15', { exact: true })).toBeVisible()
  client.setQueryData(queries.income('AAPL', {}).queryKey, {
    callOptimals: [],
    callAlternatives: [],
  } as unknown as Income)
  await expect.element(page.getByText('±1σ 7.0% by Dec 12', { exact: true })).toBeVisible()
})

test('a stock under a dollar and its change have four decimals', async () => {
  const { expandedQuote } = madeUpWhy
  answers.why = () => ({
    ...madeUpWhy,
    expandedQuote: { ...expandedQuote, last: 0.4212, change: 0.003, percentageChange: 0.71 },
  })
  await show()
  await expect.element(page.getByText('$0.4212', { exact: true })).toBeVisible()
  await expect.element(page.getByText('+0.0030 (+0.71%)')).toBeVisible()
})

test.each([
  ['Technology', 'Technologie · NASDAQ'],
  ['Space Mining', 'Space Mining · NASDAQ'],
])('the sector is told in the language of the reader where it is known: %s', async (sector, text) => {
  await i18next.changeLanguage('de')
  answers.why = () => ({ ...madeUpWhy, expandedQuote: { ...madeUpWhy.expandedQuote, sector } })
  await show()
  await expect.element(page.getByText(text, { exact: true })).toBeVisible()
  await i18next.changeLanguage('en')
})

test('a range is chosen, the trend band switched on', async () => {
  await show()
  await chartIsThere()
  await page.getByRole('radio', { name: '1M' }).click()
  await expect
    .element(page.getByRole('slider', { name: 'Price chart of AAPL, 1M' }))
    .toHaveAttribute('aria-valuemax', '21')
  expect(document.querySelectorAll('.why-band')).toHaveLength(0)
  await page.getByRole('button', { name: 'Trend' }).click()
  await expect.element(page.getByRole('button', { name: 'Trend' })).toHaveAttribute('aria-pressed', 'true')
  expect(document.querySelectorAll('.why-band').length).toBeGreaterThan(0)
})

test('candles and averages are switched on, remembered, and asked for only then', async () => {
  const asked: string[] = []
  const { fetch } = globalThis
  vi.stubGlobal('fetch', (address: string) => {
    if (address.includes('history')) asked.push(new URL(address, location.href).search)
    return fetch(address)
  })
  const { unmount } = await show()
  await chartIsThere()
  expect(document.querySelector('.why-line')).not.toBeNull()
  expect(asked).toEqual(['?range=6M'])
  await page.getByRole('button', { name: 'Candles' }).click()
  expect(document.querySelector('.why-line')).toBeNull()
  expect(document.querySelector('.why-candles.why-rising')!.getAttribute('d')).not.toBe('')
  await page.getByRole('button', { name: '50-day average' }).click()
  await expect.poll(() => document.querySelectorAll('.why-drawing .why-average')).toHaveLength(1)
  expect(asked).toEqual(['?range=6M', '?range=6M&averages=all'])
  await expect.poll(() => document.querySelector('.why-readout')!.textContent).toMatch(/50d \d+\.\d\d/)
  await unmount()
  // oxlint-disable-next-line no-restricted-globals -- what is kept there is what is tested
  expect(JSON.parse(localStorage.getItem('chart')!)).toEqual({
    candles: true,
    volume: true,
    averages: [50],
    trend: false,
  })
})

test('the chart zooms by keys and buttons, shows all again, and never loses the bar that is read', async () => {
  await show()
  await chartIsThere()
  const ticks = () => document.querySelectorAll('.why-marks > .why-tick').length
  expect(ticks()).toBeGreaterThan(0)
  const line = () => document.querySelector('.why-line')!.getAttribute('d')!
  const whole = line()
  await expect
    .element(page.getByRole('button', { name: 'Zoom out' }))
    .toHaveAttribute('aria-disabled', 'true')
  slider().element().focus()
  await userEvent.keyboard('++')
  await expect.poll(() => line().length).toBeLessThan(whole.length * 0.6)
  await expect
    .element(page.getByRole('button', { name: 'Zoom out' }))
    .toHaveAttribute('aria-disabled', 'false')
  // Back in time, where the axis is cut before what is to come.
  await userEvent.keyboard('{Shift>}{ArrowLeft}{/Shift}')
  await expect.poll(() => document.querySelector('.why-cut')).not.toBeNull()
  expect(document.querySelector('.why-cone')!.getAttribute('d')).not.toBe('')
  await userEvent.keyboard('{End}')
  await expect.poll(() => document.querySelector('.why-cut')).toBeNull()
  await userEvent.keyboard('0')
  await expect.poll(line).toBe(whole)
  await page.getByRole('button', { name: 'Zoom in' }).click()
  await page.getByRole('button', { name: 'Earlier' }).click()
  await expect.poll(() => document.querySelector('.why-cut')).not.toBeNull()
  await page.getByRole('radio', { name: '3M' }).click()
  await expect.poll(() => document.querySelector('.why-cut')).toBeNull()
})

test('a wheel that passes over the chart is the page’s; with Ctrl it zooms, and a drag then moves', async () => {
  await show()
  await chartIsThere()
  const chart = slider().element()
  const box = chart.getBoundingClientRect()
  const turn = (init: WheelEventInit) =>
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
  const whole = line()
  // A wheel event that returns true scrolls the page.
  expect(turn({ deltaY: 100 })).toBe(true)
  expect(line()).toBe(whole)
  expect(turn({ deltaY: -60, ctrlKey: true })).toBe(false)
  await expect.poll(() => line().length).toBeLessThan(whole.length)
  const near = line()
  const pointer = (type: string, x: number) =>
    chart.dispatchEvent(
      new PointerEvent(type, { bubbles: true, pointerId: 1, clientX: box.left + x, clientY: box.top + 60 }),
    )
  chart.setPointerCapture = () => undefined
  pointer('pointerdown', 100)
  pointer('pointermove', 160)
  await expect.poll(line).not.toBe(near)
  expect((chart as HTMLElement).dataset['moving']).toBe('true')
  pointer('pointerup', 160)
  await expect.poll(() => (chart as HTMLElement).dataset['moving']).toBe('false')
})

test('the rule that made the idea stands under the price, with its age, and leads to its bar', async () => {
  const golden = madeUpWhy.rules[1]!
  answers.ideas = () => ({ tradeIdeas: [] })
  await show()
  await chartIsThere()
  const lead = document.querySelector('.why-lead')!
  expect(lead.textContent).toMatch(/Breakout above resistance 21-day Fired 3 trading days ago · Nov 9/)
  expect(lead.previousElementSibling!.className).toBe('why-quote')
  await expect.element(page.getByText('Further signals')).toBeVisible()
  await expect.element(page.getByText(golden.sentence)).toBeInTheDocument()
  await expect.poll(() => document.querySelectorAll('[data-signal]')).toHaveLength(3)
  await page.getByRole('button', { name: 'Fired 3 trading days ago · Nov 9' }).click()
  await expect.element(slider()).toHaveFocus()
  expect(slider().element().getAttribute('aria-valuetext')).toMatch(/^Nov 9, 2026/)
  expect(document.querySelector('.why-crosshair')).not.toBeNull()
  // From there the keys go on, and from a table the chart comes back.
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

test('strike and break-even of the contract that How shows are on the chart', async () => {
  const { client } = await show()
  await chartIsThere()
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

test('everything on the chart can be had as tables', async () => {
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
  await chartIsThere()
})

test('the reader can be of another mind, and back', async () => {
  await show()
  await page.getByRole('radio', { name: 'I am bearish' }).click()
  expect(view.getState().sentimentOverride).toBe('Bearish')
  await expect.element(page.getByText(/^Strategies follow your view\. The analysis says:/)).toBeVisible()
  await userEvent.keyboard('{Home}')
  expect(view.getState().sentimentOverride).toBeNull()
  await expect.element(page.getByText(/Strategies follow your view/)).not.toBeInTheDocument()
})

test('a neutral view sent by the page is shown as one', async () => {
  view.setState({ sentimentOverride: 'Neutral' })
  await show()
  await expect.element(page.getByRole('radio', { name: 'I am neutral' })).toBeChecked()
})

test('while loading the panel is busy and keeps its measures', async () => {
  answers.why = () => new Promise(() => undefined)
  await show()
  await expect.element(page.getByRole('region', { name: 'Why AAPL' })).toHaveAttribute('aria-busy', 'true')
  expect(panel().dataset['state']).toBe('loading')
  expect(panel().querySelectorAll('.why-facts .bone')).toHaveLength(13)
})

test('a failure says so, gives its id and can be retried', async () => {
  answers.why = () => refuse('internal')
  await show()
  await expect.element(page.getByRole('alert').getByText('Something went wrong')).toBeVisible()
  await expect.element(page.getByText('Error id req-42')).toBeVisible()
  expect(panel().dataset['state']).toBe('error')
  answers.why = () => madeUpWhy
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect.element(page.getByText('$231.42', { exact: true })).toBeVisible()
})

test('an unknown symbol is not an error, no symbol neither', async () => {
  answers.why = () => refuse('symbol-unknown')
  await show()
  await expect.element(page.getByText('“AAPL” is not a symbol we know')).toBeVisible()
  expect(panel().dataset['state']).toBe('empty')
  view.setState({ symbol: '' })
  await expect.element(page.getByText('Nothing chosen yet')).toBeVisible()
  expect(panel().dataset['symbol']).toBeUndefined()
})

test('when only the history is refused, the chart says so without a button that cannot help', async () => {
  answers.history = () => refuse('scope-missing')
  await show()
  await expect.element(page.getByText('The chart could not be loaded.')).toBeVisible()
  await expect.element(page.getByText('Ask the operator of this page.')).toBeVisible()
  await expect.element(page.getByRole('button', { name: 'Try again' })).not.toBeInTheDocument()
})

test('when only the history fails, the rest stays and the chart can be retried', async () => {
  answers.history = () => refuse('internal')
  await show()
  await expect.element(page.getByText('The chart could not be loaded.')).toBeVisible()
  expect(factOf('EPS')).toBe('$6.59')
  answers.history = (range) => madeUpHistory(range)
  await page.getByRole('button', { name: 'Try again' }).click()
  await chartIsThere()
})

test('news: a tab of its own where the page wants it', async () => {
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
  // No address, or one that is not of the web: text.
  expect(page.getByRole('link').all()).toHaveLength(1)
  await expect.element(page.getByText('A headline with a bad address')).toBeVisible()
  await userEvent.keyboard('{ArrowLeft}')
  await expect.element(page.getByRole('tab', { name: 'Technicals' })).toHaveFocus()
  await expect.element(page.getByText(madeUpWhy.sentence!)).toBeVisible()
})

describe.each(faces)('in the face %s', (face) => {
  beforeAll(() => drawIn(face))

  test('support, resistance, earnings and ex-dividend are on the chart and their tags do not touch', async () => {
    await show()
    await chartIsThere()
    const tags = [...document.querySelectorAll('.why-tag')].map((tag) => ({
      text: tag.querySelector('text')!.textContent,
      box: tag.querySelector('rect')!.getBoundingClientRect(),
      written: tag.querySelector('text')!.getBoundingClientRect(),
    }))
    expect(tags.map(({ text }) => text).toSorted()).toEqual([
      '231.42',
      'R 238.00',
      'R 246.50',
      'S 212.30',
      'S 224.10',
    ])
    for (const { text, box, written } of tags) {
      expect(written.left, text).toBeGreaterThanOrEqual(box.left + 2)
      expect(written.right, text).toBeLessThanOrEqual(box.right - 2)
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

  test('pointing at a bar, one reads its high, low and volume at any width that has room for them', async () => {
    await page.viewport(480, 768)
    await show()
    await chartIsThere()
    const readout = document.querySelector<HTMLElement>('.why-readout')!
    const parts = [...readout.children]
    expect(parts.map((part) => part.textContent)).toEqual([
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

  test.for([320, 390, 486, 768])('nothing runs out of a panel %i pixels wide', async (width) => {
    await page.viewport(width, 768)
    answers.why = () => ({
      ...madeUpWhy,
      expandedQuote: {
        ...madeUpWhy.expandedQuote,
        companyName: 'A Company Of Some Standing And Rather Too Long A Name, Inc.',
      },
    })
    await show()
    await chartIsThere()
    const body = panel().querySelector('.panel-body')!
    expect(body.scrollWidth).toBe(body.clientWidth)
    const columns = getComputedStyle(document.querySelector('.why-columns')!).gridTemplateColumns.split(' ')
    expect(columns).toHaveLength(width >= 640 ? 2 : 1)
    expect(document.querySelector('.why-chart-box')!.clientHeight).toBeGreaterThanOrEqual(200)
    await page.viewport(1280, 768)
  })
})
