/** The user chooses a contract, which stays chosen while the picks of the grid change, and in an open ticket. */
import '#app/ui/base.css'
import i18next from 'i18next'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { problemDetails } from '#contract/api/problem-details.ts'
import type { Income } from '#contract/responses/income.ts'
import { queries } from '#app/api/queries.ts'
import { startI18n } from '#app/i18n/i18n.ts'
import { resetOrder } from '#app/state/order/order.ts'
import { readState, writeState } from '#app/state/shared-view/shared-view.ts'
import { useTickets } from '#app/state/order/tickets.ts'
import { initialView } from '#app/state/view.ts'
import { sampleIncome, sampleOptimals } from '#app/testing/income.ts'
import {
  app,
  host,
  live,
  makeClientWithoutRetries,
  PanelFrame,
  TestApp,
  view,
} from '#app/testing/test-app.tsx'
import { HowPanel } from './how-panel.tsx'

const nine = sampleOptimals('call')
/** Cell Medium · Optimal. */
const chosen = nine[4]!
const newPick = { ...chosen, strike: 256, id: 'AAPL270115C00256000' }
const name = 'AAPL Jan 15, 2027 255 Call'

let client: ReturnType<typeof makeClientWithoutRetries>
let requests: URL[]
/** Returns the response to a request for a contract. */
let respond: (contract: string | null) => Response

const json = (income: Income) => Response.json(income)
const serveNewPick = () => {
  respond = (contract) =>
    json(
      sampleIncome({
        callOptimals: nine.with(4, newPick),
        contract: nine.find(({ id }) => id === contract) ?? null,
      }),
    )
}

beforeAll(async () => void (await startI18n('en', i18next)))
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2026-11-12T21:00:00Z') })
  requests = []
  client = makeClientWithoutRetries()
  respond = () => json(sampleIncome())
  view.setState({ ...initialView, symbol: 'AAPL' }, true)
  resetOrder(app)
  useTickets.of(app).setState({ tickets: [] })
  host.setState({ phase: 'ready', options: null })
  live.setState({ quotes: {}, options: {}, market: null, connection: 'live', stale: false })
  vi.stubGlobal('fetch', async (input: string) => {
    const url = new URL(input, location.href)
    requests.push(url)
    return respond(url.searchParams.get('contract'))
  })
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

async function renderPanel() {
  await render(
    <TestApp client={client}>
      <PanelFrame width={410} height={700}>
        <HowPanel onTrade={() => undefined} />
      </PanelFrame>
    </TestApp>,
  )
  await expect.element(page.getByRole('article').first()).toBeVisible()
}
const cell = (cellName: RegExp) => page.getByRole('gridcell', { name: cellName })
const card = () => page.getByRole('article').first()
const trade = () => page.getByRole('button', { name: 'Trade', exact: true })
const openReview = async () => {
  await page.getByRole('button', { name: 'Review', exact: true }).click()
  await expect.element(trade()).toBeVisible()
}
/** Fetches the figures after some seconds, and waits for the response. */
async function refetchAfter(seconds: number) {
  vi.setSystemTime(Date.now() + seconds * 1000)
  const count = requests.length
  await client.refetchQueries({ queryKey: queries.income('AAPL').queryKey.slice(0, 2), type: 'active' })
  expect(requests.length).toBeGreaterThan(count)
}

test('the first contract of the cell is chosen without another request, and later requests name it', async () => {
  await renderPanel()
  await expect.element(cell(/^Medium, Optimal/)).toHaveAttribute('aria-selected', 'true')
  expect(requests.map(({ search }) => search)).toEqual([''])
  await cell(/^Short, Optimal/).click()
  await expect.element(card().getByRole('heading', { name: /250 Call/ })).toBeVisible()
  expect(requests, 'the response contains the other contracts of the grid').toHaveLength(1)
  await refetchAfter(30)
  expect(requests.at(-1)!.searchParams.get('contract')).toBe(nine[1]!.id)
})

test('the contract with the highest score opens, and stays when another one has the highest score', async () => {
  const scored = (best: number) =>
    sampleIncome({
      callOptimals: nine.map((option, index) => ({
        ...option,
        serviceScore: index === best ? 131 : 110 + index,
      })),
    })
  respond = () => json(scored(6))
  await renderPanel()
  await expect.element(cell(/^Long, Conservative.*Highest score/)).toHaveAttribute('aria-selected', 'true')
  await expect.element(card().getByRole('heading', { name: /270 Call/ })).toBeVisible()
  respond = () => json(scored(1))
  await refetchAfter(30)
  await expect.element(cell(/^Short, Optimal.*Highest score/)).toHaveAttribute('aria-selected', 'false')
  await expect.element(cell(/^Long, Conservative/)).toHaveAttribute('aria-selected', 'true')
})

