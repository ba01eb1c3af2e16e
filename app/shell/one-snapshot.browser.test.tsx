/**
 * One snapshot of the quotes feeds the screen: while quotes and responses arrive in any order, no two places show
 * different values of one figure in one frame.
 */
import '#app/ui/base.css'
import i18next from 'i18next'
import { Suspense } from 'react'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import type { Chain, ChainOption } from '#contract/responses/chain.ts'
import type { Income, IncomeOption } from '#contract/responses/income.ts'
import { apiOf } from '#app/api/api.ts'
import { lazyQueries } from '#app/api/lazy-queries.ts'
import { queries } from '#app/api/queries.ts'
import { startI18n } from '#app/i18n/i18n.ts'
import { HowPanel } from '#app/panels/how/how-panel.tsx'
import { WhyPanel } from '#app/panels/why/why-panel.tsx'
import { chooseLimit } from '#app/state/order/order-price.ts'
import { changeOrder, resetOrder } from '#app/state/order/order.ts'
import { setHowView } from '#app/state/choices/trade-choice.ts'
import { initialView } from '#app/state/view.ts'
import { sampleChain } from '#app/testing/chain.ts'
import { sampleIncome, sampleOptimals } from '#app/testing/income.ts'
import { panelResponse } from '#app/testing/panel-response.ts'
import { app, host, live, makeClientWithoutRetries, TestApp, view } from '#app/testing/test-app.tsx'

/** Cell Medium · Optimal. */
const option = sampleOptimals('call')[4]!
/** Another contract in the same expiration, which is only in the comparison. */
const other = sampleOptimals('call')[3]!
let client: ReturnType<typeof makeClientWithoutRetries>
let income: Income
let chain: Chain

beforeAll(async () => void (await startI18n('en', i18next)))
beforeEach(() => {
  client = makeClientWithoutRetries()
  income = sampleIncome()
  chain = sampleChain()
  view.setState({ ...initialView, symbol: 'AAPL' }, true)
  resetOrder(app)
  host.setState({ phase: 'ready', options: null, settings: null })
  live.setState({ quotes: {}, options: {}, market: null, connection: 'live', stale: false })
  vi.stubGlobal('fetch', async (address: string) => {
    const { pathname } = new URL(address, location.href)
    return panelResponse(pathname, { chain, income })
  })
})
afterEach(() => vi.unstubAllGlobals())

async function renderPanels() {
  await render(
    <TestApp client={client}>
      <Suspense>
        <div style={{ container: 'widget / inline-size' }}>
          <div style={{ inlineSize: 900, blockSize: 700, display: 'grid', gridTemplateColumns: '1fr 1fr' }}>
            <WhyPanel />
            <HowPanel onTrade={() => undefined} />
          </div>
        </div>
      </Suspense>
    </TestApp>,
  )
  await expect.element(page.getByRole('button', { name: 'Review', exact: true })).toBeVisible()
  await expect.poll(() => labelled(chartBreakEven)).toBeDefined()
}

/** A generator of numbers in [0, 1) with a seed, so that a failure can be repeated. */
function random(seed: number): () => number {
  let state = seed
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}

/** Waits until React and the query cache have rendered, and the browser has painted. */
const nextFrame = () =>
  new Promise<void>((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => resolve())))

const textOf = (selector: string): string | undefined =>
  document.querySelector(selector)?.textContent?.trim() || undefined
const figureOf = (root: string, label: RegExp): string | undefined =>
  [...document.querySelectorAll(`${root} div`)]
    .find((row) => label.test(row.querySelector('dt')?.textContent ?? ''))
    ?.querySelector('dd')?.textContent ?? undefined
const numberIn = (text: string | undefined): string | undefined => text?.replace(/[^\d.−-]/g, '')

/** The tag of the break-even beside the price chart has the whole price in its title. */
const chartBreakEven = '.why-tag-break-even title'

/** The break-even in the label of a diagram, such as `Strike 255.00 · Break-even 227.32 ↓`. */
const labelled = (selector: string): string | undefined =>
  [...document.querySelectorAll(selector)]
    .map(({ textContent }) => /Break-even ([\d.]+)/.exec(textContent ?? '')?.[1])
    .find(Boolean)

