import '#app/ui/base.css'
import axe from 'axe-core'
import i18next from 'i18next'
import { Suspense } from 'react'
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { startI18n } from '#app/i18n/i18n.ts'
import { setCallSource } from '#app/state/call-source.ts'
import { setIncomeLeg } from '#app/state/choices/list-choice.ts'
import { writeState } from '#app/state/shared-view/shared-view.ts'
import { initialView } from '#app/state/view.ts'
import { sampleBestIncome, sampleBestTrade } from '#app/testing/best-income.ts'
import { app, host, makeClientWithoutRetries, PanelFrame, TestApp, view } from '#app/testing/test-app.tsx'
import { List, Toolbar } from '../income-list.tsx'

const puts = [
  sampleBestTrade('NVDA', { strike: 132.5, premium: 2.31 }),
  sampleBestTrade('KO', { id: 'KO270115P00060000', strike: 60, premium: 0.57 }),
  sampleBestTrade('BKNG', { id: 'BKNG270115P05000000', strike: 5000 }),
]
const calls = ['AAPL', 'KO'].map((symbol) =>
  sampleBestTrade(symbol, { legType: 'Call', id: `${symbol}270115C00100000`, strike: 100, premium: 1.25 }),
)

let requests: URL[]
const lastQuery = () => Object.fromEntries(requests.at(-1)!.searchParams)

async function show(width = 403) {
  await render(
    <TestApp client={makeClientWithoutRetries()}>
      <PanelFrame width={width} height={700}>
        <div data-panel="what" style={{ container: 'what / inline-size' }}>
          <Suspense>
            <Toolbar />
            <List onState={() => undefined} goTo={(tab) => view.setState({ tab })} />
          </Suspense>
        </div>
      </PanelFrame>
    </TestApp>,
  )
}
const rows = () =>
  [...document.querySelectorAll('[data-income]')].map((row) =>
    [row.getAttribute('data-income'), row.querySelector('.income-size')?.textContent].join(': '),
  )
const hint = () => document.querySelector('.income-start-hint')?.textContent
const totals = () => [...document.querySelectorAll('.income-total')].map(({ textContent }) => textContent)

beforeAll(async () => void (await startI18n('en', i18next)))
beforeEach(() => {
  requests = []
  host.setState({ phase: 'ready', options: null })
  view.setState({ ...initialView, list: 'income' }, true)
  setCallSource(app, 'any')
  vi.stubGlobal(
    'fetch',
    vi.fn((path: string) => {
      const url = new URL(path, location.origin)
      requests.push(url)
      const symbols = url.searchParams.get('symbols')?.split(',')
      const trades = url.searchParams.get('legtype') === 'call' ? calls : puts
      return Promise.resolve(
        Response.json(sampleBestIncome(trades.filter(({ symbol }) => symbols?.includes(symbol) ?? true))),
      )
    }),
  )
})
afterEach(() => vi.unstubAllGlobals())

