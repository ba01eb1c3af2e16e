/** The bootstrap script paints the ideas as React renders them afterwards, and input in between is not lost. */
import '#app/ui/base.css'
import { QueryClientProvider } from '@tanstack/react-query'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import type { TradeIdea } from '#contract/responses/lists/ideas.ts'
import { directionOf, locales } from '#contract/text/locales.ts'
import { makeQueryClient, queries } from '#app/api/queries.ts'
import { startI18n } from '#app/i18n/i18n.ts'
import { I18nContext } from '#app/i18n/use-translation.ts'
import { WhatPanel } from '#app/panels/what/what-panel.tsx'
import { type AppState, makeState, StateProvider } from '#app/state/app-state.ts'
import { early, recordInput } from '#app/state/early-input.ts'
import { useHost } from '#app/state/host.ts'
import { useView } from '#app/state/view.ts'
import { sampleIdea, sampleIdeas, sampleRule } from '#app/testing/ideas.ts'
import { settings } from '#app/testing/fake-network.ts'
import { canPaint } from '#app/boot/first-content.ts'
import { partAttribute, styleAttribute } from '#app/boot/template-parts.ts'
import { renderIdeasTemplate } from './ideas-template.tsx'
import { prepareIdeas } from './paint-ideas.ts'

const root = document.documentElement
let outline: HTMLElement

beforeEach(() => {
  // oxlint-disable-next-line no-restricted-globals -- clears choices of another test
  localStorage.clear()
  vi.stubGlobal('fetch', () => new Promise(() => undefined))
  early.input.length = 0
})
afterEach(() => {
  outline.remove()
  root.lang = 'en'
  root.dir = 'ltr'
  vi.unstubAllGlobals()
})

/** Ideas with each variant of each cell; more than fit on the screen. */
const ideas: TradeIdea[] = Array.from({ length: 40 }, (_, index) =>
  sampleIdea(`S${index}`, {
    companyName: index === 3 ? 'A {symbol} & <b>Sons</b>' : `Company ${index}`,
    sentiment: index % 3 ? 'Bullish' : 'Bearish',
    price: [231.4, 0.4567, null, 5][index % 4]!,
    percentageChange: [1.2, -0.75, 0.001, null][index % 4]!,
    technicalRank: index % 2 ? null : 7,
    impliedVolatilityRank: index % 5 ? index : null,
    impliedVolatilityRankBasis: index % 5 ? 'implied' : null,
    liquidityRank: ([1, 2, 3] as const)[index % 3]!,
    strength: 99 - index,
    rules: Array.from({ length: (index % 13) + 1 }, () => sampleRule('breakout', 'Bullish')),
  }),
)

/** Shows the outline of the panel with the template of a language, and paints ideas. */
async function paint(locale: (typeof locales)[number], symbol?: string, hidesAnnualized = false) {
  const texts = await startI18n(locale)
  root.lang = locale
  root.dir = directionOf(locale)
  outline = document.createElement('div')
  outline.innerHTML = `<section id="panel-what" class="panel panel-what" data-panel="what" style="block-size: 500px">
    <div class="panel-body">Loading</div></section>
    <template>${renderIdeasTemplate(texts)}</template>`
  document.body.prepend(outline)
  recordInput(
    prepareIdeas(outline.querySelector('template')!)(sampleIdeas(ideas), { symbol, hidesAnnualized })!,
  )
  return texts
}

/** Renders the list with React, in place of the outline. */
async function renderList(texts: Awaited<ReturnType<typeof startI18n>>, state: AppState) {
  outline.remove()
  useHost.of(state).setState({ phase: 'ready' })
  const client = makeQueryClient()
  client.setQueryData(queries.tradeIdeas().queryKey, sampleIdeas(ideas) as never)
  const list = (painted: boolean) => (
    <StateProvider value={state}>
      <I18nContext value={texts}>
        <QueryClientProvider client={client}>
          <div style={{ blockSize: '500px', display: 'grid' }}>
            <WhatPanel isPainted={painted} />
          </div>
        </QueryClientProvider>
      </I18nContext>
    </StateProvider>
  )
  const { rerender } = await render(list(false))
  return { showFeatures: () => rerender(list(true)) }
}

/**
 * The table without its body, the note below it, and the rows of a panel, without the attributes of
 * the template.
 */
function partsOf(panel: Element): Element[] {
  const content = panel.querySelector('.panel-body')!.cloneNode(true) as Element
  for (const attribute of [`data-${partAttribute}`, styleAttribute])
    for (const element of content.querySelectorAll(`[${attribute}]`)) element.removeAttribute(attribute)
  content.normalize()
  const rows = [...content.querySelectorAll('[data-idea]')]
  content.querySelector('tbody')!.replaceChildren()
  return [...content.children, ...rows]
}
const shownPanel = () => document.querySelector('#panel-what')!
const rowOf = (symbol: string) => shownPanel().querySelector<HTMLElement>(`[data-idea="${symbol}"]`)!

