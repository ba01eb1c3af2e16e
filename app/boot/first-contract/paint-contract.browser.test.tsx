/** The card of the first contract is painted as React renders it afterwards, and input in between is not lost. */
import '#app/ui/base.css'
import { QueryClientProvider } from '@tanstack/react-query'
import type { i18n } from 'i18next'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import type { Income, IncomeOption } from '#contract/responses/income.ts'
import { directionOf, type Locale, locales } from '#contract/text/locales.ts'
import { makeQueryClient, queries } from '#app/api/queries.ts'
import { startI18n } from '#app/i18n/i18n.ts'
import { I18nContext } from '#app/i18n/use-translation.ts'
import { HowPanel } from '#app/panels/how/how-panel.tsx'
import { makeState, StateProvider } from '#app/state/app-state.ts'
import { early, recordInput } from '#app/state/early-input.ts'
import { useHost } from '#app/state/host.ts'
import { useView } from '#app/state/view.ts'
import { settings } from '#app/testing/fake-network.ts'
import { sampleAlternative, sampleIncome, sampleOptimals } from '#app/testing/income.ts'
import { unpricedIncome } from '#app/testing/unpriced.ts'
import { renderContractTemplate } from './contract-template.tsx'
import { prepareContract } from './paint-contract.ts'

const root = document.documentElement
let outline: HTMLElement

beforeEach(() => {
  vi.stubGlobal('fetch', () => new Promise(() => undefined))
  early.input.length = 0
  early.content = undefined
})
afterEach(() => {
  outline.remove()
  root.lang = 'en'
  root.dir = 'ltr'
  vi.unstubAllGlobals()
})

/** A response whose first contract has these fields. */
const incomeOf = (option: Partial<IncomeOption>, change: Partial<Income> = {}): Income =>
  sampleIncome({
    optionsAsOf: new Date().toISOString(),
    callOptimals: sampleOptimals('call').map((call) => ({
      ...call,
      // The chosen cell if no score is the highest.
      ...(call.timeframe === 'medium' && call.riskProfile === 'optimal' && option),
    })),
    ...change,
  })

/** The texts and the template of a language, rendered once: that takes half a second. */
const templates = new Map<Locale, Promise<{ texts: i18n; template: string }>>()
async function renderTemplate(locale: Locale) {
  const texts = await startI18n(locale)
  return { texts, template: await renderContractTemplate(texts, '/assets/contract.js') }
}
function templateOf(locale: Locale) {
  if (!templates.has(locale)) templates.set(locale, renderTemplate(locale))
  return templates.get(locale)!
}

/** Shows the outline of How in a language, and prepares the painting. */
async function prepare(locale: Locale, { options = {}, view = {} } = {}) {
  const { texts, template } = await templateOf(locale)
  root.lang = locale
  root.dir = directionOf(locale)
  outline = document.createElement('div')
  outline.innerHTML = `<section class="panel panel-how" style="inline-size: 1200px"><div class="panel-body">
    <div class="panel-skeleton"><div class="how how-skeleton">${'<i class="bone"></i>'.repeat(5)}</div></div>
    </div></section>${template}`
  document.body.prepend(outline)
  return { texts, paint: prepareContract(outline.querySelector('template')!, options, view) }
}

/** Paints the first contract of a response, with the recording of input. */
async function paintCard(locale: Locale, income: Income) {
  const { texts, paint } = await prepare(locale)
  const cards = paint!(income, { symbol: 'AAPL', hidesAnnualized: false })
  expect(cards, 'the card is painted').toBeDefined()
  recordInput(cards!)
  return { texts, card: cards!.querySelector('.how-card')! }
}

/** Renders How with React in place of the outline: first its skeleton, then its content. */
async function renderPanel(texts: i18n, income: Income, symbol = 'AAPL') {
  outline.remove()
  const state = makeState()
  useHost.of(state).setState({ phase: 'ready', settings })
  useView.of(state).setState({ symbol })
  const client = makeQueryClient()
  client.setQueryData(queries.income(symbol).queryKey, income)
  const panel = (isPreparing: boolean) => (
    <StateProvider value={state}>
      <I18nContext value={texts}>
        <QueryClientProvider client={client}>
          <div style={{ inlineSize: '1200px', blockSize: '900px', display: 'grid' }}>
            <HowPanel isPreparing={isPreparing} onTrade={() => undefined} />
          </div>
        </QueryClientProvider>
      </I18nContext>
    </StateProvider>
  )
  const { container, rerender } = await render(panel(true))
  const find = (selector: string) => container.querySelector<HTMLElement>(selector)
  return {
    find,
    showContent: async () => {
      await rerender(panel(false))
      await expect.poll(() => find('.how-matrix')).not.toBeNull()
    },
  }
}

