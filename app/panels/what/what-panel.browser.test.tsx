import '#app/app.css'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { Suspense } from 'react'
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import type { Quote } from '#contract/feed.ts'
import { problem } from '#contract/problem.ts'
import type { TradeIdea, TradeIdeas } from '#contract/ideas.ts'
import { startI18n } from '#app/i18n/i18n.ts'
import { useLive } from '#app/state/live.ts'
import { initialView, useView } from '#app/state/view.ts'
import { madeUpIdea, madeUpIdeas, sixIdeas } from './made-up.ts'
import { WhatPanel } from './what-panel.tsx'

type Reply = TradeIdeas | 'failing' | 'never'
let reply: Reply

const answer = (): Promise<Response> => {
  if (reply === 'never') return new Promise(() => undefined)
  if (reply === 'failing')
    return Promise.resolve(
      Response.json({ ...problem('scope-missing'), requestId: 'req-7' }, { status: 403 }),
    )
  return Promise.resolve(Response.json(reply))
}

async function show(next: Reply = madeUpIdeas(), width = 600) {
  reply = next
  const screen = await render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <div style={{ inlineSize: `${width}px`, blockSize: '600px', display: 'grid' }}>
        <Suspense>
          <WhatPanel complete />
        </Suspense>
      </div>
    </QueryClientProvider>,
  )
  return screen
}
const panel = () => document.querySelector<HTMLElement>('[data-panel="what"]')
const state = () => panel()?.dataset['state']
const order = () =>
  [...document.querySelectorAll<HTMLElement>('[data-idea]')].map((row) => row.dataset['idea'])
const focused = () => (document.activeElement as HTMLElement | null)?.dataset['idea']
const rowsOf = (ideas: number) => expect.poll(() => order().length).toBe(ideas)
const heading = (name: string) => page.getByRole('columnheader', { name })

beforeAll(async () => {
  await startI18n('en')
})
beforeEach(() => {
  useView.setState(initialView, true)
  useLive.setState(useLive.getInitialState(), true)
  vi.stubGlobal('fetch', answer)
})
afterEach(() => vi.unstubAllGlobals())

describe('the list', () => {
  test('shows the strongest first, with the day of the scan and how much was looked at', async () => {
    await show()
    await rowsOf(6)
    expect(order()).toEqual(['F', 'NVDA', 'AAPL', 'XOM', 'BA', 'KO'])
    expect(state()).toBe('ready')
    await expect.element(page.getByText(/Scan of Nov 19, 2026/)).toBeVisible()
    await expect.element(page.getByText('Scan results of 120 symbols. Not a recommendation.')).toBeVisible()
  })

  test('says direction and liquidity in words, marks several signals, and writes a missing rank as such', async () => {
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
    expect(useView.getState()).toMatchObject({ symbol: 'XOM', tab: 'why' })
    await expect.element(page.getByRole('row', { name: /XOM/ })).toHaveAttribute('aria-selected', 'true')
  })

  test('a quote changes its own row, and the order stays', async () => {
    await show()
    await rowsOf(6)
    const quote: Quote = {
      symbol: 'KO',
      last: 71.5,
      change: -1,
      percentageChange: -1.38,
      volume: 1,
      time: '2026-11-20T20:00:00Z',
    }
    useLive.setState({ quotes: { KO: quote } })
    await expect.element(page.getByRole('row', { name: /KO/ }).getByText('71.50')).toBeVisible()
    await expect.element(page.getByRole('row', { name: /KO/ }).getByText('−1.38%')).toBeVisible()
    expect(order().at(-1)).toBe('KO')
  })
})

