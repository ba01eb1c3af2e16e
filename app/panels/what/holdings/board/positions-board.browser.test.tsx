/** The board of open options: its order, figures, totals and keys. */
import '#app/ui/base.css'
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { locales } from '#contract/text/locales.ts'
import type { Holding } from '#contract/bridge/holdings.ts'
import { problemDetails } from '#contract/api/problem-details.ts'
import type { Roll } from '#contract/responses/roll.ts'
import { rollQuery } from '#app/api/rolled-position.ts'
import { startI18n } from '#app/i18n/i18n.ts'
import i18next from 'i18next'
import { setRolledOption } from '#app/state/holdings.ts'
import { useRollRequest } from '#app/state/order/roll-request.ts'
import { initialView } from '#app/state/view.ts'
import { axeViolations } from '#app/testing/axe.ts'
import { sampleIdeas } from '#app/testing/ideas.ts'
import { sampleBestIncome } from '#app/testing/best-income.ts'
import { sampleRoll } from '#app/testing/roll.ts'
import { unpricedRoll } from '#app/testing/unpriced.ts'
import { app, host, live, makeClientWithoutRetries, view } from '#app/testing/test-app.tsx'
import { renderWhatPanel } from '../holdings.fixture.tsx'

const ids = {
  calm: 'AAPL270115C00240000',
  assigned: 'T261218C00020000',
  tested: 'MSFT261218P00450000',
  soon: 'KO261204P00060000',
  earned: 'KO270219P00055000',
  half: 'AAPL270219C00260000',
  expired: 'XOM261113P00100000',
} as const
const holdings: Holding[] = [
  {
    symbol: 'AAPL',
    shares: 300,
    costBasis: 180.5,
    openOptions: [
      { id: ids.calm, quantity: 2, price: 4.2 },
      { id: ids.half, quantity: 1, price: 4 },
    ],
  },
  { symbol: 'T', shares: 100, costBasis: 21, openOptions: [{ id: ids.assigned, quantity: 1, price: 0.6 }] },
  { symbol: 'MSFT', openOptions: [{ id: ids.tested, quantity: 1, price: 6 }] },
  {
    symbol: 'KO',
    openOptions: [
      { id: ids.soon, quantity: 3, price: 0.9 },
      { id: ids.earned, quantity: 1 },
    ],
  },
  { symbol: 'XOM', openOptions: [{ id: ids.expired, quantity: 1, price: 1 }] },
]
const putTerms = { legType: 'Put', costBasis: null } as const
const outOfTheMoney = { isInTheMoney: false, isNear: false, causes: [] } as const
const rolls: Readonly<Record<string, Partial<Roll>>> = {
  [ids.calm]: {
    strike: 240,
    daysUntilExpiry: 64,
    profitShare: 0.1,
    isHalfKept: false,
    profitKept: 0.42,
    earnings: { date: '2026-12-03', isEstimated: true },
    dividend: { exDate: '2026-12-08', amount: 0.24 },
  },
  [ids.half]: { strike: 260, daysUntilExpiry: 99, profitKept: 2.2, profitShare: 0.55, price: 4 },
  [ids.assigned]: {
    strike: 20,
    chainPrice: 22,
    costBasis: 21,
    daysUntilExpiry: 36,
    profitKept: -1.5,
    profitShare: -2.5,
    isHalfKept: false,
    assignment: { isInTheMoney: true, isNear: true, causes: ['dividend'] },
    greeks: { delta: -90, gamma: -1, theta: 1, vega: -3, rho: -1 },
  },
  [ids.tested]: {
    ...putTerms,
    strike: 450,
    chainPrice: 440,
    daysUntilExpiry: 36,
    profitKept: -8.2,
    profitShare: -1.3667,
    isHalfKept: false,
    assignment: { isInTheMoney: true, isNear: null, causes: [] },
    greeks: null,
    unknown: [{ field: 'greeks', reason: 'refused', asOf: null }],
  },
  [ids.soon]: {
    ...putTerms,
    strike: 60,
    chainPrice: 63,
    daysUntilExpiry: 14,
    profitKept: 0.2,
    profitShare: 0.2222,
    isHalfKept: false,
    greeks: { delta: 21, gamma: -2, theta: 2.5, vega: -4, rho: 1 },
    earnings: null,
    unknown: [{ field: 'earnings', reason: 'not-given', asOf: null }],
  },
  [ids.earned]: {
    ...putTerms,
    strike: 55,
    chainPrice: 63,
    daysUntilExpiry: 99,
    price: null,
    profitKept: null,
    profitShare: null,
    isHalfKept: null,
    greeks: { delta: 8, gamma: -1, theta: 1, vega: -4, rho: 1 },
  },
}
let areRequestsFailing: boolean
let isUnpriced: boolean