/**
 * The parts of a card that are painted, without ids and without the boxes of its popovers, which React alone can fill.
 */
function paintedParts(card: Element): string[] {
  const copy = card.cloneNode(true) as Element
  for (const box of copy.querySelectorAll('.popover, .how-payoff-part')) box.remove()
  for (const element of [copy, ...copy.querySelectorAll('*')])
    for (const name of ['id', 'aria-labelledby', 'popovertarget']) element.removeAttribute(name)
  const attributes = [...copy.attributes].map(({ name, value }) => `${name}=${value}`)
  const parts = copy.querySelectorAll(':scope > :is(.how-card-head, .how-chips, .how-card-main)')
  return [...attributes, ...Array.from(parts, (part) => part.outerHTML)]
}

const event = { until: '2027-01-08', move: 0.0713 } as IncomeOption['impliedEvent']
const score = (severity: 'Good' | 'Neutral' | 'Bad', serviceScore: number): Partial<IncomeOption> => ({
  serviceScore,
  checklist: sampleOptimals('call')[0]!.checklist.map((item) =>
    item.name === 'Score' ? { ...item, severity } : item,
  ),
})

type Variant = readonly [name: string, option: Partial<IncomeOption>, income?: Partial<Income>]
/** Variants whose texts and numbers differ between languages. */
const textVariants: readonly Variant[] = [
  ['a contract of more than two months', {}],
  ['a contract of one day', { daysUntilExpiry: 1, expiryDate: '2026-12-05' }],
  ['a contract of two days', { daysUntilExpiry: 2 }],
  ['a contract of eleven days', { daysUntilExpiry: 11 }],
  ['large figures', { maxRisk: 1_234_567.89, breakeven: 12_345.6, return: 0.234, strike: 12_400 }],
  ['small figures', { strike: 2.5, return: -0.0042, annualizedReturn: -0.0061, delta: -0.004 }],
  ['earnings and a dividend', { warnings: ['earnings-before-expiry', 'dividend-before-expiry'] }],
  ['an implied event', { warnings: ['earnings-before-expiry'], impliedEvent: event }],
  ['a wide spread', { bid: 3.1, premium: 3.1, ask: 4.35, warnings: ['wide-spread'] }],
  ['a commission', {}, { commission: 120.5 }],
  ['quotes of another day', {}, { optionsAsOf: '2026-11-12T20:59:03Z' }],
]
const otherVariants: readonly Variant[] = [
  ['probabilities at the limits', { probability: 0.01, probabilityOfProfit: 0.99 }],
  ['a score that is even', score('Neutral', 104)],
  ['a score that is fair', score('Neutral', 88)],
  ['a score that is poor', score('Bad', 61)],
]

describe('React renders the painted card unchanged', () => {
  test.each(
    locales.flatMap((locale) =>
      (locale === 'en' ? [...textVariants, ...otherVariants] : textVariants).map(
        ([name, option, change]) => [locale, name, incomeOf(option, change)] as const,
      ),
    ),
  )('in %s: %s', async (locale, _, income) => {
    const { texts, card } = await paintCard(locale, income)
    const painted = paintedParts(card)
    const { showContent, find } = await renderPanel(texts, income)
    await showContent()
    expect(painted).toEqual(paintedParts(find('.how-card')!))
  })
})

test('the card has its final place and size', async () => {
  const income = incomeOf({})
  const { texts, card } = await paintCard('en', income)
  const { left, width } = card.getBoundingClientRect()
  const { showContent, find } = await renderPanel(texts, income)
  const inSkeleton = find('.how-card')!.getBoundingClientRect()
  await showContent()
  const shown = find('.how-card')!.getBoundingClientRect()
  expect([left, width]).toEqual([inSkeleton.left, inSkeleton.width])
  expect([shown.left, shown.top, shown.width]).toEqual([inSkeleton.left, inSkeleton.top, inSkeleton.width])
})

