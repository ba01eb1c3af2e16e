import '#app/ui/base.css'
import i18next from 'i18next'
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import type { Chain, ChainOption } from '#contract/responses/chain.ts'
import type { Income } from '#contract/responses/income.ts'
import { problemDetails } from '#contract/api/problem-details.ts'
import { startI18n } from '#app/i18n/i18n.ts'
import { HowPanel } from '#app/panels/how/how-panel.tsx'
import { initialView } from '#app/state/view.ts'
import { axeViolations } from '#app/testing/axe.ts'
import { sampleChain, sampleChainRows, asRefusedOption } from '#app/testing/chain.ts'
import { sampleIncome, sampleOptimals, sampleOption } from '#app/testing/income.ts'
import { host, live, makeClientWithoutRetries, PanelFrame, TestApp, view } from '#app/testing/test-app.tsx'

let chainOf: (expiry: string | null) => Chain | Response | Promise<Response>
let incomeOf: (contract: string | null) => Income | Response | Promise<Response>
let requests: URL[]
const json = (body: unknown, status = 200) =>
  new Response(JSON.stringify(body), { status, headers: { 'Content-Type': 'application/json' } })

/** Returns the response of the income lookup for a contract outside the grid. */
const incomeFor = (id: string) =>
  sampleIncome({
    contract: sampleOption({ id, strike: Number(id.slice(-8)) / 1000, premium: 2.5, bid: 2.5, ask: 2.6 }),
  })

beforeAll(async () => {
  await startI18n('en', i18next)
})
beforeEach(() => {
  requests = []
  chainOf = (expiry) => sampleChain(expiry)
  incomeOf = (contract) => (contract ? incomeFor(contract) : sampleIncome())
  view.setState({ ...initialView, symbol: 'AAPL' }, true)
  host.setState({ phase: 'ready' })
  live.setState({ quotes: {}, market: null, connection: 'live', lastMessageAt: Date.now(), stale: false })
  vi.stubGlobal('fetch', async (input: string) => {
    const url = new URL(input, location.href)
    requests.push(url)
    const result = url.pathname.includes('/chain/')
      ? await chainOf(url.searchParams.get('expiry'))
      : await incomeOf(url.searchParams.get('contract'))
    return result instanceof Response ? result : json(result)
  })
})
afterEach(() => {
  vi.unstubAllGlobals()
  document.documentElement.removeAttribute('dir')
})

async function renderPanel({ width = 410, isChainOpen = true } = {}) {
  await page.viewport(Math.max(width + 20, 420), 900)
  const screen = await render(
    <TestApp client={makeClientWithoutRetries()}>
      <PanelFrame width={width} height={860}>
        <HowPanel onTrade={() => undefined} />
      </PanelFrame>
    </TestApp>,
  )
  if (isChainOpen) await page.getByRole('radio', { name: 'Chain' }).click()
  return { root: screen.container }
}
const table = () => page.getByRole('grid', { name: /^Contracts of AAPL expiring/ })
const contract = (name: RegExp) => table().getByRole('gridcell', { name })
const card = () => page.getByRole('article').first()
/** Shows the card in place of the chain, or the chain again, in a narrow panel. */
const toggleCard = () => page.getByRole('button', { name: 'Contract', exact: true }).click()
/** The order line in the foot of the panel. */
const orderLine = () => document.querySelector('.how-line')?.textContent
const expiry = (name: RegExp) => page.getByRole('radio', { name })
/** Returns a handler that creates a chain and changes each of its contracts. */
const chainWith = (change: (option: ChainOption) => ChainOption) => (day: string | null) => {
  const chain = sampleChain(day)
  return {
    ...chain,
    expiries: chain.expiries.map((expiration) => ({
      ...expiration,
      rows: expiration.rows.map((row) => ({
        ...row,
        call: row.call && change(row.call),
        put: row.put && change(row.put),
      })),
    })),
  }
}

