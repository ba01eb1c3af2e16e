import '#app/ui/base.css'
import axe from 'axe-core'
import i18next from 'i18next'
import { Suspense } from 'react'
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import type { BestIncome } from '#contract/responses/lists/best-income.ts'
import { problemDetails } from '#contract/api/problem-details.ts'
import type { FullTradeIdeas } from '#contract/responses/lists/full-ideas.ts'
import { startI18n } from '#app/i18n/i18n.ts'
import { initialView } from '#app/state/view.ts'
import { sampleBestIncome, sampleBestTrade } from '#app/testing/best-income.ts'
import { sampleIdeas } from '#app/testing/ideas.ts'
import { host, live, makeClientWithoutRetries, resetApp, TestApp, view } from '#app/testing/test-app.tsx'
import { sampleFullIdea } from '#app/testing/full-ideas.ts'
import { WhatPanel } from './what-panel.tsx'

const ideas: FullTradeIdeas = {
  ...sampleIdeas([]),
  tradingDay: '2026-11-20',
  tradeIdeas: [
    sampleFullIdea('AAPL', {
      strength: 90,
      price: 230,
      earningsDate: '2026-11-24',
      daysToEarnings: 4,
      earningsMove: { deviation: 0.061, expiryDate: '2026-12-18' },
      callYield: 0.21,
      callDays: 28,
    }),
    sampleFullIdea('KO', {
      strength: 70,
      price: 62,
      exDividendDate: '2026-11-30',
      callYield: 0.08,
      signalAge: 0,
    }),
    sampleFullIdea('XLE', {
      strength: 50,
      price: 91,
      impliedVolatilityRank: 80,
      callYield: null,
      callScore: null,
      callDays: null,
      putYield: null,
      putScore: null,
      putDays: null,
      daysToEarnings: null,
      earningsDate: null,
      earningsMove: null,
      unknown: ['callYield', 'putYield'].map((field) => ({ field, reason: 'old-chain', asOf: '2026-11-18' })),
    }),
  ],
}
const trades = sampleBestIncome(
  [
    sampleBestTrade('NVDA', {
      warnings: ['earnings-before-expiry', 'wide-spread'],
      daysToEarnings: 9,
      spread: 0.16,
    }),
    sampleBestTrade('KO', { legType: 'Call', id: 'KO270115C00065000', strike: 65, serviceScore: 99 }),
    sampleBestTrade('XOM', { warnings: null, daysUntilExpiry: 90, serviceScore: 95 }),
  ],
  { matching: 40 },
)

type FakeResponse = BestIncome | 'failing' | 'never'
let incomeResponse: FakeResponse
let requests: string[]

const respond = (path: string): Promise<Response> => {
  requests.push(path)
  if (!path.includes('/best-income')) return Promise.resolve(Response.json(ideas))
  if (incomeResponse === 'never') return new Promise(() => undefined)
  if (incomeResponse === 'failing')
    return Promise.resolve(
      Response.json({ ...problemDetails('internal'), requestId: 'r-1' }, { status: 500 }),
    )
  return Promise.resolve(Response.json(incomeResponse))
}

async function show(width = 403, height = 700) {
  const { unmount } = await render(
    <TestApp client={makeClientWithoutRetries()}>
      <div style={{ inlineSize: `${width}px`, blockSize: `${height}px`, display: 'grid' }}>
        <Suspense>
          <WhatPanel isPainted />
        </Suspense>
      </div>
    </TestApp>,
  )
  await expect.poll(() => order('idea')).toHaveLength(3)
  return { unmount }
}
const order = (kind: 'idea' | 'income') =>
  [...document.querySelectorAll<HTMLElement>(`[data-${kind}]`)].map((row) => row.dataset[kind])