/** The current price in the label of a diagram, such as `Now 231.42`. */
const currentOf = (selector: string): string | undefined =>
  [...document.querySelectorAll(selector)]
    .map(({ textContent }) => /Now ([\d.]+)/.exec(textContent ?? '')?.[1])
    .filter(Boolean)
    .map((price) => `$${price}`)[0]

/** Returns a price less another, both as texts; undefined if one is not on screen. */
const difference = (price: string | undefined, less: string | undefined): string | undefined =>
  price && less ? (Number(price.slice(1)) - Number(less)).toFixed(2) : undefined

/** The limit of the order, which stays the same while its review is open. */
const limitUnderReview = () =>
  (page.getByRole('spinbutton', { name: 'Limit price' }).query() as HTMLInputElement | null)?.value

/** Every place of each figure on screen, by figure. */
function figuresOnScreen() {
  const chainRow = `[data-contract="${option.id}"]`
  const quote = /Bid ([\d.]+) · Ask ([\d.]+)/.exec(textOf(`[data-quote="${option.id}"]`) ?? '')
  const basisOf = (basis: string) => textOf(`.how-review [data-value=${basis}] bdi`)
  return {
    // The limit of the order under review is a number, so its return differs from that at the bid.
    return: {
      card: figureOf('.how-card .how-figures', /^Return/),
      ticket: figureOf('.how-outcome', /^Return/),
    },
    'return at the bid': {
      cell: textOf('[data-cell][aria-selected=true] .how-cell-return'),
      'by expiry': textOf('.how-cost tbody td'),
      chain: textOf(`${chainRow} [data-figure=return]`),
      compared: comparedFigures(option.id).return,
    },
    annualized: {
      card: figureOf('.how-card .how-figures', /^Annualized/),
      ticket: figureOf('.how-outcome', /^Annualized/),
    },
    'break-even': {
      card: numberIn(figureOf('.how-card .how-figures', /^Break-even/)),
      ticket: numberIn(figureOf('.how-outcome', /^Break-even/)),
      payoff: labelled('[data-panel=how] .how-label'),
      chart: labelled(chartBreakEven),
    },
    'max reward': {
      card: figureOf('.how-card .how-figures', /^Max reward/),
      ticket: figureOf('.how-outcome', /^Max reward/),
    },
    'max risk': {
      card: figureOf('.how-card .how-figures', /^Max risk/),
      ticket: figureOf('.how-outcome', /^Max risk/),
    },
    bid: {
      card: quote?.[1],
      ticket: basisOf('bid'),
      chain: textOf(`${chainRow} [data-figure=bid]`),
      compared: comparedFigures(option.id).bid,
    },
    ask: { card: quote?.[2], ticket: basisOf('ask'), chain: textOf(`${chainRow} [data-figure=ask]`) },
    'price of the underlying': {
      'by expiry': textOf('.how-cost thead th:nth-child(2) small'),
      chain: textOf('.chain-money bdi')?.replace('AAPL ', '$'),
      payoff: currentOf('[data-panel=how] .how-label'),
    },
    'break-even without a cost basis': {
      card: numberIn(figureOf('.how-card .how-figures', /^Break-even/)),
      'current price less limit': difference(
        currentOf('[data-panel=how] .how-label'),
        limitUnderReview() ?? quote?.[1],
      ),
    },
    'return of another': {
      chain: textOf(`[data-contract="${other.id}"] [data-figure=return]`),
      compared: comparedFigures(other.id).return,
    },
    'bid of another': {
      chain: textOf(`[data-contract="${other.id}"] [data-figure=bid]`),
      compared: comparedFigures(other.id).bid,
    },
  }
}

/** Bid and return of a contract below the chain, such as `$4.10 · 1.77%`. */
function comparedFigures(id: string) {
  const [bid, returnText] = textOf(`[data-pin="${id}"] .how-pin bdi[dir]`)?.split(' · ') ?? []
  return { bid: bid?.slice(1), return: returnText }
}

