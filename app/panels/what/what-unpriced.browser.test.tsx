/** The lists of the What panel for a partner who may not show prices. */
import '#app/ui/base.css'
import i18next from 'i18next'
import { Suspense } from 'react'
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { problemDetails } from '#contract/api/problem-details.ts'
import type { WireBestIncome } from '#contract/responses/lists/best-income.ts'
import type { WireFullTradeIdeas } from '#contract/responses/lists/full-ideas.ts'
import { startI18n } from '#app/i18n/i18n.ts'
import { initialView, noFilters } from '#app/state/view.ts'
import { axeViolations } from '#app/testing/axe.ts'
import { sampleBestIncome, sampleBestTrade } from '#app/testing/best-income.ts'
import { sampleFullIdea } from '#app/testing/full-ideas.ts'
import { sampleIdeas } from '#app/testing/ideas.ts'
import { host, live, makeClientWithoutRetries, TestApp, view } from '#app/testing/test-app.tsx'
import { unpricedBestIncome, unpricedIdeas } from '#app/testing/unpriced.ts'
import { WhatPanel } from './what-panel.tsx'

const pricedIdeas: WireFullTradeIdeas = {
  ...sampleIdeas([]),
  tradingDay: '2026-11-20',
  tradeIdeas: [
    sampleFullIdea('AAPL', { strength: 90, daysToEarnings: 80, callDays: 28, putDays: 28 }),
    sampleFullIdea('KO', { strength: 70, daysToEarnings: 4, callDays: 28, putDays: 28 }),
  ],
}
const pricedTrades = sampleBestIncome([sampleBestTrade('AAPL'), sampleBestTrade('KO')])
const priceFilters = ['minPrice', 'maxPrice', 'minYield']
/** Texts of a number that is missing. */
const missingNumber = /NaN|undefined|null|\$0\.00|\b0\.00\b/

let ideas: WireFullTradeIdeas
let trades: WireBestIncome
let bestIncomeQueries: URLSearchParams[]

beforeAll(async () => {
  const texts = await startI18n('en', i18next)
  await texts.loadNamespaces(['ideas', 'holdings', 'filters', 'unknown'])
})
beforeEach(() => {
  ideas = unpricedIdeas(pricedIdeas)
  trades = unpricedBestIncome(pricedTrades)
  bestIncomeQueries = []
  host.setState({ phase: 'ready', options: null, settings: null })
  view.setState(initialView, true)
  live.setState(live.getInitialState(), true)
  live.setState({ connection: 'live', lastMessageAt: Date.now() })
  vi.stubGlobal('fetch', async (input: string) => {
    const { pathname, searchParams } = new URL(input, location.href)
    if (!pathname.includes('/best-income')) return Response.json(ideas)
    bestIncomeQueries.push(searchParams)
    // The service refuses to filter by prices that it does not show.
    const refused = trades.unknown && priceFilters.find((name) => searchParams.has(name))
    if (refused) return Response.json(problemDetails('not-licensed', { parameter: refused }), { status: 403 })
    const symbols = searchParams.get('symbols')?.split(',')
    const included = trades.trades.filter(({ symbol }) => symbols?.includes(symbol) ?? true)
    return Response.json({ ...trades, trades: included })
  })
})
afterEach(() => vi.unstubAllGlobals())

async function show(width = 403) {
  await page.viewport(Math.max(width, 420), 800)
  const { container } = await render(
    <TestApp client={makeClientWithoutRetries()}>
      <div style={{ inlineSize: `${width}px`, blockSize: '700px', display: 'grid' }}>
        <Suspense>
          <WhatPanel isPainted />
        </Suspense>
      </div>
    </TestApp>,
  )
  await expect.element(page.getByRole('tab', { name: 'Ideas' })).toBeVisible()
  return container
}
const symbolsOf = (kind: 'idea' | 'income') =>
  [...document.querySelectorAll<HTMLElement>(`[data-${kind}]`)].map((row) => row.dataset[kind])
const note = () => page.getByRole('note').last()
const setFilters = (filters: Partial<typeof noFilters>) =>
  view.setState({ filters: { ...noFilters, ...filters } })

