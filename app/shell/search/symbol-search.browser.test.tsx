import '#app/ui/base.css'
import i18next from 'i18next'
import { Suspense } from 'react'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { problemDetails } from '#contract/api/problem-details.ts'
import { startI18n } from '#app/i18n/i18n.ts'
import { initialView } from '#app/state/view.ts'
import { makeImpatientClient, TestApp, view } from '#app/testing/test-app.tsx'
import { SymbolSearch } from './symbol-search.tsx'

const listed = [
  ['AAPL', 'Apple Inc.'],
  ['KO', 'The Coca-Cola Company'],
  ['MSCI', 'MSCI Inc.'],
  ['MSFT', 'Microsoft Corporation'],
  ...Array.from({ length: 20 }, (_, index) => [`ZZ${String.fromCodePoint(65 + index)}`, `Zed ${index}`]),
].map(([symbol = '', companyName = '']) => ({ symbol, companyName, exchange: 'NYSE', sector: 'Technology' }))

/** The service's behaviour: it responds, fails, or waits until released. */
let mode: 'answers' | 'fails' | 'waits'
let letGo: () => void
let asked: string[]

const answer = (text: string) =>
  Response.json({
    symbols: listed.filter(
      ({ symbol, companyName }) =>
        symbol.startsWith(text.toUpperCase()) ||
        companyName.toLowerCase().replaceAll('-', ' ').includes(text.toLowerCase()),
    ),
  })

beforeAll(async () => {
  await startI18n('en', i18next)
})
beforeEach(() => {
  mode = 'answers'
  asked = []
  view.setState({ ...initialView, symbol: 'F' }, true)
  vi.stubGlobal('fetch', async (input: string) => {
    const text = new URL(input, location.href).searchParams.get('query') ?? ''
    asked.push(text)
    if (mode === 'fails') return Response.json(problemDetails('rate-limited'), { status: 429 })
    if (mode === 'waits') await new Promise<void>((resolve) => (letGo = resolve))
    return answer(text)
  })
})
afterEach(() => vi.unstubAllGlobals())

const box = () => page.getByRole('combobox', { name: 'Search symbol or company' })
const option = (name: RegExp) => page.getByRole('option', { name })
const shown = () => view.getState().symbol

async function show() {
  await render(
    <TestApp client={makeImpatientClient()}>
      <Suspense>
        <div style={{ container: 'widget / inline-size', blockSize: 480 }}>
          <SymbolSearch />
        </div>
      </Suspense>
    </TestApp>,
  )
  await expect.element(box()).toBeVisible()
}

test.each([
  ['apple', 'AAPL'],
  ['coca cola', 'KO'],
  ['ms', 'MSCI'],
  ['msft', 'MSFT'],
])('"%s" and Enter at once waits for the list and shows %s, nothing before', async (text, symbol) => {
  await show()
  mode = 'waits'
  const heard: string[] = []
  const stop = view.subscribe((view) => heard.push(view.symbol))
  await box().click()
  await userEvent.keyboard(`${text}{Enter}`)
  await expect.poll(() => asked.at(-1)).toBe(text)
  expect(heard).toEqual([])
  letGo()
  await expect.poll(shown).toBe(symbol)
  expect(new Set(heard)).toEqual(new Set([symbol]))
  await expect.element(box()).toHaveValue(symbol)
  stop()
})

test('what nobody knows is shown nowhere, however it is entered', async () => {
  await show()
  await box().click()
  await userEvent.keyboard('qqqq{Enter}')
  await expect.element(page.getByText('No match for “qqqq”').first()).toBeVisible()
  await userEvent.keyboard('{Enter}')
  await expect.element(box()).toHaveValue('qqqq')
  expect(shown()).toBe('F')
})

test('typing on takes a waiting Enter back, and so does Esc', async () => {
  await show()
  mode = 'waits'
  await box().click()
  await userEvent.keyboard('apple{Enter}')
  await expect.poll(() => asked).toContain('apple')
  await userEvent.keyboard('{Backspace}')
  letGo()
  mode = 'answers'
  await expect.element(option(/AAPL/)).toBeVisible()
  expect(shown()).toBe('F')
  mode = 'waits'
  await box().fill('coca')
  await userEvent.keyboard('{Enter}')
  await expect.poll(() => asked).toContain('coca')
  await userEvent.keyboard('{Escape}')
  letGo()
  await expect.element(box()).toHaveValue('F')
  expect(shown()).toBe('F')
})

test('an option the arrow keys went to wins over what is typed in full', async () => {
  await show()
  await box().fill('ms')
  await expect.element(option(/MSFT/)).toBeVisible()
  await userEvent.keyboard('{ArrowDown}{Enter}')
  await expect.poll(shown).toBe('MSFT')
  await box().fill('zza')
  await expect.element(option(/ZZA/)).toHaveAttribute('aria-selected', 'true')
  await userEvent.keyboard('{Enter}')
  await expect.poll(shown).toBe('ZZA')
})

test('the marked option of a long list stays in sight, and says its whole name', async () => {
  await show()
  await box().fill('zz')
  await expect.element(option(/ZZT/)).toBeInTheDocument()
  await userEvent.keyboard('{ArrowUp}')
  const list = document.querySelector('.search-list')!.getBoundingClientRect()
  const last = () => option(/ZZT/).element().getBoundingClientRect()
  await expect.element(option(/ZZT/)).toHaveAttribute('aria-selected', 'true')
  expect(last().bottom).toBeLessThanOrEqual(list.bottom)
  expect(last().top).toBeGreaterThanOrEqual(list.top)
  expect(option(/ZZT/).element().querySelector('.search-name')?.getAttribute('title')).toBe('Zed 19')
})

test('a search that fails says so, not that there is no match; Enter asks again and goes there', async () => {
  await show()
  mode = 'fails'
  await box().fill('apple')
  await expect.element(page.getByText('The search failed. Press Enter to try again.').first()).toBeVisible()
  expect(document.body.textContent).not.toContain('No match')
  mode = 'answers'
  await userEvent.keyboard('{Enter}')
  await expect.poll(shown).toBe('AAPL')
})