describe('cash', () => {
  test('lists the puts that it secures, with their number, what they need, what is left and the premium', async () => {
    await show()
    await expect.poll(() => rows().length).toBe(3)
    const cash = page.getByRole('textbox', { name: 'Cash for puts' })
    await cash.click()
    await userEvent.keyboard('25,000')
    await expect
      .poll(rows)
      .toEqual([
        'NVDA: 1 contract · $13,250 set aside · $11,750 left',
        'KO: 4 contracts · $24,000 set aside · $1,000 left',
      ])
    expect(totals()).toEqual(['$231.00', '$228.00'])
    await expect.poll(lastQuery).toMatchObject({ legtype: 'put', maxCash: '25000' })
    expect(view.getState()).toMatchObject({ incomeLeg: 'put', cash: 25_000 })
    await expect.element(cash).toHaveFocus()
    expect(
      (
        await axe.run(document.querySelector('[data-panel="what"]')!, {
          rules: { region: { enabled: false } },
        })
      ).violations,
    ).toEqual([])
  })

  test('has its number of trades shown and announced only when the service has responded', async () => {
    const responses: ((trades: typeof puts, matching: number) => void)[] = []
    vi.stubGlobal('fetch', () => {
      const { promise, resolve } = Promise.withResolvers<Response>()
      responses.push((trades, matching) => resolve(Response.json(sampleBestIncome(trades, { matching }))))
      return promise
    })
    setIncomeLeg(app, 'put')
    await show()
    await expect.poll(() => responses).toHaveLength(1)
    responses[0]!(puts, 351)
    await expect.poll(() => rows()).toHaveLength(3)
    const region = [...document.querySelectorAll('[aria-live]')].find((element) =>
      element.textContent?.includes('trades'),
    )!
    const announced = [region.textContent]
    new MutationObserver(() => announced.push(region.textContent)).observe(region, {
      childList: true,
      characterData: true,
      subtree: true,
    })
    const basis = () => document.querySelector('.what-basis')!.textContent
    expect(basis()).toContain(': 3 of 351, ')
    await page.getByRole('textbox', { name: 'Cash for puts' }).fill('25000')
    // The trades of the former filters that the cash secures.
    await expect.poll(() => rows()).toHaveLength(2)
    expect(basis()).toContain(': … of …, ')
    await expect.poll(() => responses).toHaveLength(2)
    expect(basis()).toContain(': … of …, ')
    responses[1]!(puts.slice(0, 2), 90)
    await expect.poll(basis).toContain(': 2 of 90, ')
    expect(announced.filter(Boolean)).toEqual(['3 of 351 trades.', '2 of 90 trades.'])
    // None of these trades needs so little, but others may.
    await page.getByRole('textbox', { name: 'Cash for puts' }).fill('900')
    await expect.poll(() => rows()).toHaveLength(0)
    await expect.poll(() => responses).toHaveLength(3)
    expect(document.querySelector('.note')).toBeNull()
    responses[2]!([], 0)
    await expect.element(page.getByText('No trades match these filters')).toBeVisible()
  })

  test('is not part of the state that a page can save', async () => {
    await show()
    setIncomeLeg(app, 'put')
    const before = writeState(view.getState())
    await page.getByRole('textbox', { name: 'Cash for puts' }).fill('25000')
    await expect.poll(() => view.getState().cash).toBe(25_000)
    expect(writeState(view.getState())).toBe(before)
  })

  test('limits the filter of the cash per contract, and gives the plain list when it is cleared', async () => {
    view.setState({ incomeLeg: 'put', cash: 25_000, screen: { maxCash: 30_000 } })
    await show()
    await expect.poll(() => rows().length).toBe(2)
    expect(lastQuery()).toMatchObject({ maxCash: '25000' })
    view.setState({ screen: { maxCash: 9000 } })
    await expect.poll(lastQuery).toMatchObject({ maxCash: '9000' })
    view.setState({ screen: {} })
    await page.getByRole('button', { name: 'Clear what I have' }).click()
    await expect.poll(rows).toEqual(['NVDA: ', 'KO: ', 'BKNG: '])
    await expect.element(page.getByRole('textbox', { name: 'Cash for puts' })).toHaveValue('')
    expect(view.getState().cash).toBeUndefined()
    await expect.poll(lastQuery).not.toHaveProperty('maxCash')
  })

  test('is not shown in the list of all trades, which it does not limit', async () => {
    view.setState({ cash: 25_000 })
    await show()
    await expect.element(page.getByRole('textbox', { name: 'Cash for puts' })).toHaveValue('')
    await expect.poll(() => rows().length).toBe(3)
    expect(lastQuery()).not.toHaveProperty('maxCash')
  })

  test('that is no amount is explained and changes nothing', async () => {
    view.setState({ incomeLeg: 'put' })
    await show()
    await page.getByRole('textbox', { name: 'Cash for puts' }).fill('-5')
    await expect.poll(hint).toBe('Enter a positive amount of cash.')
    expect(view.getState().cash).toBeUndefined()
  })

  test('that secures no put says so', async () => {
    view.setState({ incomeLeg: 'put', cash: 500 })
    await show()
    await expect
      .element(page.getByText('No short put of this scan fits $500.00 and the filters.'))
      .toBeVisible()
  })
})