beforeAll(async () => {
  await startI18n('en', i18next)
  await i18next.loadNamespaces(['holdings', 'positions', 'filters', 'unknown'])
})
beforeEach(() => {
  areRequestsFailing = false
  isUnpriced = false
  view.setState({ ...initialView, list: 'holdings' }, true)
  setRolledOption(app, null)
  host.setState({ phase: 'ready', options: { userId: 'u', holdings } })
  live.setState({ quotes: {}, market: null, connection: 'live', lastMessageAt: Date.now(), stale: false })
  vi.stubGlobal('fetch', async (input: string) => {
    const url = new URL(input, location.href)
    if (url.pathname.includes('/best-income')) return Response.json(sampleBestIncome([]))
    if (!url.pathname.includes('/roll/')) return Response.json(sampleIdeas())
    if (areRequestsFailing) return Response.json(problemDetails('internal'), { status: 500 })
    const id = url.searchParams.get('contract')!
    if (id === ids.expired) return Response.json(problemDetails('symbol-unknown'), { status: 404 })
    const costBasis = Number(url.searchParams.get('costBasis')) || null
    const roll = sampleRoll({ assignment: { ...outOfTheMoney, causes: [] }, id, costBasis, ...rolls[id] })
    return Response.json(isUnpriced ? unpricedRoll(roll) : roll)
  })
})
afterEach(() => vi.unstubAllGlobals())

const rows = () => [...document.querySelectorAll<HTMLElement>('[data-position]')]
const order = () => rows().map(({ dataset }) => dataset['open'])
const row = (id: string) => page.elementLocator(document.querySelector(`[data-open="${id}"]`)!)
/** Waits until every position has its figures or the reason why it has none. */
const isLoaded = () =>
  expect.poll(() => document.querySelector('.board-grid')?.getAttribute('aria-busy')).toBe('false')

describe('the order', () => {
  test('is what needs attention, then the expiry', async () => {
    await renderWhatPanel()
    await isLoaded()
    expect(order()).toEqual([ids.assigned, ids.tested, ids.soon, ids.half, ids.expired, ids.calm, ids.earned])
    expect(rows().map(({ dataset }) => dataset['attention'])).toEqual([
      'assignment-likely',
      'tested',
      'few-days-left',
      'half-earned',
      'none',
      'none',
      'none',
    ])
  })

  test('a state says why it holds', async () => {
    await renderWhatPanel()
    await isLoaded()
    await expect
      .element(row(ids.assigned))
      .toMatchTextContent(/Assignment may come any day: the dividend is worth more than the time value left/)
    await expect
      .element(row(ids.tested))
      .toMatchTextContent(/passed the strike\. Whether early assignment is likely is not known/)
  })
})

