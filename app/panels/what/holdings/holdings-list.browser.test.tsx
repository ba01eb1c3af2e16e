/** The list of holdings, which the page provides or the user edits. */
import '#app/ui/base.css'
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { locales } from '#contract/text/locales.ts'
import type { Holding } from '#contract/bridge/holdings.ts'
import { problemDetails } from '#contract/api/problem-details.ts'
import { startI18n } from '#app/i18n/i18n.ts'
import i18next from 'i18next'
import { removeHolding } from '#app/state/holdings.ts'
import { initialView } from '#app/state/view.ts'
import { sampleIdeas } from '#app/testing/ideas.ts'
import { sampleBestIncome, sampleBestTrade } from '#app/testing/best-income.ts'
import { sampleRoll } from '#app/testing/roll.ts'
import { sampleWhy } from '#app/testing/why.ts'
import { app, host, live, view } from '#app/testing/test-app.tsx'
import { renderWhatPanel } from './holdings.fixture.tsx'

const openCall = { id: 'AAPL261218C00240000', quantity: 1, price: 4.2 }
const pageHoldings: Holding[] = [
  { symbol: 'AAPL', shares: 250, costBasis: 180.5, openOptions: [openCall] },
  { symbol: 'KO', shares: 60 },
  { symbol: 'T' },
]
/** The symbols that the search finds. */
const searchable = ['AAPL', 'BRK.B'].map((symbol) => ({
  symbol,
  companyName: symbol,
  exchange: '',
  sector: '',
}))
let requests: URL[]
let areRequestsFailing: boolean

beforeAll(async () => {
  await startI18n('en', i18next)
  await i18next.loadNamespaces(['holdings', 'positions', 'filters'])
})
beforeEach(() => {
  requests = []
  areRequestsFailing = false
  view.setState({ ...initialView, list: 'holdings' }, true)
  setPageHoldings(pageHoldings)
  live.setState({ quotes: {}, market: null, connection: 'live', lastMessageAt: Date.now(), stale: false })
  vi.stubGlobal('fetch', async (input: string) => {
    const url = new URL(input, location.href)
    requests.push(url)
    if (areRequestsFailing) return Response.json(problemDetails('internal'), { status: 500 })
    if (url.pathname.includes('/roll/')) return Response.json(sampleRoll({ profitShare: 0.62 }))
    const query = url.searchParams.get('query')
    if (query !== null) return Response.json({ symbols: searchable.filter(({ symbol }) => symbol === query) })
    if (/\/ZZZZQ\b/.test(url.pathname))
      return Response.json(problemDetails('symbol-unknown'), { status: 404 })
    if (url.pathname.includes('/TEST.AAPL')) return Response.json(sampleWhy)
    if (!url.pathname.includes('/best-income')) return Response.json(sampleIdeas())
    const symbols = url.searchParams.get('symbols')!.split(',')
    const trades = [
      sampleBestTrade('AAPL', {
        legType: 'Call',
        id: 'AAPL270115C00255000',
        strike: 255,
        daysUntilExpiry: 64,
        premium: 4.1,
        return: 0.0177,
        annualizedReturn: 0.101,
        probability: 0.71,
      }),
      sampleBestTrade('KO', { id: 'KO270115P00070000', strike: 70, premium: 0.9, return: 0.0128 }),
    ]
    return Response.json(sampleBestIncome(trades.filter(({ symbol }) => symbols.includes(symbol))))
  })
})
afterEach(() => {
  for (const symbol of ['AAPL', 'KO', 'BRK.B']) removeHolding(app, symbol)
  vi.unstubAllGlobals()
})

const setPageHoldings = (holdings: Holding[] | undefined) =>
  host.setState({ phase: 'ready', options: { userId: 'u', ...(holdings && { holdings }) } })

const row = (symbol: string) =>
  page
    .getByRole('list', { name: 'Holdings and watchlist' })
    .getByRole('button', { name: new RegExp(`^${symbol}`) })
const bestIncomeQueries = () =>
  requests.filter(({ pathname }) => pathname.includes('best-income')).map(({ search }) => search)