describe.each(locales)('in %s', (locale) => {
  test.each([
    ['without a selected symbol', undefined, false],
    ['with a selected symbol', 'S2', false],
    ['without annualised returns', 'S2', true],
  ])('React renders the painted rows unchanged, %s', async (_, symbol, hidesAnnualized) => {
    const texts = await paint(locale, symbol, hidesAnnualized)
    expect(outline.querySelectorAll('[data-idea]').length).toBeGreaterThan(10)
    const painted = partsOf(outline)
    const state = makeState()
    useHost.of(state).setState({ settings: { ...settings, hideAnnualised: hidesAnnualized } })
    if (symbol) useView.of(state).setState({ symbol })
    await renderList(texts, state)
    const rendered = partsOf(shownPanel())
    // React may have measured the panel already, and rendered fewer rows.
    expect(rendered.length).toBeGreaterThan(8)
    for (const [index, part] of rendered.entries())
      if (!part.isEqualNode(painted[index]!)) expect(painted[index]!.outerHTML).toBe(part.outerHTML)
  })
})

test('reserves the space of the rows that are not painted', async () => {
  await paint('en')
  const gap = outline.querySelector<HTMLElement>('tbody')!.lastElementChild as HTMLElement
  const painted = outline.querySelectorAll('[data-idea]').length
  expect(gap.style.getPropertyValue('--rows')).toBe(String(ideas.length - painted))
})

test('shows a company’s name as text, also with braces and markup', async () => {
  await paint('en')
  expect(rowOf('S3').querySelector('.idea-name')!.textContent).toBe('A {symbol} & <b>Sons</b>')
})

test.each([
  ['an error', { code: 'unavailable' }],
  ['an empty scan', sampleIdeas([])],
  ['no JSON', undefined],
])('leaves the outline to React for %s', async (_, body) => {
  await paint('en')
  const panel = document.createElement('div')
  panel.id = 'panel-what'
  panel.innerHTML = '<div class="panel-body">Loading</div>'
  outline.prepend(panel)
  prepareIdeas(outline.querySelector('template')!)(body, { symbol: undefined, hidesAnnualized: false })
  expect(panel.textContent).toBe('Loading')
})

describe('input on the painted ideas', () => {
  test('a click selects the symbol as soon as React has rendered the list', async () => {
    const texts = await paint('en')
    rowOf('S4').click()
    const state = makeState()
    await renderList(texts, state)
    await expect.poll(() => useView.of(state).getState()).toMatchObject({ symbol: 'S4', tab: 'why' })
  })

  test('the scroll position and the focus stay', async () => {
    const texts = await paint('en')
    const body = outline.querySelector<HTMLElement>('.panel-body')!
    body.style.cssText = 'overflow: auto; block-size: 300px'
    rowOf('S1').focus({ preventScroll: true })
    body.scrollTop = 60
    await expect.poll(() => early.input.some(([{ type }]) => type === 'scroll')).toBe(true)
    await renderList(texts, makeState())
    expect(document.activeElement).toBe(rowOf('S1'))
    expect(shownPanel().querySelector('.panel-body')!.scrollTop).toBe(60)
  })

  test('keys move the focus and select once the list handles them', async () => {
    const texts = await paint('en')
    rowOf('S0').focus()
    await userEvent.keyboard('{ArrowDown}{ArrowDown}{Enter}')
    const state = makeState()
    const { showFeatures } = await renderList(texts, state)
    await showFeatures()
    await expect.poll(() => useView.of(state).getState().symbol).toBe('S2')
  })
})

describe('canPaint', () => {
  const withTabs = (isVisible: boolean) => {
    outline = document.createElement('div')
    outline.innerHTML = `<div class="tabs" ${isVisible ? '' : 'hidden'}>What</div>`
    document.body.append(outline)
  }

  test.each([
    ['options that need no code of the app', { theme: 'dark', height: '600px', symbol: 'AAPL' }, true],
    ['an accent', { accentColor: '#c00' }, false],
    ['a font', { fontFamily: 'Georgia' }, false],
    ['corners', { radius: '2px' }, false],
    ['a colour convention', { colorConvention: 'red-up' }, false],
    ['a height of the content', { height: 'auto' }, false],
    ['options that the page has not set', { accentColor: undefined, height: undefined }, true],
  ])('for %s', (_, options, expected) => {
    withTabs(false)
    expect(canPaint(options, {})).toBe(expected)
  })

  test('not for a user with an own appearance', () => {
    withTabs(false)
    // oxlint-disable-next-line no-restricted-globals -- the user's choice in an earlier frame
    localStorage.setItem('appearance', '{"density":"compact"}')
    expect(canPaint({}, {})).toBe(false)
  })

  test('not if the app will show another tab than the list', () => {
    withTabs(true)
    expect(canPaint({}, {})).toBe(true)
    expect(canPaint({ symbol: 'AAPL' }, {})).toBe(false)
    expect(canPaint({ symbol: 'AAPL', tab: 'what' }, {})).toBe(true)
    expect(canPaint({}, { tab: 'how' })).toBe(false)
  })
})