describe('sorting', () => {
  test('by a heading, both ways, told to screen readers, and back to strongest first', async () => {
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
})

describe('filtering', () => {
  test('by direction, with counts', async () => {
    await show()
    await page.getByRole('radio', { name: 'Bearish 3' }).click()
    await rowsOf(3)
    expect(order()).toEqual(['F', 'XOM', 'BA'])
  })

  test('by everything else; the counts follow and the filters can be cleared', async () => {
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

  test('that leaves nothing says so, and how to go on', async () => {
    await show()
    await page.getByRole('button', { name: 'Filters' }).click()
    await page.getByLabelText('Filter by symbol or name').fill('zzz')
    await expect.element(page.getByText('No ideas match these filters')).toBeVisible()
    await page.getByRole('button', { name: 'Clear filters', exact: true }).click()
    await rowsOf(6)
  })
})

describe('with the keyboard alone', () => {
  async function enter() {
    await show()
    await rowsOf(6)
    document.querySelector<HTMLElement>('[data-idea][tabindex="0"]')?.focus()
  }

  test('the grid is one tab stop', async () => {
    await enter()
    expect(document.querySelectorAll('[role="grid"] [tabindex="0"]')).toHaveLength(1)
    expect(focused()).toBe('F')
  })

  test('arrows, Home and End move; Enter shows', async () => {
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
    expect(useView.getState().symbol).toBe('NVDA')
  })

  test('letters jump to a symbol', async () => {
    await enter()
    await userEvent.keyboard('xo')
    await expect.poll(focused).toBe('XOM')
  })

  test('above the first row are the headings: arrows move, Enter sorts, down goes back', async () => {
    await enter()
    await userEvent.keyboard('{ArrowUp}')
    expect(document.activeElement?.textContent).toContain('Symbol')
    await userEvent.keyboard('{ArrowRight}')
    expect(document.activeElement?.textContent).toContain('Price')
    await userEvent.keyboard('{Enter}')
    await expect.element(heading('Price')).toHaveAttribute('aria-sort', 'descending')
    await userEvent.keyboard('{ArrowDown}')
    await expect.poll(focused).toBe('NVDA')
  })
})

describe('a long list', () => {
  const many: TradeIdea[] = Array.from({ length: 1000 }, (_, index) =>
    madeUpIdea(`T${String(index).padStart(4, '0')}`, { technicalRank: 5 }),
  )

  test('renders what is in sight, says how long it is, and keeps the focused row', async () => {
    await show(madeUpIdeas(many))
    await expect.poll(() => order()[0]).toBe('T0000')
    expect(order().length).toBeLessThan(45)
    await expect.element(page.getByRole('grid')).toHaveAttribute('aria-rowcount', '1001')

    document.querySelector<HTMLElement>('[data-idea="T0000"]')?.focus()
    document.querySelector('.panel-body')?.scrollTo(0, 20_000)
    await expect.poll(() => order().includes('T0460')).toBe(true)
    expect(focused()).toBe('T0000')
    expect(order().length).toBeLessThan(45)

    await userEvent.keyboard('{End}')
    await expect.poll(focused).toBe('T0999')
  })
})

describe('states', () => {
  test('loading has the grid of what will come, after a moment', async () => {
    await show('never')
    await expect.poll(state).toBe('loading')
    expect(panel()?.getAttribute('aria-busy')).toBe('true')
    await expect.poll(() => document.querySelector('.panel-skeleton-waiting')).toBeNull()
  })

  test('a failure says what to do, has an id, and can be tried again', async () => {
    await show('failing')
    await expect.poll(state).toBe('error')
    await expect.element(page.getByRole('alert').getByText('Not part of this subscription')).toBeVisible()
    await expect.element(page.getByText('Error id req-7')).toBeVisible()
    reply = madeUpIdeas()
    await page.getByRole('button', { name: 'Try again' }).click()
    await rowsOf(6)
    expect(state()).toBe('ready')
  })

  test('a scan without ideas and no scan at all are two different things', async () => {
    const first = await show(madeUpIdeas([]))
    await expect.element(page.getByText('No ideas in this scan')).toBeVisible()
    expect(state()).toBe('empty')
    await first.unmount()
    await show({ ...madeUpIdeas([]), dateOfScan: null, tradingDay: null })
    await expect.element(page.getByText('No scan yet')).toBeVisible()
  })

  test('an old scan is shown with its age', async () => {
    await show({ ...madeUpIdeas(), tradingDay: '2020-01-02' })
    await expect.element(page.getByText('99 trading days old')).toBeVisible()
  })

  test('stale quotes are called so and nothing else changes', async () => {
    await show()
    await rowsOf(6)
    useLive.setState({ stale: true, connection: 'reconnecting', lastFrameAt: 0 })
    await expect.poll(state).toBe('stale')
    expect(order()).toHaveLength(6)
  })
})

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