describe('the ideas', () => {
  test('have a dash with the reason in place of each price, and the reason once below the list', async () => {
    const container = await show()
    await expect
      .element(note())
      .toHaveTextContent('Prices and returns are not shown. Not licensed for this site.')
    expect(symbolsOf('idea')).toEqual(['AAPL', 'KO'])
    const price = container.querySelector('[data-idea="KO"] .idea-price')!
    expect(price.textContent).toBe('—')
    expect(price.firstElementChild!.getAttribute('aria-label')).toBe('Not licensed for this site.')
    expect(container.querySelector('[data-idea="KO"] .idea-change')!.textContent).toBe('')
    expect(container.textContent).not.toMatch(missingNumber)
    expect(await axeViolations(container)).toEqual([])
  })

  test('the note stays visible above the last rows of a long list', async () => {
    const long = Array.from({ length: 60 }, (_, index) => sampleFullIdea(`S${index}`))
    ideas = unpricedIdeas({ ...pricedIdeas, tradeIdeas: long })
    await show()
    await expect.element(note()).toBeInViewport()
    const { bottom } = note().element().getBoundingClientRect()
    const panel = document.querySelector('.panel-body')!.getBoundingClientRect()
    expect(Math.abs(bottom - panel.bottom)).toBeLessThanOrEqual(1)
  })

  test('cannot be sorted by price, and the header names the note with the reason', async () => {
    await show()
    const header = page.getByRole('button', { name: /^Price/ })
    await expect.element(header).toHaveAttribute('aria-disabled', 'true')
    await expect.element(header).toHaveAccessibleDescription(/Not licensed for this site\./)
    ;(header.element() as HTMLElement).click()
    expect(view.getState().sort).toEqual(initialView.sort)
  })

  test('a stored filter by price or return hides no idea, and the note says that it is not applied', async () => {
    setFilters({ minPrice: 500, minYield: 0.9 })
    await show(1000)
    // The filter by return needs the full ideas.
    await expect.element(page.getByRole('gridcell', { name: /^80 d/ })).toBeVisible()
    await expect
      .element(note())
      .toHaveTextContent(
        'Prices and returns are not shown. Filters by price and return are not applied. Not licensed for this site.',
      )
    await expect.poll(() => symbolsOf('idea')).toEqual(['AAPL', 'KO'])
  })

  test('can be filtered by earnings before the expiry of a trade whose return is hidden', async () => {
    setFilters({ noEarnings: true })
    await show()
    await expect.poll(() => symbolsOf('idea')).toEqual(['AAPL'])
  })

  test('the filters by price and return are disabled with the reason, the others are not', async () => {
    const container = await show()
    await page.getByRole('button', { name: /^Filters/ }).click()
    await expect.element(page.getByText(/^Filters by price and return are not applied\./)).toBeVisible()
    for (const name of priceFilters) {
      const field = page.elementLocator(container.querySelector(`[data-filter="${name}"]`)!)
      await expect.element(field).toBeDisabled()
      await expect.element(field).toHaveAccessibleDescription(/Not licensed for this site\./)
    }
    await expect
      .element(page.elementLocator(container.querySelector('[data-filter="minIvRank"]')!))
      .toBeEnabled()
  })

  test('with prices but without the returns of options name only those', async () => {
    const { tradeIdeas } = unpricedIdeas(pricedIdeas)
    ideas = {
      ...pricedIdeas,
      tradeIdeas: tradeIdeas.map((idea) => ({ ...idea, price: 100, change: 1, percentageChange: 1 })),
    }
    await show(1000)
    await expect
      .element(note())
      .toHaveTextContent('Option prices and returns are not shown. Not licensed for this site.')
    await expect
      .element(page.getByRole('button', { name: /^Price/ }))
      .not.toHaveAttribute('aria-disabled', 'true')
  })

  test('with all prices have no note', async () => {
    ideas = pricedIdeas
    const container = await show()
    await expect
      .poll(() => container.querySelector('[data-idea="KO"] .idea-price')!.textContent)
      .toBe('100.00')
    expect(page.getByRole('note').elements()).toEqual([])
  })
})