describe('the figures', () => {
  test('are those of all contracts, with the seller’s sign', async () => {
    await renderWhatPanel(1000)
    await isLoaded()
    // 2 contracts: delta −27.5 and theta 6.25 each; profit (0.42 + 231.42 − 180.50) × 200.
    await expect
      .element(row(ids.calm))
      .toMatchTextContent(/240 Call × 2.*64.*3\.7%.*−55.*\+\$12\.50.*\$840.*10%.*\+\$10,268.*\$0/)
    await expect.element(row(ids.calm)).toMatchTextContent(/Ex-dividend Dec 8: \$0\.24 per share/)
    await expect.element(row(ids.calm)).toMatchTextContent(/Earnings about Dec 3, estimated/)
    await expect.element(row(ids.tested)).toMatchTextContent(/−2\.3%.*\$600.*−137%.*−\$820.*\$45,000/)
  })

  test('an unknown figure is a dash with its reason', async () => {
    await renderWhatPanel(1000)
    await isLoaded()
    const reasonsIn = (id: string) =>
      [...document.querySelectorAll(`[data-open="${id}"] [role=img]`)].map((dash) =>
        dash.getAttribute('aria-label'),
      )
    expect(reasonsIn(ids.earned)).toEqual(Array(3).fill('Not known: what the option was sold for'))
    expect(reasonsIn(ids.expired)).toEqual(Array(5).fill('Not listed, or expired'))
    expect(reasonsIn(ids.tested)).toHaveLength(2)
    await expect.element(row(ids.soon)).toMatchTextContent(/Not known whether earnings are due/)
  })

  test('calls that need more shares than the user holds have neither profit nor cash', async () => {
    host.setState({
      options: {
        userId: 'u',
        holdings: [
          {
            symbol: 'AAPL',
            shares: 100,
            costBasis: 180,
            openOptions: [{ id: ids.calm, quantity: 2, price: 4.2 }],
          },
        ],
      },
    })
    await renderWhatPanel(1000)
    await isLoaded()
    expect(
      document.querySelectorAll('[aria-label="Not known: the calls need more shares than you hold"]').length,
    ).toBe(2)
    await expect
      .element(page.getByText(/Not counted in the total: Cash of 1 of 1 and Profit of 1 of 1\./))
      .toBeVisible()
  })

  test('count the shares and the cost that the user has entered in How, as How does', async () => {
    view.setState({ positions: { AAPL: { stockQuantity: 200, costBasis: 190 } } })
    await renderWhatPanel(1000)
    await isLoaded()
    const dashes = page.getByRole('img', { name: 'Not known: the calls need more shares than you hold' })
    // Profit and cash of two calls.
    expect(dashes.elements()).toHaveLength(4)
    view.setState({ positions: { AAPL: { stockQuantity: 300, costBasis: 190 } } })
    // (0.42 + 231.42 − 190) × 200
    await expect.element(row(ids.calm)).toMatchTextContent(/\+\$8,368.*\$0/)
    expect(dashes.elements()).toHaveLength(0)
  })

  test('are those that How has requested since', async () => {
    const client = makeClientWithoutRetries()
    await renderWhatPanel(1000, client)
    await isLoaded()
    const parameters = { contract: ids.calm, price: 4.2, costBasis: 180.5 }
    const { queryKey } = rollQuery('AAPL', parameters)
    expect(client.getQueryData(queryKey)).toBeDefined()
    client.setQueryData(queryKey, (roll) => roll && { ...roll, profitKept: 1, chainPrice: 232 })
    // (1 + 232 − 180.50) × 200
    await expect.element(row(ids.calm)).toMatchTextContent(/\+\$10,500/)
  })

  test('without the right to show prices, states that need none stay', async () => {
    isUnpriced = true
    await renderWhatPanel(1000)
    await isLoaded()
    expect(order().slice(0, 3)).toEqual([ids.assigned, ids.tested, ids.soon])
    await expect.element(row(ids.calm)).toMatchTextContent(/64—−55/)
    await expect.element(page.getByText(/Profit of 7 of 7/)).toBeVisible()
  })
})

describe('the totals', () => {
  test('are sums of the known figures and say how many positions they do not count', async () => {
    await renderWhatPanel(1000)
    await isLoaded()
    const totals = page.elementLocator(document.querySelector('.board-totals')!)
    // Premium 840 + 400 + 60 + 600 + 270 + 100; cash 45,000 + 3 × 6,000 + 5,500 + 10,000.
    await expect
      .element(totals)
      .toMatchTextContent(/Total · 7.*Premium \$2,270\*.*Cash \$78,500.*Δ −101.5\*.*Θ a day \+\$28\.25\*/)
    await expect
      .element(
        page.getByText(
          /Not counted in the total: Premium of 1 of 7, Δ of 2 of 7, Θ a day of 2 of 7, and Profit of 2 of 7\./,
        ),
      )
      .toBeVisible()
  })
})

