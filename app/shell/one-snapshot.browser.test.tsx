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
import type { Income } from '#contract/responses/income.ts'
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
let client: ReturnType<typeof makeClientWithoutRetries>
let income: Income

beforeAll(async () => void (await startI18n('en', i18next)))
beforeEach(() => {
  client = makeClientWithoutRetries()
  income = sampleIncome()
  view.setState({ ...initialView, symbol: 'AAPL' }, true)
  resetOrder(app)
  host.setState({ phase: 'ready', options: null, settings: null })
  live.setState({ quotes: {}, options: {}, market: null, connection: 'live', stale: false })
  vi.stubGlobal('fetch', async (address: string) => {
    const { pathname } = new URL(address, location.href)
    return panelResponse(pathname, { chain: sampleChain(), income })
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

/** Every place of each figure on screen, by figure. */
function figuresOnScreen() {
  const chainRow = `[data-contract="${option.id}"]`
  const quote = /Bid ([\d.]+) · Ask ([\d.]+)/.exec(textOf(`[data-quote="${option.id}"]`) ?? '')
  const basisOf = (basis: string) => textOf(`.how-review [data-value=${basis}] bdi`)
  return {
    return: {
      card: figureOf('.how-card .how-figures', /^Return/),
      cell: textOf('[data-cell][aria-selected=true] .how-cell-return'),
      'by expiry': textOf('.how-cost tbody td'),
      ticket: figureOf('.how-outcome', /^Return/),
      chain: textOf(`${chainRow} [data-figure=return]`),
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
    bid: { card: quote?.[1], ticket: basisOf('bid'), chain: textOf(`${chainRow} [data-figure=bid]`) },
    ask: { card: quote?.[2], ticket: basisOf('ask'), chain: textOf(`${chainRow} [data-figure=ask]`) },
  }
}

/** Figures that have two values on screen, and the places seen. */
function compare(seen: Set<string>): string[] {
  return Object.entries(figuresOnScreen()).flatMap(([figure, places]) => {
    const shown = Object.entries(places).filter(([, value]) => value !== undefined)
    for (const [place] of shown) seen.add(`${figure}: ${place}`)
    return new Set(shown.map(([, value]) => value)).size > 1 ? [`${figure}: ${JSON.stringify(places)}`] : []
  })
}

/** Applies random ticks and responses, and compares the figures after each. */
async function disagreementsDuring(steps: number, seed: number, seen: Set<string>): Promise<string[]> {
  const next = random(seed)
  const found: string[] = []
  for (let step = 0; step < steps; step += 1) {
    const bid = Math.round((3 + 2 * next()) * 100) / 100
    const ask = Math.round((bid + 0.01 + 0.3 * next()) * 100) / 100
    const time = new Date(Date.parse('2026-11-12T20:59:00Z') + step * 1000).toISOString()
    if (next() < 0.25) {
      // A response with another quote and another stock price.
      const chainPrice = Math.round((225 + 12 * next()) * 100) / 100
      const figures = {
        bid,
        ask,
        premium: bid,
        return: bid / chainPrice,
        annualizedReturn: ((bid / chainPrice) * 365) / 64,
        breakeven: chainPrice - bid,
        maxReward: (255 - chainPrice + bid) * 100,
        maxRisk: (chainPrice - bid) * 100,
        returns: { ...option.returns, ifUnchanged: { onPrice: bid / chainPrice, onBasis: null } },
      }
      const quoted = { ...option, ...figures }
      income = sampleIncome({
        optionsAsOf: time,
        chainPrice,
        callOptimals: sampleOptimals('call').with(4, quoted),
        contract: quoted,
      })
      await client.refetchQueries({ queryKey: queries.income('AAPL').queryKey.slice(0, 2), type: 'active' })
    } else live.setState({ options: { [option.id]: { id: option.id, bid, ask, last: null, time } } })
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
    'break-even: card',
    'break-even: chart',
    'break-even: payoff',
    'break-even: ticket',
    'max reward: card',
    'max reward: ticket',
    'max risk: card',
    'max risk: ticket',
    'return: by expiry',
    'return: card',
    'return: cell',
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

test('the break-even on the chart is that of the order at the limit that the user chose', async () => {
  await renderPanels()
  changeOrder(app, 'AAPL', { price: chooseLimit(option.ask, option, 'ask') })
  await expect.poll(() => figuresOnScreen()['break-even']).toMatchObject({ card: '227.22', chart: '227.22' })
})