describe('the best income trades', () => {
  beforeEach(() => view.setState({ list: 'income' }))

  test('have dashes in place of returns and premiums, and the derived figures', async () => {
    const container = await show()
    await expect
      .element(note())
      .toHaveTextContent('Option prices and returns are not shown. Not licensed for this site.')
    const cells = [...container.querySelectorAll('[data-income="AAPL"] td')].map(
      ({ textContent }) => textContent,
    )
    expect(cells.slice(0, 3)).toEqual(['—', '78%56 d', '—4%'])
    expect(container.textContent).not.toMatch(missingNumber)
    expect(await axeViolations(container)).toEqual([])
  })

  test('a stored filter that the service refuses is omitted, and the note says so', async () => {
    // The ideas have prices, so the licence of option prices is unknown before the first response.
    ideas = pricedIdeas
    setFilters({ minPrice: 20, minYield: 0.1, minIvRank: 40 })
    const container = await show()
    await expect.poll(() => symbolsOf('income')).toEqual(['AAPL', 'KO'])
    await expect
      .element(note())
      .toMatchTextContent(/^Option prices .* Filters by price and return are not applied\. Not licensed/)
    expect(bestIncomeQueries.map(({ size }) => size)).toEqual([4, 2])
    expect(bestIncomeQueries[1]!.get('minIvRank')).toBe('40')
    expect(container.querySelector('[role="alert"]')).toBeNull()
    await page.getByRole('button', { name: /^Filters/ }).click()
    await expect
      .element(page.elementLocator(container.querySelector('[data-filter="minPrice"]')!))
      .toBeDisabled()
  })

  test('are not requested with a filter by price if the ideas have no prices', async () => {
    setFilters({ minPrice: 20 })
    view.setState({ list: 'ideas' })
    await show()
    await expect.element(note()).toBeVisible()
    await page.getByRole('tab', { name: 'Best income' }).click()
    await expect.poll(() => symbolsOf('income')).toEqual(['AAPL', 'KO'])
    expect(bestIncomeQueries.map((query) => query.has('minPrice'))).toEqual([false])
  })

  test('keep a filter by price if the partner may show prices', async () => {
    ideas = pricedIdeas
    trades = pricedTrades
    setFilters({ minPrice: 20 })
    await show()
    await expect.poll(() => symbolsOf('income')).toEqual(['AAPL', 'KO'])
    expect(bestIncomeQueries.map((query) => query.get('minPrice'))).toEqual(['20'])
    expect(page.getByRole('note').elements()).toEqual([])
  })

  test('state that market data is not enabled, if the partner may show none', async () => {
    vi.stubGlobal('fetch', async () => Response.json(problemDetails('not-licensed'), { status: 403 }))
    await show()
    await expect.element(page.getByText('Market data is not enabled for this site')).toBeVisible()
  })
})

describe('the holdings', () => {
  beforeEach(() => {
    view.setState({ list: 'holdings' })
    host.setState({ options: { holdings: [{ symbol: 'AAPL', shares: 200 }, { symbol: 'T' }] } })
  })
  const row = (symbol: string) => page.getByRole('button', { name: new RegExp(`^${symbol}`) })

  test('have dashes with the reason in place of prices and income, and the contract', async () => {
    const container = await show()
    await expect.element(row('AAPL')).toMatchTextContent(/— *— *1 × Jan 15 95 Put|—.*Jan 15 95 Put/)
    await expect
      .element(note())
      .toHaveTextContent('Option prices and returns are not shown. Not licensed for this site.')
    expect(row('AAPL').element().querySelectorAll('[aria-label="Not licensed for this site."]').length).toBe(
      2,
    )
    expect(container.textContent).not.toMatch(missingNumber)
  })

  test('a symbol whose quotes the feed refuses has the reason in place of its price', async () => {
    await show()
    await expect.element(row('T')).toBeVisible()
    expect(row('T').element().querySelector('[aria-label]')).toBeNull()
    live.setState({ unlicensed: { T: true } })
    await expect
      .poll(() => row('T').element().querySelector('[role="img"]')?.getAttribute('aria-label'))
      .toBe('Not licensed for this site.')
    await expect.element(note()).toMatchTextContent(/^Prices and returns are not shown\./)
  })
})