test('a cell keeps its contract for a minute, then says that it has a new pick; the choice and the ticket stay', async () => {
  await renderPanel()
  await openReview()
  serveNewPick()
  await refetchAfter(30)
  await expect.element(cell(/^Medium, Optimal: strike 255/)).toHaveAttribute('aria-selected', 'true')
  await refetchAfter(30)
  const changed = cell(/^Medium, Optimal: strike 256.*New pick since you chose; your contract stays chosen/)
  await expect.element(changed).toHaveAttribute('aria-selected', 'false')
  await expect.element(changed.getByText('New', { exact: true })).toBeVisible()
  await expect
    .element(page.getByText(`${name} stays chosen. Medium · Optimal now has another contract.`))
    .toBeVisible()
  await expect.element(page.getByText('Sell 1 × AAPL Jan 15, 2027 255 Call at $4.10')).toBeVisible()
  await expect.element(trade()).toBeEnabled()
  await page.getByRole('button', { name: 'Choose the new contract' }).click()
  await expect.element(page.getByText('Sell 1 × AAPL Jan 15, 2027 256 Call at $4.10')).toBeVisible()
  await expect.element(cell(/^Medium, Optimal: strike 256/)).toHaveAttribute('aria-selected', 'true')
  await expect.element(page.getByText('New', { exact: true })).not.toBeInTheDocument()
})

test('a new pick is one tab stop, from which an arrow key chooses the next contract', async () => {
  await renderPanel()
  serveNewPick()
  await refetchAfter(60)
  await expect.element(cell(/^Medium, Optimal: strike 256/)).toHaveAttribute('tabindex', '0')
  ;(cell(/^Medium, Optimal/).element() as HTMLElement).focus()
  await userEvent.keyboard('{ArrowRight}')
  await expect.poll(() => view.getState().contract).toBe(nine[5]!.id)
})

test('an open ticket whose contract is refused keeps the contract, and says which one is unavailable and why', async () => {
  await renderPanel()
  await openReview()
  respond = () =>
    json(
      sampleIncome({
        callOptimals: nine.with(4, newPick),
        contractRefused: 'crossed',
        unknown: [{ field: 'contract', reason: 'refused', asOf: null }],
      }),
    )
  await refetchAfter(30)
  await expect.element(trade()).toBeDisabled()
  await expect.element(trade()).toHaveAccessibleDescription(`${name} cannot be ordered now: crossed quotes`)
  await expect.element(page.getByText('Sell 1 × AAPL Jan 15, 2027 255 Call at $4.10')).toBeVisible()
  respond = () => json(sampleIncome({ contract: chosen }))
  await refetchAfter(30)
  await expect.element(trade()).toBeEnabled()
})

test('an open ticket whose contract is no longer listed keeps it, and the grid is refreshed without it', async () => {
  await renderPanel()
  await openReview()
  respond = (contract) =>
    contract === chosen.id
      ? Response.json(problemDetails('symbol-unknown'), { status: 404 })
      : json(sampleIncome({ callOptimals: nine.with(4, newPick) }))
  await refetchAfter(70)
  await expect.element(cell(/^Medium, Optimal: strike 256/)).toBeVisible()
  await expect
    .element(trade())
    .toHaveAccessibleDescription(`${name} cannot be ordered now: It is no longer listed.`)
  await expect.element(page.getByText('Sell 1 × AAPL Jan 15, 2027 255 Call at $4.10')).toBeVisible()
  await page.getByRole('button', { name: 'Choose the new contract' }).click()
  await expect.element(page.getByText('Sell 1 × AAPL Jan 15, 2027 256 Call at $4.10')).toBeVisible()
  await expect.element(trade()).toBeEnabled()
})

test('a contract that loses its bid cannot be ordered', async () => {
  await renderPanel()
  await openReview()
  live.setState({
    options: { [chosen.id]: { id: chosen.id, bid: 0, ask: 4.2, last: null, time: '2026-11-12T20:59:30Z' } },
  })
  await expect
    .element(trade())
    .toHaveAccessibleDescription(`${name} has no bid or no ask now. Wait for a quote before you trade.`)
})

test('the chosen contract is in the state of the page, the first one of an untouched widget is not', async () => {
  await renderPanel()
  await expect.element(cell(/^Medium, Optimal/)).toHaveAttribute('aria-selected', 'true')
  expect(readState(writeState(view.getState()))?.contract).toBeNull()
  await cell(/^Long, Aggressive/).click()
  expect(readState(writeState(view.getState()))).toMatchObject({
    contract: nine[8]!.id,
    timeframe: 'long',
    riskProfile: 'aggressive',
  })
})