test('a click, and Enter, open the symbol with that option in How', async () => {
  await renderWhatPanel()
  await isLoaded()
  await row(ids.tested).click()
  expect(view.getState()).toMatchObject({ symbol: 'MSFT', tab: 'how', contract: null })
  await expect.element(row(ids.tested)).toHaveAttribute('aria-selected', 'true')
  ;(row(ids.tested).element() as HTMLElement).focus()
  await userEvent.keyboard('{ArrowDown}')
  await expect.element(row(ids.soon)).toHaveFocus()
  await userEvent.keyboard('aap')
  await expect.element(row(ids.half)).toHaveFocus()
  await userEvent.keyboard('{Enter}')
  expect(view.getState().symbol).toBe('AAPL')
  await expect.element(row(ids.half)).toHaveAttribute('aria-selected', 'true')
})

test('a button rolls a position that is tested, near assignment or in its last days', async () => {
  await renderWhatPanel()
  await isLoaded()
  const roll = (id: string) => row(id).getByRole('button', { name: /^Roll / })
  const rolled = [ids.assigned, ids.tested, ids.soon]
  expect(Object.values(ids).filter((id) => roll(id).elements().length > 0)).toEqual(rolled)
  await roll(ids.tested).click()
  expect(view.getState()).toMatchObject({ symbol: 'MSFT', tab: 'how' })
  await expect.element(row(ids.tested)).toHaveAttribute('aria-selected', 'true')
  expect(useRollRequest.of(app).getState().openId).toBe(ids.tested)
  // The row itself only shows the position.
  await row(ids.tested).click()
  expect(useRollRequest.of(app).getState().openId).toBeNull()
  ;(roll(ids.tested).element() as HTMLElement).focus()
  await userEvent.keyboard('{Enter}')
  expect(useRollRequest.of(app).getState().openId).toBe(ids.tested)
})

test('positions that could not be loaded are named, and loaded on a retry', async () => {
  areRequestsFailing = true
  await renderWhatPanel()
  await expect.element(page.getByText('Positions that could not be loaded: 7 of 7.')).toBeVisible()
  areRequestsFailing = false
  await page.getByRole('button', { name: 'Try again' }).click()
  // The name of the row changes.
  await expect
    .poll(() => document.querySelector(`[data-open="${ids.assigned}"]`)?.textContent)
    .toMatch(/Assignment likely/)
})

test('is accessible', async () => {
  await renderWhatPanel()
  await isLoaded()
  expect(await axeViolations(document.querySelector('.board')!)).toEqual([])
})

test.each([320, 390, 403, 560, 1000])('at %i px nothing is wider than the panel', async (width) => {
  const { container } = await renderWhatPanel(width)
  await isLoaded()
  const body = container.querySelector('.panel-body')!
  expect(body.scrollWidth).toBe(body.clientWidth)
  for (const cell of container.querySelectorAll<HTMLElement>('.board-row > *'))
    expect([cell.className, cell.scrollWidth <= cell.clientWidth + 1]).toEqual([cell.className, true])
})

test.each(locales)('in %s nothing is wider than the panel at 320 px', async (locale) => {
  await i18next.changeLanguage(locale)
  await i18next.loadNamespaces(['common', 'what', 'holdings', 'positions', 'filters', 'unknown'])
  document.documentElement.dir = i18next.dir()
  const { container } = await renderWhatPanel(320)
  await isLoaded()
  const body = container.querySelector('.panel-body')!
  expect(body.scrollWidth).toBe(body.clientWidth)
  document.documentElement.dir = 'ltr'
  await i18next.changeLanguage('en')
})
