import '#app/ui/base.css'
import i18next from 'i18next'
import { Suspense } from 'react'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { cdp, page, userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import type { Quote } from '#contract/feed.ts'
import { locales } from '#contract/text/locales.ts'
import { problemDetails } from '#contract/api/problem-details.ts'
import type { TradeIdea, TradeIdeas } from '#contract/responses/ideas.ts'
import { startI18n } from '#app/i18n/i18n.ts'
import { initialView } from '#app/state/view.ts'
import { applyFont, faces } from '#app/testing/faces.ts'
import { host, live, makeClientWithoutRetries, TestApp, view } from '#app/testing/test-app.tsx'
import { madeUpIdea, madeUpIdeas, sixIdeas } from '#app/testing/ideas.ts'
import { WhatPanel } from './what-panel.tsx'

type Reply = TradeIdeas | 'failing' | 'refused' | 'never'
let reply: Reply

const respond = (): Promise<Response> => {
  if (reply === 'never') return new Promise(() => undefined)
  if (reply === 'failing')
    return Promise.resolve(
      Response.json({ ...problemDetails('internal'), requestId: 'req-7' }, { status: 500 }),
    )
  if (reply === 'refused')
    return Promise.resolve(Response.json(problemDetails('scope-missing'), { status: 403 }))
  return Promise.resolve(Response.json(reply))
}

async function show(newReply: Reply = madeUpIdeas(), width = 600) {
  reply = newReply
  const client = makeClientWithoutRetries()
  const screen = await render(
    <TestApp client={client}>
      <div style={{ inlineSize: `${width}px`, blockSize: '600px', display: 'grid' }}>
        <Suspense>
          <WhatPanel complete />
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
const rowsOf = (ideas: number) => expect.poll(() => order().length).toBe(ideas)
const heading = (name: string) => page.getByRole('columnheader', { name })

beforeAll(async () => {
  await startI18n('en', i18next)
})
beforeEach(() => {
  host.setState({ phase: 'ready' })
  view.setState(initialView, true)
  live.setState(live.getInitialState(), true)
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
  test('shows the strongest first, with the day of the scan and the number of scanned symbols', async () => {
    await show()
    await rowsOf(6)
    expect(order()).toEqual(['F', 'NVDA', 'AAPL', 'XOM', 'BA', 'KO'])
    expect(state()).toBe('ready')
    await expect.element(page.getByText(/Scan of Nov 19, 2026/)).toBeVisible()
    await expect.element(page.getByText('Scan results of 120 symbols. Not a recommendation.')).toBeVisible()
  })

  test('has texts for direction and liquidity, marks several signals, and shows a missing rank as not available', async () => {
    await show()
    const nvidia = page.getByRole('row', { name: /NVDA/ })
    await expect.element(nvidia.getByText('Bullish')).toBeInTheDocument()
    await expect.element(nvidia.getByText('2 signals')).toBeInTheDocument()
    await expect.element(nvidia.getByRole('img', { name: 'not available' })).toHaveTextContent('—')
    await expect
      .element(page.getByRole('row', { name: /^F Ford/ }).getByText('Not liquid'))
      .toBeInTheDocument()
  })

  test('a click shows the idea in the other panels', async () => {
    await show()
    await page.getByRole('row', { name: /XOM/ }).click()
    expect(view.getState()).toMatchObject({ symbol: 'XOM', tab: 'why' })
    await expect.element(page.getByRole('row', { name: /XOM/ })).toHaveAttribute('aria-selected', 'true')
  })

  test('a quote changes only its row and not the order', async () => {
    await show()
    await rowsOf(6)
    live.setState({ quotes: { KO: quoteOf('KO', -1.38) } })
    await expect.element(page.getByRole('row', { name: /KO/ }).getByText('71.50')).toBeVisible()
    await expect.element(page.getByRole('row', { name: /KO/ }).getByText('−1.38%')).toBeVisible()
    expect(order().at(-1)).toBe('KO')
  })
})

describe('sorting', () => {
  test('by a header works in both directions, is announced, and returns to the strongest first', async () => {
    await show()
    await rowsOf(6)
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

  test('by price uses the displayed change; later quotes move no row', async () => {
    await show()
    await rowsOf(6)
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
    await rowsOf(3)
    expect(order()).toEqual(['F', 'XOM', 'BA'])
  })

  test('by other fields updates the counts, and can be cleared', async () => {
    await show()
    await page.getByRole('button', { name: 'Filters' }).click()
    await page.getByRole('combobox', { name: 'Sector' }).selectOptions('Energy')
    await rowsOf(1)
    await expect.element(page.getByRole('radio', { name: 'Bullish 0' })).toBeVisible()
    await page.getByRole('button', { name: 'Clear filters (1)' }).click()
    await rowsOf(6)
    await page.getByRole('combobox', { name: 'Liquidity' }).selectOptions('Somewhat liquid')
    await rowsOf(1)
    expect(order()).toEqual(['BA'])
  })

  test('without a match shows a note with a button that clears the filters', async () => {
    await show()
    await page.getByRole('button', { name: 'Filters' }).click()
    await page.getByLabelText('Filter by symbol or name').fill('zzz')
    await expect.element(page.getByText('No ideas match these filters')).toBeVisible()
    await page.getByRole('button', { name: 'Clear filters', exact: true }).click()
    await rowsOf(6)
  })
})

/** Waits for the lazily loaded features of the list, such as the keyboard handling. */
const waitForFeatures = () => expect.element(page.getByRole('button', { name: 'Filters' })).toBeVisible()

describe('by keyboard', () => {
  async function enter() {
    await show()
    await rowsOf(6)
    await waitForFeatures()
    document.querySelector<HTMLElement>('[data-idea][tabindex="0"]')?.focus()
  }

  test('the grid is one tab stop', async () => {
    await enter()
    expect(document.querySelectorAll('[role="grid"] [tabindex="0"]')).toHaveLength(1)
    expect(focused()).toBe('F')
  })

  test('arrows, Home and End move; Enter shows the idea', async () => {
    await enter()
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

  test('a key without effect does not take the focus from another element later', async () => {
    await enter()
    const elsewhere = document.createElement('input')
    document.body.append(elsewhere)
    await userEvent.keyboard('{Home}{ArrowDown}{Home}{Home}')
    expect(focused()).toBe('F')
    elsewhere.focus()
    view.setState({ sort: { column: 'symbol', descending: false } })
    await expect.poll(() => order()[0]).toBe('AAPL')
    expect(document.activeElement).toBe(elsewhere)
    elsewhere.remove()
  })

  test('Enter moves the focus to the tab of the next panel if panels are behind tabs', async () => {
    await enter()
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

  test('letters jump to a symbol', async () => {
    await enter()
    await userEvent.keyboard('xo')
    await expect.poll(focused).toBe('XOM')
  })

  test('headers are above the first row: arrows move, Enter sorts, down returns', async () => {
    await enter()
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
    madeUpIdea(`T${String(index).padStart(4, '0')}`, { technicalRank: 5 }),
  )

  test('renders visible rows only, has the full row count, and keeps the focused row', async () => {
    await show(madeUpIdeas(thousandIdeas))
    await expect.poll(() => order()[0]).toBe('T0000')
    expect(order().length).toBeLessThan(45)
    await expect.element(page.getByRole('grid')).toHaveAttribute('aria-rowcount', '1001')

    await waitForFeatures()
    document.querySelector<HTMLElement>('[data-idea="T0000"]')?.focus()
    document.querySelector('.panel-body')?.scrollTo(0, 20_000)
    await expect.poll(() => order().includes('T0460')).toBe(true)
    expect(focused()).toBe('T0000')
    expect(order().length).toBeLessThan(45)

    await userEvent.keyboard('{End}')
    await expect.poll(focused).toBe('T0999')
  })

  test('has no gaps in print, and states how many of its rows are printed', async () => {
    await show(madeUpIdeas(thousandIdeas))
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
  const rows = () => document.querySelectorAll('.what-skeleton-row')
  test('loading shows a skeleton at once', async () => {
    await show('never')
    await expect.poll(state).toBe('loading')
    expect(panel()?.getAttribute('aria-busy')).toBe('true')
    expect(rows()).toHaveLength(12)
    expect(rows()[0]?.checkVisibility({ visibilityProperty: true })).toBe(true)
  })

  test('loading again shows the skeleton after 300 ms', async () => {
    await show('failing')
    reply = 'never'
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect.poll(() => rows().length).toBe(12)
    const skeleton = document.querySelector('.panel-skeleton')!
    const [animation] = skeleton.getAnimations()
    animation!.pause()
    animation!.currentTime = 299
    expect(skeleton.checkVisibility({ visibilityProperty: true })).toBe(false)
    animation!.currentTime = 300
    expect(skeleton.checkVisibility({ visibilityProperty: true })).toBe(true)
  })

  test('nothing is requested before the session starts', async () => {
    host.setState({ phase: 'connecting' })
    await show()
    await expect.poll(state).toBe('loading')
    expect(fetch).not.toHaveBeenCalled()
    host.setState({ phase: 'ready' })
    await rowsOf(6)
  })

  test('a failure shows its id and a retry', async () => {
    await show('failing')
    await expect.poll(state).toBe('error')
    await expect.element(page.getByRole('alert').getByText('Something went wrong')).toBeVisible()
    await expect.element(page.getByText('Error id req-7')).toBeVisible()
    reply = madeUpIdeas()
    await page.getByRole('button', { name: 'Try again' }).click()
    await rowsOf(6)
    expect(state()).toBe('ready')
  })

  test('a failure stays visible during an automatic retry', async () => {
    const { client } = await show('failing')
    await expect.element(page.getByText('The widget retries automatically.', { exact: false })).toBeVisible()
    reply = 'never'
    void client.refetchQueries()
    await expect.poll(() => client.isFetching()).toBe(1)
    expect(state()).toBe('error')
    await expect.element(page.getByRole('alert')).toBeVisible()
  })

  test('a failure that a retry cannot fix has no retry button, and explains what to do', async () => {
    await show('refused')
    await expect.element(page.getByRole('alert').getByText('Not part of this subscription')).toBeVisible()
    await expect.element(page.getByText('Ask the operator of this page.')).toBeVisible()
    await expect.element(page.getByRole('button', { name: 'Try again' })).not.toBeInTheDocument()
  })

  test('offline, a note announces the automatic retry instead of a button', async () => {
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
    const first = await show(madeUpIdeas([]))
    await expect.element(page.getByText('No ideas in this scan')).toBeVisible()
    expect(state()).toBe('empty')
    await first.unmount()
    await show({ ...madeUpIdeas([]), dateOfScan: null, tradingDay: null, tradingDaysOld: null })
    await expect.element(page.getByText('No scan yet')).toBeVisible()
  })

  test('an old scan is shown with its age', async () => {
    await show({ ...madeUpIdeas(), tradingDaysOld: 99 })
    await expect.element(page.getByText('99 trading days old')).toBeVisible()
  })

  test.each([340, 384])('an old scan shows its age and its day untruncated at %i px', async (width) => {
    await show({ ...madeUpIdeas(), tradingDaysOld: 99 }, width)
    await expect.element(page.getByText('99 trading days old')).toBeVisible()
    const edge = document.querySelector('.panel-meta')!.getBoundingClientRect()
    for (const element of document.querySelectorAll('.panel-meta > *')) {
      const box = element.getBoundingClientRect()
      expect(box.left, element.textContent).toBeGreaterThanOrEqual(edge.left - 0.5)
      expect(box.right, element.textContent).toBeLessThanOrEqual(edge.right + 0.5)
      expect(box.bottom, element.textContent).toBeLessThanOrEqual(edge.bottom + 0.5)
    }
    expect(document.querySelector('h2')!.scrollWidth).toBe(document.querySelector('h2')!.clientWidth)
  })

  test('stale quotes change only the state of the panel', async () => {
    await show()
    await rowsOf(6)
    live.setState({ stale: true, connection: 'reconnecting', lastMessageAt: 0 })
    await expect.poll(state).toBe('stale')
    expect(order()).toHaveLength(6)
  })
})

describe.each(faces)('in the face %s', (face) => {
  beforeAll(() => applyFont(face))
  afterAll(() => applyFont('Inter'))

  test.each([320, 360, 384, 420, 600, 800])('at %i px nothing is wider than the panel', async (width) => {
    const long = sixIdeas.map((idea) => ({
      ...idea,
      companyName: 'Allgemeine Rückversicherungsgesellschaft für das Transportwesen',
    }))
    await show(madeUpIdeas(long), width)
    await rowsOf(6)
    const body = document.querySelector('.panel-body')
    expect(body?.scrollWidth).toBe(body?.clientWidth)
    const edge = panel()?.getBoundingClientRect().right ?? 0
    for (const price of document.querySelectorAll('.idea-price'))
      expect(price.getBoundingClientRect().right).toBeLessThanOrEqual(edge)
  })

  /** 403 px is 28 % of 1440 px, the width of this panel in a wide widget. */
  test.each(locales)(
    'in %s the list shows the direction as text at 403 px, and truncates only names',
    async (locale) => {
      await i18next.changeLanguage(locale)
      await i18next.loadNamespaces(['common', 'what'])
      document.documentElement.lang = locale
      document.documentElement.dir = i18next.dir()
      view.setState({ sort: { column: 'price', descending: true } })
      const twoRules = sixIdeas[2]!.rules
      await show(madeUpIdeas([...sixIdeas, madeUpIdea('GOOGL', { price: 1234.56, rules: twoRules })]), 403)
      await rowsOf(7)
      // Headers in other scripts depend on the installed fonts, so they may be truncated.
      const uncutSelector = /^(en|es|fr|de|pt)/.test(locale) ? '.idea > *, .column-name' : '.idea > *'
      const truncated = [...document.querySelectorAll<HTMLElement>(`${uncutSelector}, thead button`)]
        .filter((element) => element.scrollWidth > element.clientWidth)
        .map((element) => element.textContent)
      expect(truncated).toEqual([])
      for (const word of document.querySelectorAll('.sentiment-word'))
        expect(word.getBoundingClientRect().width, word.textContent).toBeGreaterThan(8)
      document.documentElement.lang = 'en'
      document.documentElement.dir = 'ltr'
      await i18next.changeLanguage('en')
    },
  )
})