test('a symbol is text, also with braces and markup', async () => {
  const { card } = await paintCard('en', incomeOf({}, { underlying: '{strike}<b>' }))
  expect(card.querySelector('h3')!.textContent).toContain('Sell 1 {strike}<b> Jan 15, 2027')
})

describe('is left to React', () => {
  test.each<[string, unknown]>([
    ['for an error', { code: 'unavailable' }],
    ['without a response', undefined],
    ['without calls', incomeOf({}, { callOptimals: [] })],
    ['without prices', unpricedIncome(incomeOf({}))],
    ['without the time of the quotes', incomeOf({}, { optionsAsOf: null })],
    ['for several contracts', incomeOf({ contracts: 2 })],
    ['for a warning about shares held', incomeOf({ warnings: ['under-100-shares'] })],
    ['for a probability below one percent', incomeOf({ probability: 0.004 })],
    ['for an amount below zero', incomeOf({ maxReward: -12 })],
    [
      'for the next best contract',
      incomeOf(
        {},
        {
          callOptimals: [],
          callAlternatives: sampleOptimals('call').map((call) => sampleAlternative(call, 'no other')),
        },
      ),
    ],
    [
      'for a contract near the chosen cell',
      incomeOf(
        {},
        { callOptimals: sampleOptimals('call').filter(({ timeframe }) => timeframe !== 'medium') },
      ),
    ],
  ])('%s', async (_, body) => {
    const { paint } = await prepare('en')
    const before = outline.innerHTML
    expect(paint!(body, { symbol: 'AAPL', hidesAnnualized: false })).toBeUndefined()
    expect(outline.innerHTML).toBe(before)
  })

  test('if the partner hides annualized returns', async () => {
    const { paint } = await prepare('en')
    expect(paint!(incomeOf({}), { symbol: 'AAPL', hidesAnnualized: true })).toBeUndefined()
  })

  test('in a narrow frame, where the card is below the grid', async () => {
    await page.viewport(800, 768)
    expect((await prepare('en')).paint).toBeUndefined()
    await page.viewport(1280, 768)
  })

  test('once React has replaced the outline', async () => {
    const { paint } = await prepare('en')
    outline.remove()
    expect(paint!(incomeOf({}), { symbol: 'AAPL', hidesAnnualized: false })).toBeUndefined()
  })

  test.each([
    ['if the page hands over holdings', { options: { holdings: [] } }],
    ['if the user has set a sentiment', { view: { sentiment: 'Bearish' } }],
  ])('%s', async (_, variant) => {
    expect((await prepare('en', variant)).paint).toBeUndefined()
  })
})

describe('input on the painted card', () => {
  const button = (card: Element, text: string) =>
    [...card.querySelectorAll('button')].find(({ textContent }) => textContent === text)!

  test('a click opens the formula as soon as React has rendered the card', async () => {
    const income = incomeOf({})
    const { texts, card } = await paintCard('en', income)
    button(card, 'Max risk').click()
    const { showContent, find } = await renderPanel(texts, income)
    expect(find('.how-skeleton .how-card'), 'the skeleton has the card').toBe(card)
    await showContent()
    await expect.poll(() => find('.popover:popover-open')?.textContent).toContain('Max risk')
    expect(early.input).toEqual([])
  })

  test('the focus stays', async () => {
    const income = incomeOf({})
    const { texts, card } = await paintCard('en', income)
    button(card, 'Return').focus()
    const { showContent } = await renderPanel(texts, income)
    await showContent()
    expect(document.activeElement?.textContent).toBe('Return')
  })

  test('neither card nor input stays if the page has selected another symbol', async () => {
    const { texts, card } = await paintCard('en', incomeOf({}))
    button(card, 'Max risk').click()
    const callOptimals = sampleOptimals('call').map((call) => ({
      ...call,
      id: call.id.replace('AAPL', 'MSFT'),
    }))
    const { showContent, find } = await renderPanel(
      texts,
      incomeOf({}, { underlying: 'MSFT', callOptimals }),
      'MSFT',
    )
    expect(find('.how-skeleton')).not.toBeNull()
    expect(find('.how-card'), 'the skeleton has no card').toBeNull()
    await showContent()
    expect(find('.how-card h3')!.textContent).toContain('MSFT')
    expect(find('.popover:popover-open')).toBeNull()
    expect(early.input).toEqual([])
  })
})