/** Figures that have two values on screen, and the places seen. */
function compare(seen: Set<string>): string[] {
  return Object.entries(figuresOnScreen()).flatMap(([figure, places]) => {
    const shown = Object.entries(places).filter(([, value]) => value !== undefined)
    for (const [place] of shown) seen.add(`${figure}: ${place}`)
    return new Set(shown.map(([, value]) => value)).size > 1 ? [`${figure}: ${JSON.stringify(places)}`] : []
  })
}

/** Returns the contract with a bid, in a response with a stock price. */
function quotedAt<Option extends ChainOption | IncomeOption>(
  contract: Option,
  quote: { bid: number; ask: number },
  price: number,
) {
  const returnRate = Math.round((quote.bid / price) * 1e6) / 1e6
  return { ...contract, ...quote, return: returnRate, annualizedReturn: (returnRate * 365) / 64 }
}

/** Returns the contract of How with the figures of a response. */
const incomeOptionAt = (contract: IncomeOption, quote: { bid: number; ask: number }, price: number) => ({
  ...quotedAt(contract, quote, price),
  premium: quote.bid,
  breakeven: price - quote.bid,
  maxReward: (contract.strike - price + quote.bid) * 100,
  maxRisk: (price - quote.bid) * 100,
  returns: { ...contract.returns, ifUnchanged: { onPrice: quote.bid / price, onBasis: null } },
})

/** Returns the chain at a time, with the quotes of some contracts. */
function chainAt(optionsAsOf: string, quotes: Readonly<Record<string, { bid: number; ask: number }>>): Chain {
  const sample = sampleChain()
  const priceNow = income.chainPrice!
  const quote = (contract: ChainOption | null) =>
    contract && quotes[contract.id] ? quotedAt(contract, quotes[contract.id]!, priceNow) : contract
  const expiries = sample.expiries.map((expiry) => ({
    ...expiry,
    rows: expiry.rows.map((row) => ({ ...row, call: quote(row.call), put: quote(row.put) })),
  }))
  return { ...sample, optionsAsOf, chainPrice: priceNow, expiries }
}

/** Applies random ticks and responses, and compares the figures after each. */
async function disagreementsDuring(steps: number, seed: number, seen: Set<string>): Promise<string[]> {
  const next = random(seed)
  const found: string[] = []
  const nextQuote = () => {
    const bid = Math.round((3 + 2 * next()) * 100) / 100
    return { bid, ask: Math.round((bid + 0.01 + 0.3 * next()) * 100) / 100 }
  }
  for (let step = 0; step < steps; step += 1) {
    const [quote, otherQuote] = [nextQuote(), nextQuote()]
    const time = new Date(Date.parse('2026-11-12T20:59:00Z') + step * 1000).toISOString()
    const kind = next()
    if (kind < 0.15) {
      const last = Math.round((225 + 12 * next()) * 100) / 100
      const trade = { symbol: 'AAPL', last, change: 1, percentageChange: 0.4, volume: 1, time }
      live.setState({ quotes: { AAPL: trade } })
    } else if (kind < 0.3) {
      // A response with another quote and another stock price.
      const chainPrice = Math.round((225 + 12 * next()) * 100) / 100
      const [quoted, otherQuoted] = [
        incomeOptionAt(option, quote, chainPrice),
        incomeOptionAt(other, otherQuote, chainPrice),
      ]
      income = sampleIncome({
        optionsAsOf: time,
        chainPrice,
        callOptimals: sampleOptimals('call').with(4, quoted).with(3, otherQuoted),
        contract: quoted,
      })
      await client.refetchQueries({ queryKey: queries.income('AAPL').queryKey.slice(0, 2), type: 'active' })
    } else if (kind < 0.5) {
      chain = chainAt(time, { [option.id]: quote, [other.id]: otherQuote })
      await client.refetchQueries({
        queryKey: lazyQueries.chain('AAPL').queryKey.slice(0, 2),
        type: 'active',
      })
    } else {
      const [id, pushed] = kind < 0.75 ? [option.id, quote] : [other.id, otherQuote]
      const { options } = live.getState()
      live.setState({ options: { ...options, [id]: { id, ...pushed, last: null, time } } })
    }
    await nextFrame()
    found.push(...compare(seen).map((text) => `step ${step}: ${text}`))
  }
  return found
}