describe('a list that the page provides', () => {
  test('shows the position and the current income of the free shares', async () => {
    await renderWhatPanel()
    // The open call needs 100 of the 250 shares, so the others cover one further call.
    await expect
      .element(row('AAPL'))
      .toMatchTextContent(/250 shares at \$180\.50.*\$410\.00.*1\.77% in 64 days.*1 × Jan 15 255 Call/)
    await expect.element(row('KO')).toMatchTextContent(/60 shares.*\$90\.00.*Jan 15 70 Put/)
    await expect.element(row('T')).toMatchTextContent(/Watching.*Not among the last scan’s trades/)
    expect(bestIncomeQueries().toSorted()).toEqual(['?symbols=AAPL&legtype=call', '?symbols=KO%2CT'])
    await expect
      .element(page.getByText(/Handed over by this page\..*scan of Nov 19, 2026.*Not a recommendation\./))
      .toBeVisible()
  })

  test('cannot be edited', async () => {
    await renderWhatPanel()
    await expect.element(row('AAPL')).toBeVisible()
    await expect.element(page.getByRole('button', { name: 'Edit AAPL' })).not.toBeInTheDocument()
    await expect.element(page.getByRole('button', { name: 'Add a symbol' })).not.toBeInTheDocument()
  })

  test('shows an open option on the board, and a click on it shows the holding in How', async () => {
    await renderWhatPanel()
    const option = page.getByRole('row', { name: /^AAPL Dec 18 240 Call × 1/ })
    await expect.element(option).toMatchTextContent(/Half earned.*62%/)
    await option.click()
    expect(view.getState()).toMatchObject({ symbol: 'AAPL', tab: 'how', contract: null })
  })

  test('a click on a row shows its trade in the How panel', async () => {
    await renderWhatPanel()
    await expect.element(row('KO')).toMatchTextContent(/\$90\.00/)
    await row('KO').click()
    expect(view.getState()).toMatchObject({
      symbol: 'KO',
      symbolOrigin: 'user',
      tab: 'how',
      contract: 'KO270115P00070000',
      leg: 'put',
    })
  })

  test('shows that open calls need all shares, and warns about a strike below the cost basis', async () => {
    setPageHoldings([
      { symbol: 'AAPL', shares: 250, costBasis: 300, openOptions: [openCall] },
      { symbol: 'MSFT', shares: 100, openOptions: [{ id: 'MSFT270115C00600000', quantity: 1 }] },
    ])
    await renderWhatPanel()
    await expect.element(row('AAPL')).toMatchTextContent(/Strike below cost basis/)
    await expect.element(row('MSFT')).toMatchTextContent(/All shares are under open calls/)
    expect(bestIncomeQueries()).toEqual(['?symbols=AAPL&legtype=call'])
  })

  test('shows a note for an empty list', async () => {
    setPageHoldings([])
    await renderWhatPanel()
    await expect.element(page.getByText('This page has handed over an empty list.')).toBeVisible()
  })

  test('requests 500 symbols in five requests of 100', async () => {
    setPageHoldings(Array.from({ length: 500 }, (_, index) => ({ symbol: `S${index}` })))
    await renderWhatPanel()
    await expect.poll(() => bestIncomeQueries().length).toBe(5)
    expect(Math.max(...bestIncomeQueries().map((search) => search.split('%2C').length))).toBe(100)
  })

  test('shows that the income could not be loaded, and loads it on a retry', async () => {
    areRequestsFailing = true
    await renderWhatPanel()
    await expect.element(row('KO')).toMatchTextContent(/The income could not be loaded/)
    areRequestsFailing = false
    const failure = page.getByRole('alert').filter({ hasText: 'The income could not be loaded' })
    await failure.getByRole('button', { name: 'Try again' }).click()
    await expect.element(row('KO')).toMatchTextContent(/\$90\.00/)
  })

  test('has one tab stop, and arrow keys move between rows', async () => {
    await renderWhatPanel()
    await expect.element(row('AAPL')).toHaveAttribute('tabindex', '0')
    ;(row('AAPL').element() as HTMLElement).focus()
    await userEvent.keyboard('{ArrowDown}')
    await expect.element(row('KO')).toHaveFocus()
    await expect.element(row('AAPL')).toHaveAttribute('tabindex', '-1')
    await userEvent.keyboard('{End}')
    await expect.element(row('T')).toHaveFocus()
    await userEvent.keyboard('{Home}{Enter}')
    expect(view.getState().symbol).toBe('AAPL')
  })
})