describe('the chain', () => {
  test('shows the expiration of the contract on the card, and requests only its rows', async () => {
    const { root } = await renderPanel()
    await expect.element(contract(/^255 Call, Optimal · Medium, bid 4\.10, ask 4\.20/)).toBeVisible()
    await expect.element(expiry(/^Jan 15, 2027/)).toHaveAttribute('aria-checked', 'true')
    const chains = requests.filter(({ pathname }) => pathname.includes('/chain/'))
    expect(chains.map(({ search }) => search)).toEqual(['?expiry=2027-01-15'])
    expect(root.querySelector('[data-panel=how]')!.querySelector('[data-cell]')).toBeNull()
  })

  test('names every figure of a contract, and marks grid contracts, in-the-money contracts and the price', async () => {
    await renderPanel()
    await expect
      .element(
        contract(
          /^255 Call, Optimal · Medium, bid 4\.10, ask 4\.20.*probability of expiring worthless 74%, delta −0\.26, implied volatility 27\.0%, open interest 5,120/,
        ),
      )
      .toHaveAttribute('aria-selected', 'true')
    await expect.element(contract(/^225 Call, .*In the money/)).toHaveAttribute('data-money', 'in')
    await expect.element(contract(/^235 Call, bid [\d.]+, ask/)).toHaveAttribute('data-money', 'out')
    await expect.element(table().getByRole('row', { name: 'AAPL 231.42' })).toBeVisible()
  })

  test('switches the expiration by click and by keyboard', async () => {
    await renderPanel()
    await expect.element(table()).toBeVisible()
    await expiry(/^Dec 18, 2026/).click()
    await expect.element(contract(/^250 Call, Optimal · Short/)).toBeVisible()
    await userEvent.keyboard('{ArrowRight}{ArrowRight}')
    await expect.element(expiry(/^Mar 19, 2027/)).toHaveFocus()
    await expect.element(contract(/^260 Call, Optimal · Long/)).toBeVisible()
    await userEvent.keyboard('{End}')
    await expect.element(expiry(/^Jan 21, 2028.*435 days.*expected move/)).toHaveFocus()
  })

  test('shows either calls or puts in a narrow panel, with a switch between them that keeps the strategy', async () => {
    const { root } = await renderPanel()
    await expect.element(table()).toBeVisible()
    expect(root.querySelector('.chain-row')!.querySelectorAll('.chain-side')).toHaveLength(1)
    await page.getByRole('radio', { name: 'Puts' }).click()
    await expect.element(contract(/^205 Put, Optimal · Medium/)).toBeVisible()
    expect(view.getState().leg).toBe('call')
  })

  test('shows calls and puts beside the strikes in a wide panel, without a switch', async () => {
    const { root } = await renderPanel({ width: 1300 })
    await expect.element(contract(/^255 Call, Optimal/)).toBeVisible()
    await expect.element(contract(/^205 Put, Optimal/)).toBeInTheDocument()
    expect(root.querySelector('.chain-row')!.querySelectorAll('.chain-side')).toHaveLength(2)
    await expect.element(page.getByRole('radio', { name: 'Puts' })).not.toBeInTheDocument()
  })
})

describe('a contract', () => {
  test('outside the grid can be shown and compared while no cell is selected; a button returns to the grid', async () => {
    const { root } = await renderPanel()
    await contract(/^235 Call/).click()
    await expect.poll(orderLine).toContain('AAPL Jan 15, 2027 235 Call')
    await expect.element(page.getByText('Your contract: AAPL Jan 15, 2027 235 Call')).toBeVisible()
    await expect.element(contract(/^235 Call/)).toHaveAttribute('aria-selected', 'true')
    await toggleCard()
    await expect
      .element(card().getByRole('heading', { name: 'Sell 1 AAPL Jan 15, 2027 235 Call' }))
      .toBeVisible()
    await expect.element(table()).not.toBeInTheDocument()
    await page.getByRole('button', { name: 'Compare', exact: true }).click()
    expect(view.getState().compare).toEqual([{ symbol: 'AAPL', id: 'AAPL270115C00235000' }])
    await page.getByRole('radio', { name: 'Ideas grid' }).click()
    await expect.element(page.getByRole('gridcell', { name: /^Medium, Optimal/ })).toBeVisible()
    expect(root.querySelectorAll('[data-cell][aria-selected=true]')).toHaveLength(0)
    await page.getByRole('button', { name: 'Show the suggested contract' }).click()
    await expect.element(card().getByRole('heading', { name: /255 Call$/ })).toBeVisible()
    expect(root.querySelectorAll('[data-cell][aria-selected=true]')).toHaveLength(1)
  })

  test('that fills a cell selects that cell', async () => {
    await renderPanel()
    await contract(/^245 Call, Aggressive · Medium/).click()
    await expect.poll(orderLine).toContain('245 Call')
    expect(view.getState()).toMatchObject({
      contract: sampleOptimals('call')[5]!.id,
      riskProfile: 'aggressive',
      timeframe: 'medium',
    })
  })

  test('shows a note while its response is pending, and keeps the previous card', async () => {
    let respond: (response: Response) => void = () => undefined
    incomeOf = (id) => (id ? new Promise<Response>((resolve) => (respond = resolve)) : sampleIncome())
    await renderPanel()
    await contract(/^240 Call/).click()
    await expect.element(page.getByText('Working out AAPL Jan 15, 2027 240 Call…')).toBeVisible()
    await expect.poll(orderLine).toContain('255 Call')
    await page.getByRole('button', { name: 'Review', exact: true }).click()
    await expect.element(page.getByRole('button', { name: 'Trade', exact: true })).toBeDisabled()
    respond(json(incomeFor('AAPL270115C00240000')))
    await expect.element(page.getByRole('button', { name: 'Trade', exact: true })).toBeEnabled()
  })

  test('that cannot be sold can be focused and shows the reason, but cannot be chosen', async () => {
    const refusals = { AAPL270115C00230000: 'no-bid', AAPL270115C00235000: 'crossed' } as const
    chainOf = chainWith((option) => {
      const refused = refusals[option.id as keyof typeof refusals]
      return refused ? asRefusedOption(option, refused) : option
    })
    await renderPanel()
    await contract(/^235 Call, .*Left out: crossed quotes$/).click({ force: true })
    await expect.element(page.getByRole('status').getByText('Left out: crossed quotes')).toBeVisible()
    await userEvent.keyboard('{ArrowUp}')
    await expect.element(contract(/^230 Call/)).toHaveFocus()
    await expect.element(contract(/^230 Call/)).toHaveAttribute('aria-disabled', 'true')
    await expect.element(page.getByRole('status').getByText('Left out: without a bid')).toBeVisible()
    await userEvent.keyboard('{Enter}')
    expect(view.getState().contract).toBeNull()
  })

  test('that is no longer listed is replaced by the contract of the grid', async () => {
    incomeOf = (id) => (id ? json(problemDetails('symbol-unknown'), 404) : sampleIncome())
    await renderPanel()
    await contract(/^235 Call/).click()
    await expect.poll(() => view.getState().contract).toBeNull()
    await expect.poll(orderLine).toContain('255 Call')
  })
})

