import '#app/ui/base.css'
import i18next from 'i18next'
import { Suspense } from 'react'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { cdp, page, userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import type { Quote } from '#contract/feed.ts'
import { locales } from '#contract/text/locales.ts'
import { problemDetails } from '#contract/api/problem-details.ts'
import type { TradeIdea, TradeIdeas } from '#contract/responses/lists/ideas.ts'
import { startI18n } from '#app/i18n/i18n.ts'
import { applyFont, testFonts } from '#app/testing/fonts.ts'
import { host, live, makeClientWithoutRetries, resetApp, TestApp, view } from '#app/testing/test-app.tsx'
import { sampleIdea, sampleIdeas, sixIdeas } from '#app/testing/ideas.ts'
import { WhatPanel } from './what-panel.tsx'

type FakeResponse = TradeIdeas | 'failing' | 'refused' | 'never'
let response: FakeResponse

const respond = (): Promise<Response> => {
  if (response === 'never') return new Promise(() => undefined)
  if (response === 'failing')
    return Promise.resolve(
      Response.json({ ...problemDetails('internal'), requestId: 'req-7' }, { status: 500 }),
    )
  if (response === 'refused')
    return Promise.resolve(Response.json(problemDetails('scope-missing'), { status: 403 }))
  return Promise.resolve(Response.json(response))
}

async function show(newResponse: FakeResponse = sampleIdeas(), width = 600) {
  response = newResponse
  const client = makeClientWithoutRetries()
  const screen = await render(
    <TestApp client={client}>
      <div style={{ inlineSize: `${width}px`, blockSize: '600px', display: 'grid' }}>
        <Suspense>
          <WhatPanel isPainted />
        </Suspense>
      </div>
    </TestApp>,
  )
  return { ...screen, client }
}
const panel = () => document.querySelector<HTMLElement>('[data-panel="what"]')
const state = () => panel()?.dataset['state']
const order = () =>
  [...document.querySelectorAll<HTMLElement>('[data-idea]')].map((row) => row.dataset['idea'])
const focused = () => (document.activeElement as HTMLElement | null)?.dataset['idea']
const waitForRows = (count: number) => expect.poll(() => order().length).toBe(count)
const heading = (name: string) => page.getByRole('columnheader', { name })

beforeAll(async () => {
  await startI18n('en', i18next)
})
beforeEach(() => {
  resetApp()
  vi.stubGlobal('fetch', vi.fn(respond))
})
afterEach(() => vi.unstubAllGlobals())

const quoteOf = (symbol: string, percentageChange: number): Quote => ({
  symbol,
  last: 71.5,
  change: -1,
  percentageChange,
  volume: 1,
  time: '2026-11-20T20:00:00Z',
})

describe('the list', () => {
  test('shows the strongest idea first, the day of the scan and the number of scanned symbols', async () => {
    await show()
    await waitForRows(6)
    expect(order()).toEqual(['F', 'NVDA', 'AAPL', 'XOM', 'BA', 'KO'])
    expect(state()).toBe('ready')
    await expect.element(page.getByText('Scan of Nov 19, 2026', { exact: true })).toBeVisible()
    await expect.element(page.getByText('run 21:00 ET', { exact: true })).toBeVisible()
    await expect.element(page.getByText('Scan results of 120 symbols. Not a recommendation.')).toBeVisible()
  })

  test('draws the usual direction and liquidity weakly, so that the rows that differ are seen', async () => {
    const usual = { sentiment: 'Bearish', liquidityRank: 1 } as const
    const others = Array.from({ length: 8 }, (_, index) => sampleIdea(`S${index}`, usual))
    await show(sampleIdeas([...others, sampleIdea('DIFF', { sentiment: 'Bullish', liquidityRank: 3 })]))
    await waitForRows(9)
    const colorsOf = (symbol: string) => {
      const row = document.querySelector(`[data-idea="${symbol}"]`)!
      const backgroundOf = (selector: string, pseudo?: string) =>
        getComputedStyle(row.querySelector(selector)!, pseudo).backgroundColor
      return [backgroundOf('th', '::before'), backgroundOf('.sentiment'), backgroundOf('.bars i')]
    }
    const tokens = (...names: string[]) =>
      names.map((name) => {
        const probe = document.querySelector<HTMLElement>('.panel')!.appendChild(document.createElement('i'))
        probe.style.backgroundColor = `var(--sw-${name}, transparent)`
        const color = getComputedStyle(probe).backgroundColor
        probe.remove()
        return color
      })
    expect(colorsOf('S1')).toEqual(tokens('line-subtle', 'none', 'line-control'))
    expect(colorsOf('DIFF')).toEqual(tokens('bull-line', 'bull-bg', 'accent'))
  })

  test('marks a price that is still from the scan, with the day of the scan', async () => {
    await show()
    await waitForRows(6)
    live.setState({ connection: 'live', quotes: { F: quoteOf('F', 1.5) } })
    const apple = page.getByRole('row', { name: /AAPL/ })
    await expect.element(apple.getByTitle('Price of the scan of Nov 19, 2026')).toHaveClass('price-of-scan')
    expect(document.querySelector('[data-idea="F"] .price-mark')).toBeNull()
    live.setState({ quotes: { AAPL: quoteOf('AAPL', 1.5) } })
    await expect.element(apple.getByTitle(/scan/)).not.toBeInTheDocument()
  })

  test('keeps and marks the last live price while the feed is lost, and never shows the scan’s price unmarked', async () => {
    await show()
    await waitForRows(6)
    live.setState({ connection: 'live', quotes: { F: quoteOf('F', 1.5) } })
    live.setState({ connection: 'reconnecting', stale: true })
    const ford = page.getByRole('row', { name: /Ford/ })
    await expect.element(ford.getByTitle('Last live price, Fri 15:00 ET')).toHaveClass('price-stale')
    await expect.element(ford.getByText('71.50')).toHaveStyle({ textDecorationStyle: 'dotted' })
    await expect
      .element(page.getByRole('row', { name: /AAPL/ }).getByTitle(/^Price of the scan/))
      .toBeInTheDocument()
    live.setState({ connection: 'live', stale: false })
    await expect.element(ford.getByTitle(/Last live price/)).not.toBeInTheDocument()
    await expect.element(ford.getByText('71.50')).toBeVisible()
  })

  test('shows direction, liquidity and number of signals as text, and a missing rank as not available', async () => {
    await show()
    const nvidia = page.getByRole('row', { name: /NVDA/ })
    await expect.element(nvidia.getByText('Bullish')).toBeInTheDocument()
    await expect.element(nvidia.getByText('2 signals')).toBeInTheDocument()
    await expect.element(nvidia.getByRole('img', { name: 'not available' })).toHaveTextContent('—')
    await expect
      .element(page.getByRole('row', { name: /^F Ford/ }).getByText('Not liquid'))
      .toBeInTheDocument()
  })

  test('a click on a row selects its symbol, opens the Why panel and marks the row as selected', async () => {
    await show()
    await page.getByRole('row', { name: /XOM/ }).click()
    expect(view.getState()).toMatchObject({ symbol: 'XOM', tab: 'why' })
    await expect.element(page.getByRole('row', { name: /XOM/ })).toHaveAttribute('aria-selected', 'true')
  })

  test('a quote changes only its row and not the order', async () => {
    await show()
    await waitForRows(6)
    live.setState({ quotes: { KO: quoteOf('KO', -1.38) } })
    await expect.element(page.getByRole('row', { name: /KO/ }).getByText('71.50')).toBeVisible()
    await expect.element(page.getByRole('row', { name: /KO/ }).getByText('−1.38%')).toBeVisible()
    expect(order().at(-1)).toBe('KO')
  })
})

describe('sorting', () => {
  test('by a header works in both directions, is announced, and returns to the strongest first', async () => {
    await show()
    await waitForRows(6)
    const button = heading('IV rank').getByRole('button')
    await button.click()
    await expect.element(heading('IV rank')).toHaveAttribute('aria-sort', 'descending')
    expect(order()).toEqual(['XOM', 'AAPL', 'BA', 'F', 'KO', 'NVDA'])
    await expect
      .element(page.getByText('Sorted by Implied volatility rank, descending. 6 of 6 ideas.'))
      .toBeInTheDocument()
    await button.click()
    await expect.element(heading('IV rank')).toHaveAttribute('aria-sort', 'ascending')
    expect(order()[0]).toBe('KO')
    await button.click()
    await expect.element(heading('IV rank')).toHaveAttribute('aria-sort', 'none')
    expect(order()[0]).toBe('F')
  })

  test('by price uses the displayed price change; later quotes do not move rows', async () => {
    await show()
    await waitForRows(6)
    live.setState({ quotes: { KO: quoteOf('KO', 9), NVDA: quoteOf('NVDA', -9) } })
    await heading('Price · %').getByRole('button').click()
    const sorted = ['KO', 'AAPL', 'F', 'XOM', 'BA', 'NVDA']
    expect(order()).toEqual(sorted)
    await expect
      .element(page.getByText('Sorted by Price change in %, descending. 6 of 6 ideas.'))
      .toBeInTheDocument()
    live.setState({ quotes: { KO: quoteOf('KO', -20), NVDA: quoteOf('NVDA', 20) } })
    await expect.element(page.getByRole('row', { name: /KO/ }).getByText('−20.00%')).toBeVisible()
    expect(order()).toEqual(sorted)
    await heading('Price · %').getByRole('button').click()
    expect(order()[0]).toBe('KO')
  })
})

describe('filtering', () => {
  test('by direction, with counts', async () => {
    await show()
    await page.getByRole('radio', { name: 'Bearish 3' }).click()
    await waitForRows(3)
    expect(order()).toEqual(['F', 'XOM', 'BA'])
  })

  test('by other fields updates the counts, and can be cleared', async () => {
    await show()
    await page.getByRole('button', { name: 'Filters' }).click()
    await page.getByRole('combobox', { name: 'Sector' }).selectOptions('Energy')
    await waitForRows(1)
    await expect.element(page.getByRole('radio', { name: 'Bullish 0' })).toBeVisible()
    await page.getByRole('button', { name: 'Clear filters (1)' }).click()
    await waitForRows(6)
    await page.getByRole('combobox', { name: 'Liquidity' }).selectOptions('Somewhat liquid')
    await waitForRows(1)
    expect(order()).toEqual(['BA'])
  })

  test('without a match shows a note with a button that clears the filters', async () => {
    await show()
    await page.getByRole('button', { name: 'Filters' }).click()
    await page.getByLabelText('Filter by symbol or name').fill('zzz')
    await expect.element(page.getByText('No ideas match these filters')).toBeVisible()
    await page.getByRole('button', { name: 'Clear filters', exact: true }).click()
    await waitForRows(6)
  })
})

/** Waits for the lazily loaded features of the list, such as the keyboard handling. */
const waitForFeatures = () => expect.element(page.getByRole('button', { name: 'Filters' })).toBeVisible()

describe('by keyboard', () => {
  async function showAndFocus() {
    await show()
    await waitForRows(6)
    await waitForFeatures()
    document.querySelector<HTMLElement>('[data-idea][tabindex="0"]')?.focus()
  }

  test('the grid is one tab stop', async () => {
    await showAndFocus()
    expect(document.querySelectorAll('[role="grid"] [tabindex="0"]')).toHaveLength(1)
    expect(focused()).toBe('F')
  })

  test('arrow keys, Home and End move the focus; Enter selects the idea', async () => {
    await showAndFocus()
    await userEvent.keyboard('{ArrowDown}{ArrowDown}')
    await expect.poll(focused).toBe('AAPL')
    await userEvent.keyboard('{End}')
    await expect.poll(focused).toBe('KO')
    await userEvent.keyboard('{ArrowDown}')
    await expect.poll(focused).toBe('KO')
    await userEvent.keyboard('{Home}{ArrowDown}')
    await expect.poll(focused).toBe('NVDA')
    await userEvent.keyboard('{Enter}')
    expect(view.getState().symbol).toBe('NVDA')
  })

  test('a key that does not move the focus does not cause a later focus change', async () => {
    await showAndFocus()
    const otherInput = document.createElement('input')
    document.body.append(otherInput)
    await userEvent.keyboard('{Home}{ArrowDown}{Home}{Home}')
    expect(focused()).toBe('F')
    otherInput.focus()
    view.setState({ sort: { column: 'symbol', descending: false } })
    await expect.poll(() => order()[0]).toBe('AAPL')
    expect(document.activeElement).toBe(otherInput)
    otherInput.remove()
  })

  test('Enter moves the focus to the tab of the next panel if panels are behind tabs', async () => {
    await showAndFocus()
    const tab = document.createElement('button')
    tab.id = 'tab-why'
    document.body.append(tab)
    await userEvent.keyboard('{ArrowDown}{Enter}')
    expect(document.activeElement).toBe(tab)
    // In the side-by-side layout the tabs are hidden.
    tab.style.display = 'none'
    document.querySelector<HTMLElement>('[data-idea="NVDA"]')?.focus()
    await userEvent.keyboard('{ArrowDown}{Enter}')
    expect(view.getState().symbol).toBe('AAPL')
    expect(focused()).toBe('AAPL')
    tab.remove()
  })

  test('letters move the focus to a symbol that starts with them', async () => {
    await showAndFocus()
    await userEvent.keyboard('xo')
    await expect.poll(focused).toBe('XOM')
  })

  test('headers are above the first row: arrow keys move the focus, Enter sorts', async () => {
    await showAndFocus()
    await userEvent.keyboard('{ArrowUp}')
    expect(document.activeElement?.textContent).toContain('Symbol')
    await userEvent.keyboard('{ArrowRight}')
    expect(document.activeElement?.textContent).toContain('Price')
    await userEvent.keyboard('{Enter}')
    await expect.element(heading('Price · %')).toHaveAttribute('aria-sort', 'descending')
    await userEvent.keyboard('{ArrowDown}')
    await expect.poll(focused).toBe('NVDA')
  })
})

describe('a long list', () => {
  const thousandIdeas: TradeIdea[] = Array.from({ length: 1000 }, (_, index) =>
    sampleIdea(`T${String(index).padStart(4, '0')}`, { technicalRank: 5 }),
  )

  test('renders visible rows only, has the full row count, and keeps the focused row', async () => {
    await show(sampleIdeas(thousandIdeas))
    await expect.poll(() => order()[0]).toBe('T0000')
    expect(order().length).toBeLessThan(45)
    await expect.element(page.getByRole('grid')).toHaveAttribute('aria-rowcount', '1001')

    await waitForFeatures()
    document.querySelector<HTMLElement>('[data-idea="T0000"]')?.focus()
    document.querySelector('.panel-body')?.scrollTo(0, 20_000)
    await expect.poll(() => order().includes('T0505')).toBe(true)
    expect(focused()).toBe('T0000')
    expect(order().length).toBeLessThan(45)

    await userEvent.keyboard('{End}')
    await expect.poll(focused).toBe('T0999')
  })

  test('has no gaps in print, and states how many of its rows are printed', async () => {
    await show(sampleIdeas(thousandIdeas))
    await expect.poll(() => order()[0]).toBe('T0000')
    const gap = () => document.querySelector('.ideas tbody > [aria-hidden]')!.getBoundingClientRect().height
    const note = () => getComputedStyle(document.querySelector('.what-basis')!, '::before').content
    expect(gap()).toBeGreaterThan(30_000)
    expect(note()).toBe('none')
    const devtools = cdp() as unknown as { send: (name: string, params: object) => Promise<void> }
    await devtools.send('Emulation.setEmulatedMedia', { media: 'print' })
    await expect.poll(gap).toBe(0)
    expect(note()).toBe('counter(printed) " / " counter(total) " · "')
    await devtools.send('Emulation.setEmulatedMedia', { media: '' })
  })
})

describe('states', () => {
  const skeletonRows = () => document.querySelectorAll('.what-skeleton-row')
  test('loading shows a skeleton at once', async () => {
    await show('never')
    await expect.poll(state).toBe('loading')
    expect(panel()?.getAttribute('aria-busy')).toBe('true')
    expect(skeletonRows()).toHaveLength(12)
    expect(skeletonRows()[0]?.checkVisibility({ visibilityProperty: true })).toBe(true)
  })

  test('a retry shows the skeleton after 300 ms', async () => {
    await show('failing')
    response = 'never'
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect.poll(() => skeletonRows().length).toBe(12)
    const skeleton = document.querySelector('.panel-skeleton')!
    const [animation] = skeleton.getAnimations()
    animation!.pause()
    animation!.currentTime = 299
    expect(skeleton.checkVisibility({ visibilityProperty: true })).toBe(false)
    animation!.currentTime = 300
    expect(skeleton.checkVisibility({ visibilityProperty: true })).toBe(true)
  })

  test('sends no request before the session starts', async () => {
    host.setState({ phase: 'connecting' })
    await show()
    await expect.poll(state).toBe('loading')
    expect(fetch).not.toHaveBeenCalled()
    host.setState({ phase: 'ready' })
    await waitForRows(6)
  })

  test('a failure shows the error id and a retry button', async () => {
    await show('failing')
    await expect.poll(state).toBe('error')
    await expect.element(page.getByRole('alert').getByText('Something went wrong')).toBeVisible()
    await expect.element(page.getByText('Error id req-7')).toBeVisible()
    response = sampleIdeas()
    await page.getByRole('button', { name: 'Try again' }).click()
    await waitForRows(6)
    expect(state()).toBe('ready')
  })

  test('a failure stays visible during an automatic retry', async () => {
    const { client } = await show('failing')
    await expect.element(page.getByText('The widget retries automatically.', { exact: false })).toBeVisible()
    response = 'never'
    void client.refetchQueries()
    await expect.poll(() => client.isFetching()).toBe(1)
    expect(state()).toBe('error')
    await expect.element(page.getByRole('alert')).toBeVisible()
  })

  test('a failure that a retry cannot fix has no retry button, and explains what to do', async () => {
    await show('refused')
    await expect.element(page.getByRole('alert').getByText('Not part of this subscription')).toBeVisible()
    await expect.element(page.getByText('Contact support.')).toBeVisible()
    await expect.element(page.getByRole('button', { name: 'Try again' })).not.toBeInTheDocument()
  })

  test('offline, a note about the automatic retry replaces the retry button', async () => {
    const online = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
    await show('failing')
    await expect
      .element(page.getByText('You are offline. This loads automatically once you are connected again.'))
      .toBeVisible()
    await expect.element(page.getByRole('button', { name: 'Try again' })).not.toBeInTheDocument()
    online.mockReturnValue(true)
    dispatchEvent(new Event('online'))
    await expect.element(page.getByRole('button', { name: 'Try again' })).toBeVisible()
    online.mockRestore()
  })

  test('a scan without ideas and a missing scan have different notes', async () => {
    const emptyScan = await show(sampleIdeas([]))
    await expect.element(page.getByText('No ideas in this scan')).toBeVisible()
    expect(state()).toBe('empty')
    await emptyScan.unmount()
    await show({ ...sampleIdeas([]), dateOfScan: null, tradingDay: null, tradingDaysOld: null })
    await expect.element(page.getByText('No scan yet')).toBeVisible()
  })

  test('a scan that ran on another day than it is named after has both days', async () => {
    await show({ ...sampleIdeas(), dateOfScan: '2026-11-20T07:00:00Z' })
    await expect.element(page.getByText('Scan of Nov 19, 2026', { exact: true })).toBeVisible()
    await expect.element(page.getByText('run Nov 20, 02:00 ET', { exact: true })).toBeVisible()
  })

  test('an old scan is shown with its age', async () => {
    await show({ ...sampleIdeas(), tradingDaysOld: 99 })
    await expect.element(page.getByText('99 trading days old')).toBeVisible()
  })

  test.each([340, 384])('the age, day and time of an old scan are not truncated at %i px', async (width) => {
    await show({ ...sampleIdeas(), dateOfScan: '2026-11-20T07:00:00Z', tradingDaysOld: 99 }, width)
    await expect.element(page.getByText('99 trading days old')).toBeVisible()
    const container = document.querySelector('.panel-meta')!.getBoundingClientRect()
    for (const element of document.querySelectorAll('.panel-meta > *')) {
      const box = element.getBoundingClientRect()
      expect(box.left, element.textContent).toBeGreaterThanOrEqual(container.left - 0.5)
      expect(box.right, element.textContent).toBeLessThanOrEqual(container.right + 0.5)
      expect(box.bottom, element.textContent).toBeLessThanOrEqual(container.bottom + 0.5)
    }
    expect(document.querySelector('h2')!.scrollWidth).toBe(document.querySelector('h2')!.clientWidth)
  })

  test('stale quotes change only the state of the panel', async () => {
    await show()
    await waitForRows(6)
    live.setState({ stale: true, connection: 'reconnecting', lastMessageAt: 0 })
    await expect.poll(state).toBe('stale')
    expect(order()).toHaveLength(6)
  })
})

describe.each(testFonts)('in the font %s', (font) => {
  beforeAll(() => applyFont(font))
  afterAll(() => applyFont('Inter'))

  test.each([320, 360, 384, 420, 600, 800])('at %i px nothing is wider than the panel', async (width) => {
    const ideasWithLongNames = sixIdeas.map((idea) => ({
      ...idea,
      companyName: 'Allgemeine Rückversicherungsgesellschaft für das Transportwesen',
    }))
    await show(sampleIdeas(ideasWithLongNames), width)
    await waitForRows(6)
    const body = document.querySelector('.panel-body')
    expect(body?.scrollWidth).toBe(body?.clientWidth)
    const edge = panel()?.getBoundingClientRect().right ?? 0
    for (const price of document.querySelectorAll('.idea-price'))
      expect(price.getBoundingClientRect().right).toBeLessThanOrEqual(edge)
  })

  // 403 px is 28 % of 1440 px, the width of this panel in a wide widget.
  test.each(locales)(
    'in %s the list has room for the yield at 403 px, and truncates only names',
    async (locale) => {
      await i18next.changeLanguage(locale)
      await i18next.loadNamespaces(['common', 'what'])
      document.documentElement.lang = locale
      document.documentElement.dir = i18next.dir()
      view.setState({ sort: { column: 'price', descending: true } })
      const twoRules = sixIdeas[2]!.rules
      await show(sampleIdeas([...sixIdeas, sampleIdea('GOOGL', { price: 1234.56, rules: twoRules })]), 403)
      await waitForRows(7)
      await expect.poll(() => document.querySelector('th.column-yield')?.checkVisibility()).toBe(true)
      // Headers in other scripts depend on the installed fonts, so they may be truncated.
      const untruncatedSelector = /^(en|es|fr|de|pt)/.test(locale) ? '.idea > *, .column-name' : '.idea > *'
      const truncated = [...document.querySelectorAll<HTMLElement>(`${untruncatedSelector}, thead button`)]
        .filter((element) => element.scrollWidth > element.clientWidth)
        .map((element) => element.textContent)
      expect(truncated).toEqual([])
      // The direction is an arrow, and its word is there for screen readers.
      for (const row of document.querySelectorAll('.idea')) {
        const [arrow, word] = row.querySelector('.sentiment')!.children
        expect(arrow!.getBoundingClientRect().width).toBeGreaterThan(4)
        expect(word!.textContent).not.toBe('')
        expect(word!.checkVisibility()).toBe(true)
      }
      document.documentElement.lang = 'en'
      document.documentElement.dir = 'ltr'
      await i18next.changeLanguage('en')
    },
  )
})