const state = () => document.querySelector<HTMLElement>('[data-panel="what"]')?.dataset['state']
const open = (name: string) => page.getByRole('tab', { name }).click()
const axeViolations = async () =>
  (
    await axe.run(document.querySelector('[data-panel="what"]')!, { rules: { region: { enabled: false } } })
  ).violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`)

beforeAll(async () => void (await startI18n('en', i18next)))
beforeEach(() => {
  incomeResponse = trades
  requests = []
  resetApp()
  vi.stubGlobal('fetch', vi.fn(respond))
})
afterEach(() => vi.unstubAllGlobals())

describe('the default order', () => {
  test('is marked in the header of its column and announced to screen readers', async () => {
    await show()
    const strength = page.getByRole('columnheader', { name: 'Strength' })
    await expect.element(strength).toHaveAttribute('aria-sort', 'descending')
    expect(strength.element().querySelector('.sort-mark')?.textContent).toBe('↓')
    await expect
      .element(page.getByText('Sorted by Strength, 0 to 100, strongest first. 3 of 3 ideas.'))
      .toBeInTheDocument()
    expect(document.querySelectorAll('[aria-sort="descending"]')).toHaveLength(1)
  })

  test('is reversed by a click on the header, and restored by a second click', async () => {
    await show()
    await page.getByRole('columnheader', { name: 'Strength' }).getByRole('button').click()
    await expect.poll(() => order('idea')).toEqual(['XLE', 'KO', 'AAPL'])
    await page.getByRole('columnheader', { name: 'Strength' }).getByRole('button').click()
    await expect.poll(() => order('idea')).toEqual(['AAPL', 'KO', 'XLE'])
  })
})

describe('deferred columns', () => {
  test('are hidden in a narrow panel, which does not request their data', async () => {
    await show(360)
    await expect.element(page.getByRole('tab', { name: 'Best income' })).toBeVisible()
    expect(requests).toHaveLength(1)
    expect(document.querySelector('th.column-yield')!.checkVisibility()).toBe(false)
  })

  test('show what the option pays beside two other panels, in place of the liquidity', async () => {
    await show(384)
    const apple = page.getByRole('row', { name: /AAPL/ })
    await expect.element(apple.getByText('21.0%*')).toBeVisible()
    await expect.element(apple.getByText('Call 28 d')).toBeVisible()
    expect(document.querySelector('th.column-liquidityRank')!.checkVisibility()).toBe(false)
  })

  test('show yield, upcoming earnings and age of the signal, or the reason for an unknown value', async () => {
    await show(860)
    const apple = page.getByRole('row', { name: /AAPL/ })
    await expect.element(apple.getByText('21.0%*')).toBeVisible()
    await expect.element(apple.getByText('Call 28 d')).toBeVisible()
    await expect.element(apple.getByText(/^4 d/)).toBeVisible()
    await expect.element(page.getByText('* Under 60 days', { exact: false })).toBeVisible()
    await expect.element(page.getByRole('row', { name: /KO/ }).getByText('today')).toBeVisible()
    await expect
      .element(
        page
          .getByRole('row', { name: /XLE/ })
          .getByRole('img', { name: /option quotes are of Nov 18, 2026/ }),
      )
      .toHaveTextContent('—')
    await page.getByRole('columnheader', { name: 'Yield' }).getByRole('button').click()
    await expect.poll(() => order('idea')).toEqual(['AAPL', 'KO', 'XLE'])
    await expect.element(page.getByText(/Annualized yield of the best trade, descending/)).toBeInTheDocument()
    expect(await axeViolations()).toEqual([])
  })

  test('do not include the annualised return if the partner hides it', async () => {
    const { settings } = host.getState()
    host.setState({ settings: { ...settings!, hideAnnualised: true } })
    await show(860)
    await expect.element(page.getByRole('columnheader', { name: 'Earnings' })).toBeVisible()
    expect(document.querySelector('th.column-yield')!.checkVisibility()).toBe(false)
    host.setState({ settings })
  })
})

describe('income filters', () => {
  test('filter by price, yield, IV rank and earnings, and can be cleared', async () => {
    await show()
    await page.getByRole('button', { name: 'Filters' }).click()
    await page.getByRole('spinbutton', { name: 'Price to, $' }).fill('100')
    await expect.poll(() => order('idea')).toEqual(['KO', 'XLE'])
    await page.getByRole('spinbutton', { name: 'IV rank from' }).fill('50')
    await expect.poll(() => order('idea')).toEqual(['XLE'])
    await page.getByRole('button', { name: 'Clear filters (2)' }).click()
    await expect.poll(() => order('idea')).toHaveLength(3)
    await expect.element(page.getByRole('spinbutton', { name: 'Price to, $' })).toHaveValue(null)
    await page.getByRole('spinbutton', { name: 'Yield a year from, %' }).fill('7')
    await expect.poll(() => order('idea')).toEqual(['AAPL', 'KO'])
    await page.getByRole('checkbox', { name: 'No earnings before expiry' }).click()
    await expect.poll(() => order('idea')).toEqual([])
    expect(await axeViolations()).toEqual([])
  })
})

describe('best income', () => {
  const panel = () => page.getByRole('grid', { name: 'Best income trades' })

  test('shows contracts with their warnings, and the number of matching trades', async () => {
    await show()
    await open('Best income')
    await expect.poll(() => order('income')).toEqual(['NVDA', 'KO', 'XOM'])
    await expect.poll(state).toBe('ready')
    const nvidia = panel().getByRole('row', { name: /NVDA/ })
    await expect.element(nvidia.getByText('95 P · Jan 15')).toBeVisible()
    await expect.element(nvidia.getByText('Earnings in 9 d, before expiry')).toBeInTheDocument()
    await expect.element(nvidia.getByText('Wide spread: 16% of the mid price')).toBeInTheDocument()
    await expect.element(panel().getByRole('img', { name: 'Warnings are not known.' })).toBeVisible()
    await expect.element(page.getByText(/3 of 40, highest expected profit first/)).toBeVisible()
    expect(await axeViolations()).toEqual([])
  })

  test('is sorted by a header: the highest first, the lowest first, and by score again', async () => {
    await show()
    await open('Best income')
    await expect.poll(() => order('income')).toHaveLength(3)
    const header = panel().getByRole('columnheader', { name: /^Return · year/ })
    const sortOf = () =>
      new URL(
        requests.findLast((path) => path.includes('/best-income'))!,
        location.href,
      ).searchParams
    for (const [ariaSort, sort, direction] of [
      ['descending', 'annualizedReturn', 'desc'],
      ['ascending', 'annualizedReturn', 'asc'],
      ['none', null, null],
    ] as const) {
      await header.getByRole('button').click()
      await expect.element(header).toHaveAttribute('aria-sort', ariaSort)
      if (sort) {
        await expect.poll(() => [sortOf().get('sort'), sortOf().get('order')]).toEqual([sort, direction])
        await expect.element(page.getByText(/sorted by: Return a year/)).toBeVisible()
      }
    }
    await expect.element(page.getByText(/highest expected profit first/)).toBeVisible()
    // Up from the first row moves the focus to the headers, as in the ideas.
    document.querySelector<HTMLElement>('[data-income]')!.focus()
    await userEvent.keyboard('{ArrowUp}{ArrowRight}{Enter}')
    await expect
      .element(panel().getByRole('columnheader', { name: /^Prob/ }))
      .toHaveAttribute('aria-sort', 'descending')
    expect(view.getState().screen).toEqual({ sort: 'probability', order: 'desc' })
    expect(await axeViolations()).toEqual([])
  })

  test('is screened by what the user has and wants to risk, in the request for all trades', async () => {
    await show()
    await open('Best income')
    await page.getByRole('button', { name: 'Filters' }).click()
    await page.getByLabelText('Cash per contract to, $').fill('25000')
    await page.getByLabelText('Probability from, %').fill('80')
    await page.getByLabelText('Days to expiry to').fill('45')
    await page.getByRole('combobox', { name: 'Six-month trend' }).selectOptions('Bullish')
    await page.getByRole('combobox', { name: 'Sector' }).selectOptions('Energy')
    await page.getByLabelText('No ex-dividend day before expiry').click()
    await page.getByRole('combobox', { name: 'Sort by' }).selectOptions('Cash per contract')
    await expect
      .poll(() => requests.findLast((path) => path.includes('/best-income')))
      .toMatch(
        /sector=Energy&maxCash=25000&minProbability=0\.8&maxDays=45&noDividend=true&trend=Bullish&sort=cash&order=asc/,
      )
    await page.getByRole('button', { name: 'Clear filters (6)' }).click()
    // The order stays.
    await expect
      .poll(() => requests.findLast((path) => path.includes('/best-income')))
      .toMatch(/best-income\?sort=cash&order=asc&limit=100$|best-income\?limit=100&sort=cash&order=asc$/)
    await expect.element(page.getByLabelText('Cash per contract to, $')).toHaveValue(null)
    expect(view.getState().filters.sector).toBe('')
    expect(await axeViolations()).toEqual([])
  })

  test('keeps filters and order by a name that the user gives, also for the next visit', async () => {
    // oxlint-disable-next-line no-restricted-globals -- screens of another test, and one that is damaged
    localStorage.setItem('income-screens', '{"Damaged":"1_x_0000000"}')
    const choice = { screen: { maxDelta: 0.2, sort: 'cash', order: 'asc' }, incomeLeg: 'put' } as const
    const { unmount } = await show()
    await open('Best income')
    view.setState({
      ...choice,
      filters: { ...initialView.filters, sector: 'Energy', text: 'not of this list' },
    })
    await page.getByRole('button', { name: 'Filters (2)' }).click()
    await page.getByLabelText('Save these filters as').fill('Safe puts')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await expect.element(page.getByRole('button', { name: 'Remove Safe puts' })).toBeVisible()
    expect(await axeViolations()).toEqual([])
    await unmount()

    view.setState({ ...initialView, screen: { minDays: 9 } })
    await show()
    await open('Best income')
    await page.getByRole('button', { name: 'Filters (1)' }).click()
    const saved = page.getByRole('combobox', { name: 'Saved screens' })
    await expect.element(saved.getByRole('option', { name: 'Damaged' })).not.toBeInTheDocument()
    await saved.selectOptions('Safe puts')
    expect(view.getState()).toMatchObject({
      screen: { maxDelta: 0.2, sort: 'cash', order: 'asc' },
      incomeLeg: 'put',
      filters: { ...initialView.filters, sector: 'Energy' },
    })
    await page.getByRole('button', { name: 'Remove Safe puts' }).click()
    await expect.element(saved).not.toBeInTheDocument()
    // oxlint-disable-next-line no-restricted-globals -- what the next visit reads
    expect(localStorage.getItem('income-screens')).toBe('{}')
  })

  test('is saved as a file with units, in the order that is shown', async () => {
    const saved: { name: string; blob: Blob }[] = []
    const blobs = new Map<string, Blob>()
    vi.spyOn(URL, 'createObjectURL').mockImplementation((blob) => {
      blobs.set('blob:trades', blob as Blob)
      return 'blob:trades'
    })
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
      saved.push({ name: this.download, blob: blobs.get(this.href)! })
    })
    await show()
    await open('Best income')
    await page.getByRole('button', { name: 'Save as CSV' }).click()
    expect(saved.map(({ name }) => name)).toEqual(['best-income-2026-11-19.csv'])
    const [header, nvidia, coke] = (await saved[0]!.blob.text()).split('\r\n')
    expect(header).toBe(
      'Symbol,Company,Sector,Strategy,Contract,"Strike, $",Expiry,Days to expiry,"Stock price, $","Premium, $",' +
        '"Cash per contract, $","Return, %","Return a year, %","Probability, %",Score,Delta,"Spread, %",' +
        'Open interest,IV rank,IV percentile,Ex-dividend',
    )
    expect(nvidia).toBe(
      'NVDA,NVDA Incorporated,Technology,Short puts,NVDA270115P00095000,95,2027-01-15,56,100,1.9,9500,2,13,78,104,-0.2,16,900,44,52,',
    )
    // A covered call needs the shares.
    expect(coke).toContain('Covered calls,KO270115C00065000,65,2027-01-15,56,100,1.9,10000,')
    vi.restoreAllMocks()
  })

  test('a row shows its contract in the How panel and moves the focus there', async () => {
    const tab = document.createElement('button')
    tab.id = 'tab-how'
    document.body.append(tab)
    await show()
    await open('Best income')
    await panel().getByRole('row', { name: /KO/ }).click()
    expect(view.getState()).toMatchObject({
      symbol: 'KO',
      contract: 'KO270115C00065000',
      leg: 'call',
      tab: 'how',
    })
    expect(document.activeElement).toBe(tab)
    await expect.element(page.getByText('KO 65 C · Jan 15 is shown in How.')).toBeInTheDocument()
    await expect.element(panel().getByRole('row', { name: /KO/ })).toHaveAttribute('aria-selected', 'true')
    tab.remove()
  })

  test('is navigated by keyboard with one tab stop', async () => {
    await show()
    await open('Best income')
    await expect.poll(() => order('income')).toHaveLength(3)
    expect(document.querySelectorAll('[data-income][tabindex="0"]')).toHaveLength(1)
    document.querySelector<HTMLElement>('[data-income]')!.focus()
    await userEvent.keyboard('{ArrowUp}')
    expect(document.activeElement).toHaveAttribute('data-sort', 'symbol')
    await userEvent.keyboard('{ArrowDown}{ArrowDown}')
    expect(document.activeElement).toHaveAttribute('data-income', 'KO')
    await userEvent.keyboard('{End}')
    expect(document.activeElement).toHaveAttribute('data-income', 'XOM')
    await userEvent.keyboard('{Home}{Enter}')
    expect(view.getState().symbol).toBe('NVDA')
  })

  test('keeps the focus on its tab while the list changes', async () => {
    await show()
    await open('Best income')
    await userEvent.keyboard('{ArrowLeft}')
    await expect.poll(() => order('idea')).toHaveLength(3)
    await userEvent.keyboard('{ArrowRight}')
    await expect.poll(() => order('income')).toHaveLength(3)
    await expect.element(page.getByRole('tab', { name: 'Best income' })).toHaveFocus()
  })

  test('requests the filtered trades', async () => {
    await show()
    await open('Best income')
    await page.getByRole('radio', { name: 'Short puts' }).click()
    await page.getByRole('button', { name: 'Filters' }).click()
    await page.getByRole('spinbutton', { name: 'Yield a year from, %' }).fill('12')
    await page.getByRole('checkbox', { name: 'No earnings', exact: true }).click()
    await expect.poll(() => requests.at(-1)).toContain('legtype=put')
    await expect.poll(() => requests.at(-1)).toContain('minYield=0.12')
    await expect.poll(() => requests.at(-1)).toContain('noEarnings=true')
    await page.getByRole('button', { name: 'Clear filters (2)' }).click()
    await expect.poll(() => requests.at(-1)).toContain('limit=100')
  })

  test('has loading, error, empty and stale states', async () => {
    incomeResponse = 'never'
    await show()
    await open('Best income')
    await expect.poll(state).toBe('loading')
    view.setState({ list: 'ideas', incomeLeg: 'call' })
    incomeResponse = 'failing'
    view.setState({ list: 'income' })
    await expect.poll(state).toBe('error')
    await expect.element(page.getByText('Error id r-1')).toBeVisible()
    incomeResponse = sampleBestIncome([])
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect.poll(state).toBe('empty')
    await expect.element(page.getByText('No trades match these filters')).toBeVisible()
    incomeResponse = trades
    await page.getByRole('button', { name: 'Clear filters' }).click()
    view.setState({ incomeLeg: 'put' })
    await expect.poll(() => order('income')).toHaveLength(3)
    live.setState({ stale: true })
    await expect.poll(state).toBe('stale')
  })

  test('is linked below a short list of ideas', async () => {
    await show()
    await page.getByRole('button', { name: 'See the best income trades' }).click()
    await expect.poll(() => order('income')).toHaveLength(3)
  })

  test.each([320, 360, 403, 600])('at %i px nothing is wider than the panel', async (width) => {
    await show(width)
    await open('Best income')
    await expect.poll(() => order('income')).toHaveLength(3)
    const body = document.querySelector('.panel-body')!
    expect(body.scrollWidth).toBe(body.clientWidth)
  })
})

describe('the calendar', () => {
  test('shows the event days of the displayed ideas, has arrow-key navigation, and selects a symbol', async () => {
    await show()
    await page.getByRole('button', { name: 'Calendar' }).click()
    const firstDay = page.getByRole('tab', { name: 'Nov 24, 2026: earnings 1, ex-dividend 0' })
    await expect.element(firstDay).toHaveAttribute('aria-selected', 'true')
    await expect.element(page.getByText('±6.1% by Dec 18')).toBeVisible()
    expect(await axeViolations()).toEqual([])
    document.querySelector<HTMLElement>('.calendar [role="tab"]')!.focus()
    await userEvent.keyboard('{ArrowRight}')
    await expect
      .element(page.getByRole('tab', { name: /Nov 30, 2026: earnings 0, ex-dividend 1/ }))
      .toHaveFocus()
    await page.getByRole('button', { name: 'Ex-dividend KO' }).click()
    expect(view.getState()).toMatchObject({ symbol: 'KO', tab: 'why' })
  })

  test('shows only days of ideas that pass the filters', async () => {
    await show()
    await page.getByRole('button', { name: 'Calendar' }).click()
    await expect.element(page.getByRole('tab', { name: /Nov 24/ })).toBeVisible()
    view.setState({ filters: { ...initialView.filters, text: 'XLE' } })
    await expect
      .element(page.getByText(/No earnings or ex-dividend day of these ideas is known/))
      .toBeVisible()
  })
})