describe('shares', () => {
  test('of a symbol list its call, and are the position in How', async () => {
    await show()
    await page.getByRole('button', { name: 'I hold shares …' }).click()
    const shares = page.getByRole('textbox', { name: 'Shares' })
    await expect.element(shares).toHaveFocus()
    await userEvent.keyboard('350{Tab}aapl{Tab}265')
    await expect.poll(rows).toEqual(['AAPL: 3 contracts · cover 300 shares · 50 left'])
    expect(totals()).toEqual(['$375.00'])
    await expect.poll(lastQuery).toMatchObject({ legtype: 'call', symbols: 'AAPL' })
    await expect
      .poll(() => view.getState().positions)
      .toEqual({ AAPL: { stockQuantity: 350, costBasis: 265 } })
    await expect.element(shares).toHaveValue('350')
    // Another symbol does not take over shares and cost.
    await page.getByRole('textbox', { name: 'Symbol' }).fill('ko')
    await userEvent.keyboard('{Enter}')
    await expect.element(shares).toHaveValue('')
    await expect.poll(lastQuery).toMatchObject({ symbols: 'KO' })
    expect(view.getState().positions['KO']?.stockQuantity).toBeUndefined()
    await page.getByRole('button', { name: 'Clear what I have' }).click()
    await expect.poll(rows).toEqual(['AAPL: ', 'KO: '])
  })

  test('too few for a contract say how many are missing', async () => {
    view.setState({ incomeLeg: 'call', positions: { AAPL: { stockQuantity: 60 } } })
    setCallSource(app, { symbol: 'AAPL' })
    await show()
    await expect.poll(hint).toBe('One contract needs 100 shares: 40 more.')
    await page.getByRole('button', { name: 'Show AAPL in How' }).click()
    expect(view.getState()).toMatchObject({ symbol: 'AAPL', leg: 'call', tab: 'how' })
  })

  test('are chosen from the holdings, without those that cover open calls', async () => {
    const holdings = [
      { symbol: 'AAPL', shares: 300, openOptions: [{ id: 'AAPL991217C00300000', quantity: 1 }] },
      { symbol: 'KO', shares: 120 },
      { symbol: 'T', shares: 99 },
    ]
    host.setState({ options: { holdings } })
    view.setState({ incomeLeg: 'call' })
    await show()
    const choice = page.getByRole('combobox', { name: 'Symbol' })
    await choice.selectOptions('All my holdings (2)')
    await expect
      .poll(rows)
      .toEqual([
        'AAPL: 2 contracts · cover 200 shares · 0 left',
        'KO: 1 contract · covers 100 shares · 20 left',
      ])
    await expect.poll(lastQuery).toMatchObject({ symbols: 'AAPL,KO' })
    await choice.selectOptions('KO')
    await expect.poll(rows).toEqual(['KO: 1 contract · covers 100 shares · 20 left'])
  })
})

test.each(['de', 'ar'] as const)('fits narrow panels in %s', async (locale) => {
  await startI18n(locale, i18next)
  view.setState({ incomeLeg: 'put', cash: 25_000 })
  for (const width of [320, 403]) {
    await show(width)
    await expect.poll(() => rows().length).toBeGreaterThanOrEqual(2)
    for (const size of document.querySelectorAll('.income-size'))
      expect(size.scrollWidth).toBeLessThanOrEqual(size.clientWidth + 1)
  }
  await startI18n('en', i18next)
})
