import '#app/ui/base.css'
import i18next from 'i18next'
import { Suspense } from 'react'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { problemDetails } from '#contract/api/problem-details.ts'
import { startI18n } from '#app/i18n/i18n.ts'
import { initialView } from '#app/state/view.ts'
import { makeClientWithoutRetries, TestApp, view } from '#app/testing/test-app.tsx'
import { SymbolSearch } from './symbol-search.tsx'

const listedSymbols = [
  ['AAPL', 'Apple Inc.'],
  ['KO', 'The Coca-Cola Company'],
  ['MSCI', 'MSCI Inc.'],
  ['MSFT', 'Microsoft Corporation'],
  ...Array.from({ length: 20 }, (_, index) => [`ZZ${String.fromCodePoint(65 + index)}`, `Zed ${index}`]),
].map(([symbol = '', companyName = '']) => ({ symbol, companyName, exchange: 'NYSE', sector: 'Technology' }))

/** The service's behaviour: it responds, fails, or waits until released. */
let mode: 'responds' | 'fails' | 'waits'
let release: () => void
let requests: string[]

const respond = (text: string) =>
  Response.json({
    symbols: listedSymbols.filter(
      ({ symbol, companyName }) =>
        symbol.startsWith(text.toUpperCase()) ||
        companyName.toLowerCase().replaceAll('-', ' ').includes(text.toLowerCase()),
    ),
  })

beforeAll(async () => {
  await startI18n('en', i18next)
})
beforeEach(() => {
  mode = 'responds'
  requests = []
  view.setState({ ...initialView, symbol: 'F' }, true)
  vi.stubGlobal('fetch', async (input: string) => {
    const text = new URL(input, location.href).searchParams.get('query') ?? ''
    requests.push(text)
    if (mode === 'fails') return Response.json(problemDetails('rate-limited'), { status: 429 })
    if (mode === 'waits') await new Promise<void>((resolve) => (release = resolve))
    return respond(text)
  })
})
afterEach(() => vi.unstubAllGlobals())

const searchField = () => page.getByRole('combobox', { name: 'Search symbol or company' })
const option = (name: RegExp) => page.getByRole('option', { name })
const shownSymbol = () => view.getState().symbol

async function show() {
  await render(
    <TestApp client={makeClientWithoutRetries()}>
      <Suspense>
        <div style={{ container: 'widget / inline-size', blockSize: 480 }}>
          <SymbolSearch />
        </div>
      </Suspense>
    </TestApp>,
  )
  await expect.element(searchField()).toBeVisible()
}

test.each([
  ['apple', 'AAPL'],
  ['coca cola', 'KO'],
  ['ms', 'MSCI'],
  ['msft', 'MSFT'],
])('"%s" with an immediate Enter waits for the list and then shows %s', async (text, symbol) => {
  await show()
  mode = 'waits'
  const symbols: string[] = []
  const stop = view.subscribe((view) => symbols.push(view.symbol))
  await searchField().click()
  await userEvent.keyboard(`${text}{Enter}`)
  await expect.poll(() => requests.at(-1)).toBe(text)
  expect(symbols).toEqual([])
  release()
  await expect.poll(shownSymbol).toBe(symbol)
  expect(new Set(symbols)).toEqual(new Set([symbol]))
  await expect.element(searchField()).toHaveValue(symbol)
  stop()
})

test.each([
  ['what', 'why'],
  ['why', 'why'],
  ['how', 'how'],
] as const)('from the tab %s the symbol is shown in the tab %s', async (tab, shownTab) => {
  view.setState({ tab })
  await show()
  await searchField().fill('qqqq')
  await userEvent.keyboard('{Enter}')
  await expect.element(page.getByText('No match for “qqqq”').first()).toBeVisible()
  expect(view.getState().tab).toBe(tab)
  await searchField().fill('aapl')
  await userEvent.keyboard('{Enter}')
  await expect.poll(shownSymbol).toBe('AAPL')
  expect(view.getState().tab).toBe(shownTab)
  await expect.element(searchField()).toHaveFocus()
})

test('Enter does not select an unknown symbol, even if it is pressed again', async () => {
  await show()
  await searchField().click()
  await userEvent.keyboard('qqqq{Enter}')
  await expect.element(page.getByText('No match for “qqqq”').first()).toBeVisible()
  await userEvent.keyboard('{Enter}')
  await expect.element(searchField()).toHaveValue('qqqq')
  expect(shownSymbol()).toBe('F')
})

test('further typing or Esc cancels a waiting Enter', async () => {
  await show()
  mode = 'waits'
  await searchField().click()
  await userEvent.keyboard('apple{Enter}')
  await expect.poll(() => requests).toContain('apple')
  await userEvent.keyboard('{Backspace}')
  release()
  mode = 'responds'
  await expect.element(option(/AAPL/)).toBeVisible()
  expect(shownSymbol()).toBe('F')
  mode = 'waits'
  await searchField().fill('coca')
  await userEvent.keyboard('{Enter}')
  await expect.poll(() => requests).toContain('coca')
  await userEvent.keyboard('{Escape}')
  release()
  await expect.element(searchField()).toHaveValue('F')
  expect(shownSymbol()).toBe('F')
})

test('an option selected by arrow keys takes precedence over an exact match', async () => {
  await show()
  await searchField().fill('ms')
  await expect.element(option(/MSFT/)).toBeVisible()
  await userEvent.keyboard('{ArrowDown}{Enter}')
  await expect.poll(shownSymbol).toBe('MSFT')
  await searchField().fill('zza')
  await expect.element(option(/ZZA/)).toHaveAttribute('aria-selected', 'true')
  await userEvent.keyboard('{Enter}')
  await expect.poll(shownSymbol).toBe('ZZA')
})

test('the active option of a long list stays visible and has its full name as title', async () => {
  await show()
  await searchField().fill('zz')
  await expect.element(option(/ZZT/)).toBeInTheDocument()
  await userEvent.keyboard('{ArrowUp}')
  const list = document.querySelector('.search-list')!.getBoundingClientRect()
  const activeBox = () => option(/ZZT/).element().getBoundingClientRect()
  await expect.element(option(/ZZT/)).toHaveAttribute('aria-selected', 'true')
  expect(activeBox().bottom).toBeLessThanOrEqual(list.bottom)
  expect(activeBox().top).toBeGreaterThanOrEqual(list.top)
  expect(option(/ZZT/).element().querySelector('.search-name')?.getAttribute('title')).toBe('Zed 19')
})

test('a failed search shows a message, and Enter retries it', async () => {
  await show()
  mode = 'fails'
  await searchField().fill('apple')
  await expect.element(page.getByText('The search failed. Press Enter to try again.').first()).toBeVisible()
  expect(document.body.textContent).not.toContain('No match')
  mode = 'responds'
  await userEvent.keyboard('{Enter}')
  await expect.poll(shownSymbol).toBe('AAPL')
})