describe('the keyboard', () => {
  test('moves between contracts and legs with one tab stop, and chooses with Enter', async () => {
    const { root } = await renderPanel({ width: 1300 })
    await contract(/^255 Call/).click()
    await userEvent.keyboard('{ArrowDown}')
    await expect.element(contract(/^260 Call/)).toHaveFocus()
    await userEvent.keyboard('{ArrowRight}')
    await expect.element(contract(/^260 Put/)).toHaveFocus()
    await userEvent.keyboard('{Home}')
    await expect.element(contract(/^130 Put/)).toHaveFocus()
    await userEvent.keyboard('{PageDown}{PageDown}{PageUp}')
    await expect.element(contract(/^170 Put/)).toHaveFocus()
    expect(root.querySelectorAll('.chain-row td[tabindex="0"]')).toHaveLength(1)
    await userEvent.keyboard('{End}{ArrowLeft}')
    await expect.element(contract(/^330 Call/)).toHaveFocus()
    await userEvent.keyboard('{Home}{ArrowRight}{Home}')
    expect(view.getState().contract, 'the clicked contract stays chosen').toBe(sampleOptimals('call')[4]!.id)
    await contract(/^260 Call/).click()
    await userEvent.keyboard('{ArrowDown}{Enter}')
    await expect.element(card().getByRole('heading', { name: /265 Call$/ })).toBeVisible()
    await expect.element(contract(/^265 Call/)).toHaveFocus()
  })

  test('moves in the mirrored direction in right-to-left text', async () => {
    document.documentElement.dir = 'rtl'
    await renderPanel({ width: 1300 })
    await contract(/^255 Call/).click()
    await userEvent.keyboard('{ArrowLeft}')
    await expect.element(contract(/^255 Put/)).toHaveFocus()
    await userEvent.keyboard('{ArrowRight}')
    await expect.element(contract(/^255 Call/)).toHaveFocus()
  })
})