test('card, grid, ticket, by expiry and chart agree in every frame', { timeout: 60_000 }, async () => {
  await renderPanels()
  await page.getByRole('button', { name: 'Review', exact: true }).click()
  await expect.element(page.getByRole('button', { name: 'Trade', exact: true })).toBeVisible()
  const seen = new Set<string>()
  expect(await disagreementsDuring(30, 4711, seen)).toEqual([])
  expect([...seen].toSorted()).toEqual([
    'annualized: card',
    'annualized: ticket',
    'ask: card',
    'ask: ticket',
    'bid: card',
    'bid: ticket',
    'break-even without a cost basis: card',
    'break-even without a cost basis: current price less limit',
    'break-even: card',
    'break-even: chart',
    'break-even: payoff',
    'break-even: ticket',
    'max reward: card',
    'max reward: ticket',
    'max risk: card',
    'max risk: ticket',
    'price of the underlying: by expiry',
    'price of the underlying: payoff',
    'return at the bid: by expiry',
    'return at the bid: cell',
    'return: card',
    'return: ticket',
  ])
})

test('card, chain row, ticket and chart agree in every frame', { timeout: 60_000 }, async () => {
  setHowView(app, 'chain')
  await renderPanels()
  await page.getByRole('button', { name: 'Review', exact: true }).click()
  await expect.poll(() => document.querySelector(`[data-contract="${option.id}"]`)).not.toBeNull()
  const seen = new Set<string>()
  expect(await disagreementsDuring(20, 815, seen)).toEqual([])
  expect([...seen]).toEqual(expect.arrayContaining(['bid: chain', 'ask: chain', 'break-even: chart']))
})

test('card, chain row, ticket and compared contracts agree in every frame', { timeout: 60_000 }, async () => {
  setHowView(app, 'chain')
  view.setState({ compare: [option, other].map(({ id }) => ({ symbol: 'AAPL', id })) })
  await renderPanels()
  await expect.poll(() => comparedFigures(other.id).bid).toBeDefined()
  expect(apiOf(client).subscriptions.allKeys()).toContain(`AAPL ${other.id}`)
  const seen = new Set<string>()
  expect(await disagreementsDuring(40, 2048, seen)).toEqual([])
  expect([...seen]).toEqual(
    expect.arrayContaining([
      'bid: compared',
      'bid: chain',
      'bid of another: chain',
      'bid of another: compared',
      'return of another: chain',
      'return of another: compared',
      'price of the underlying: chain',
      'price of the underlying: by expiry',
    ]),
  )
})

test('a row of the chain keeps its live quote without the selection, until the chain is newer', async () => {
  setHowView(app, 'chain')
  view.setState({ contract: option.id })
  await renderPanels()
  const bidInChain = () => textOf(`[data-contract="${option.id}"] [data-figure=bid]`)
  const pushed = { id: option.id, bid: 4.44, ask: 4.55, last: null, time: '2026-11-12T20:59:30Z' }
  live.setState({ options: { [option.id]: pushed } })
  await expect.poll(bidInChain).toBe('4.44')
  view.setState({ contract: other.id })
  await nextFrame()
  expect(bidInChain()).toBe('4.44')
  chain = chainAt('2026-11-12T21:00:00Z', { [option.id]: { bid: 4.6, ask: 4.7 } })
  await client.refetchQueries({ queryKey: lazyQueries.chain('AAPL').queryKey.slice(0, 2), type: 'active' })
  await expect.poll(bidInChain).toBe('4.60')
})

test('the break-even on the chart is that of the order at the limit that the user chose', async () => {
  await renderPanels()
  changeOrder(app, 'AAPL', { price: chooseLimit(option.ask, option, 'ask') })
  await expect.poll(() => figuresOnScreen()['break-even']).toMatchObject({ card: '227.22', chart: '227.22' })
})