describe('a list that the user edits', () => {
  beforeEach(() => setPageHoldings(undefined))
  const add = () => page.getByRole('button', { name: 'Add a symbol' })
  const field = (name: string) => page.getByRole('textbox', { name, exact: true })
  const save = () => page.getByRole('button', { name: 'Save' })

  test('starts empty; a symbol can be added, edited and removed', async () => {
    await renderWhatPanel()
    await expect.element(page.getByText('Nothing on the list yet')).toBeVisible()
    await add().click()
    await field('Symbol').fill('aapl')
    await field('Shares').fill('1,200')
    await field('Cost basis').fill('180.50')
    await userEvent.keyboard('{Enter}')
    await expect.element(row('AAPL')).toMatchTextContent(/1,200 shares at \$180\.50/)
    await page.getByRole('button', { name: 'Edit AAPL' }).click()
    await page.getByRole('button', { name: 'Add an option' }).click()
    await page.getByLabelText('Expiry').fill('2026-12-18')
    await field('Strike').fill('240')
    await field('Sold at').fill('4.2')
    await save().click()
    await expect.element(page.getByRole('row', { name: /^AAPL Dec 18 240 Call × 1/ })).toBeVisible()
    await page.getByRole('button', { name: 'Edit AAPL' }).click()
    await page.getByRole('button', { name: 'Remove from the list' }).click()
    await expect.element(page.getByText('Nothing on the list yet')).toBeVisible()
  })

  test('does not save a symbol that does not exist', async () => {
    await renderWhatPanel()
    await add().click()
    await field('Symbol').fill('zzzzq')
    await save().click()
    const alert = page.getByRole('alert')
    await expect.element(alert).toMatchTextContent('No symbol ZZZZQ was found. Check the spelling.')
    await save().click()
    await expect.element(alert).toMatchTextContent('No symbol ZZZZQ was found. Check the spelling.')
    await expect.element(page.getByText('Nothing on the list yet')).toBeInTheDocument()
    await field('Symbol').fill('AAPL')
    await save().click()
    await expect.element(row('AAPL')).toBeVisible()
  })

  test('saves a symbol that the search does not list but the service knows', async () => {
    await renderWhatPanel()
    await add().click()
    await field('Symbol').fill('TEST.AAPL')
    await save().click()
    await expect.element(row('TEST.AAPL')).toBeVisible()
  })

  test('saves a symbol that cannot be looked up only after a note', async () => {
    areRequestsFailing = true
    await renderWhatPanel()
    await add().click()
    await field('Symbol').fill('AAPL')
    await save().click()
    await expect
      .element(page.getByText('Whether AAPL exists could not be checked. Save again to keep it.'))
      .toBeVisible()
    await expect.element(row('AAPL')).not.toBeInTheDocument()
    await save().click()
    await expect.element(row('AAPL')).toBeVisible()
  })

  test('a position is added by one line of a broker, which fills in the fields', async () => {
    await renderWhatPanel()
    await add().click()
    const line = page.getByRole('textbox', { name: 'Position in one line' })
    await expect.element(line).toHaveFocus()
    await line.fill('3 AAPL 240C 18Dec26 @ 4.20')
    await save().click()
    await expect
      .element(page.getByRole('alert'))
      .toMatchTextContent('3 AAPL 240C 18Dec26 @ 4.20: only options that you have sold.')
    await line.fill('300 AAPL @ 180.5; -3 AAPL 240C 18Dec26 @ 4.20')
    await expect.element(field('Symbol')).toHaveValue('AAPL')
    await expect.element(field('Sold at')).toHaveValue('4.2')
    await userEvent.keyboard('{Enter}')
    await expect.element(page.getByRole('row', { name: /^AAPL Dec 18 240 Call × 3/ })).toBeVisible()
    // A line about a symbol on the list adds to it.
    await add().click()
    await line.fill('-1 AAPL 250C 15Jan27')
    await userEvent.keyboard('{Enter}')
    await expect.element(page.getByRole('row', { name: /^AAPL Jan 15 250 Call × 1/ })).toBeVisible()
    await expect.element(page.getByRole('row', { name: /^AAPL Dec 18 240 Call × 3/ })).toBeVisible()
    await expect.element(row('AAPL')).toMatchTextContent(/300 shares at \$180\.50/)
  })

  test('shows an error and saves nothing if the input is invalid', async () => {
    await renderWhatPanel()
    await add().click()
    await save().click()
    const alert = page.getByRole('alert')
    await expect.element(alert).toMatchTextContent('Enter a ticker such as AAPL or BRK.B.')
    await field('Symbol').fill('BRK-B')
    await field('Shares').fill('1.5')
    await save().click()
    await expect.element(alert).toMatchTextContent('Enter a whole number of shares, 1 or more.')
    await field('Shares').fill('100')
    await field('Cost basis').fill('-3')
    await save().click()
    await expect.element(alert).toMatchTextContent('Enter a positive price per share.')
    await field('Cost basis').fill('')
    await page.getByRole('button', { name: 'Add an option' }).click()
    await save().click()
    await expect.element(alert).toMatchTextContent(/^Each option needs an expiry/)
    await page.getByRole('button', { name: 'Remove this option' }).click()
    await save().click()
    await expect.element(row('BRK.B')).toMatchTextContent(/100 shares/)
    await add().click()
    await field('Symbol').fill('brk.b')
    await save().click()
    await expect.element(alert).toMatchTextContent('BRK.B is on the list already.')
  })
})

test.each(locales)('in %s nothing is wider than the panel at 320 px', async (locale) => {
  await i18next.changeLanguage(locale)
  await i18next.loadNamespaces(['common', 'what', 'holdings', 'positions', 'filters'])
  document.documentElement.dir = i18next.dir()
  const { container } = await renderWhatPanel(320)
  await expect.poll(() => container.querySelectorAll('[data-holding]').length).toBe(3)
  await expect.poll(() => container.querySelector('.board-state .chip')).not.toBeNull()
  const body = container.querySelector('.panel-body')!
  expect(body.scrollWidth).toBe(body.clientWidth)
  document.documentElement.dir = 'ltr'
  await i18next.changeLanguage('en')
})