describe('states', () => {
  test('an expiration with many strikes renders only the visible rows and the focused one', async () => {
    chainOf = (day) => {
      const chain = sampleChain(day)
      return {
        ...chain,
        expiries: chain.expiries.map((expiration) =>
          expiration.rows.length > 0
            ? { ...expiration, rows: sampleChainRows(expiration, 400).map((row) => ({ ...row })) }
            : expiration,
        ),
      }
    }
    const { root } = await renderPanel()
    await expect.element(contract(/^255 Call, Optimal/)).toBeVisible()
    expect(root.querySelectorAll('.chain-row').length).toBeLessThan(60)
    await contract(/^255 Call, Optimal/).click()
    await userEvent.keyboard('{End}')
    await expect.element(contract(/^1,?225 Call/)).toHaveFocus()
    await userEvent.keyboard('{Home}')
    await expect.element(contract(/^5 Call/)).toHaveFocus()
    expect(root.querySelectorAll('.chain-row').length).toBeLessThan(60)
  })

  test('a pending request sets aria-busy and reserves the height', async () => {
    chainOf = () => new Promise<Response>(() => undefined)
    const { root } = await renderPanel()
    await expect.element(page.getByRole('region', { name: 'Option chain of AAPL' })).toBeVisible()
    await expect.poll(() => root.querySelector('.chain')?.getAttribute('aria-busy')).toBe('true')
    expect(root.querySelector('.chain-outline')!.getBoundingClientRect().height).toBeGreaterThan(200)
  })

  test('a failed request is shown, the card stays, and a retry loads the chain', async () => {
    chainOf = () => json(problemDetails('internal'), 500)
    await renderPanel()
    await expect.element(page.getByRole('alert').getByText('The chain could not be loaded')).toBeVisible()
    await toggleCard()
    await expect.element(card()).toBeVisible()
    await toggleCard()
    chainOf = (day) => sampleChain(day)
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect.element(contract(/^255 Call/)).toBeVisible()
  })

  test('other expirations can be chosen after one has failed', async () => {
    await renderPanel()
    await expect.element(contract(/^255 Call/)).toBeVisible()
    chainOf = () => json(problemDetails('internal'), 500)
    await expiry(/^Mar 19, 2027/).click()
    await expect.element(page.getByRole('alert')).toBeVisible()
    chainOf = (day) => sampleChain(day)
    await expiry(/^Dec 18, 2026/).click()
    await expect.element(contract(/^250 Call/)).toBeVisible()
  })

  test('without a trade in the grid, one click shows the chain, from which a contract can be chosen', async () => {
    incomeOf = (id) =>
      id ? { ...incomeFor(id), callOptimals: [] } : sampleIncome({ callOptimals: [], putOptimals: [] })
    await renderPanel({ isChainOpen: false })
    await page.getByRole('button', { name: 'Show all contracts' }).click()
    await expect.element(expiry(/^Jan 15, 2027/)).toHaveAttribute('aria-checked', 'true')
    await contract(/^255 Call/).click()
    await expect.poll(orderLine).toContain('255 Call')
    await page.getByRole('radio', { name: 'Ideas grid' }).click()
    await expect.element(card().getByRole('heading', { name: /255 Call$/ })).toBeVisible()
  })

  test('a refused chain shows the reason and its quotes, but no figures', async () => {
    incomeOf = () =>
      sampleIncome({
        callOptimals: [],
        putOptimals: [],
        unknown: [{ field: 'callOptimals', reason: 'price-drift', asOf: '2026-11-12' }],
      })
    chainOf = (day) => {
      const chain = chainWith((option) => asRefusedOption(option, 'price-drift'))(day)
      return {
        ...chain,
        expiries: chain.expiries.map((expiration) => ({
          ...expiration,
          impliedVolatility: null,
          expectedMove: null,
          refused: 'price-drift' as const,
        })),
        unknown: [{ field: 'expiries', reason: 'price-drift' as const, asOf: '2026-11-12' }],
      }
    }
    await renderPanel({ isChainOpen: false })
    await page.getByRole('button', { name: 'Show all contracts' }).click()
    await expect
      .element(page.getByText(/moved away from the one the options were quoted at on Nov 12/))
      .toBeVisible()
    await expect
      .element(
        contract(/^240 Call, bid [\d.]+, ask [\d.]+, .*delta —.*Left out: quoted at another stock price$/),
      )
      .toHaveAttribute('aria-disabled', 'true')
  })

  test.each([
    ['no-chain', 'No listed options for AAPL'],
    ['not-given', 'No option data for AAPL'],
  ] as const)('a symbol without options, reason %s: %s', async (reason, title) => {
    chainOf = () =>
      sampleChain(null, {
        expiries: [],
        listedContracts: 0,
        unknown: [{ field: 'optionsAsOf', reason, asOf: null }],
      })
    await renderPanel()
    await expect.element(page.getByText(title)).toBeVisible()
  })
})

test.each([296, 386, 744, 1300])(
  'at %i px the chain fits, truncates no figure and has no axe violations',
  async (width) => {
    const { root } = await renderPanel({ width: width + 24 })
    await expect.element(table()).toBeVisible()
    const body = root.querySelector('.panel-body')!
    await expect.poll(() => body.scrollWidth - body.clientWidth).toBeLessThanOrEqual(0)
    const scroller = root.querySelector('.chain-scroll')!
    expect(scroller.scrollWidth).toBeLessThanOrEqual(scroller.clientWidth)
    for (const figure of root.querySelectorAll('.chain-row .chain-figure'))
      expect(figure.scrollWidth).toBeLessThanOrEqual(figure.clientWidth + 1)
    expect(await axeViolations(root.querySelector('.chain')!)).toEqual([])
  },
)
