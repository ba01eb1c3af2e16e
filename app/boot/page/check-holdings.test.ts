/** Holdings whose options have the root of another symbol. */
import { beforeEach, expect, test, vi } from 'vitest'
import type { Holding } from '#contract/bridge/holdings.ts'
import { makeState } from '#app/state/app-state.ts'
import { useHost } from '#app/state/host.ts'
import type { App } from '#app/boot/app.ts'
import { checkHoldings } from './check-holdings.ts'

const optionOf = (root: string) => ({ id: `${root}270115C00255000`, quantity: 1 })
const holding = (symbol: string, ...roots: string[]): Holding => ({
  symbol,
  shares: 100,
  openOptions: roots.map(optionOf),
})
const listed = ['AAPL', 'MSFT', 'BRK.B', 'SPX']
const refusal = (path: string) =>
  `${path} is an option of another listed symbol: list it in the holding of that symbol. The list before stays`

const reportError = vi.fn()
const get = vi.fn(async (_: string, { query: { query } }: { query: { query: string } }) => ({
  symbols: listed.filter((symbol) => symbol.replace('.', '').startsWith(query)).map((symbol) => ({ symbol })),
}))
let state: ReturnType<typeof makeState>
const shown = () => useHost.of(state).getState().options?.holdings
const pass = (holdings: readonly Holding[] | undefined) =>
  useHost.of(state).setState({ options: { userId: 'u', ...(holdings && { holdings }) } })
const start = () =>
  checkHoldings({ state, api: { client: { get } }, page: { reportError } } as unknown as App)

beforeEach(() => {
  vi.clearAllMocks()
  state = makeState()
})

test('options with the usual roots, adjusted ones included, cost no request', async () => {
  pass([holding('AAPL', 'AAPL', 'AAPL1'), holding('BRK.B', 'BRKB')])
  start()
  pass([holding('MSFT', 'MSFT7'), { symbol: 'KO' }])
  await Promise.resolve()
  expect(get).not.toHaveBeenCalled()
})

test('a root that is no listed symbol is accepted, as after mergers and for indexes', async () => {
  const list = [holding('SPX', 'SPXW'), holding('META', 'FB')]
  pass(list)
  start()
  await expect.poll(() => get.mock.calls.length).toBe(2)
  await Promise.all(get.mock.results.map(({ value }) => value as Promise<unknown>))
  expect([shown(), reportError.mock.calls]).toEqual([list, []])
})

test('an option of another listed share is refused, and the list before stays', async () => {
  const before = [holding('AAPL', 'AAPL')]
  pass(before)
  start()
  pass([holding('AAPL'), holding('MSFT', 'MSFT', 'AAPL1')])
  await expect
    .poll(() => reportError.mock.calls)
    .toEqual([['BAD_COMMAND', refusal('holdings[1].openOptions[1].id')]])
  expect(shown()).toBe(before)
})

test('without a list before, the option `holdings` counts as omitted', async () => {
  pass([holding('MSFT', 'BRKB')])
  start()
  await expect
    .poll(() => reportError.mock.calls)
    .toEqual([['BAD_OPTION', refusal('holdings[0].openOptions[0].id')]])
  expect(useHost.of(state).getState().options).toEqual({ userId: 'u' })
})

test('a list that the page has replaced meanwhile is not reported', async () => {
  start()
  pass([holding('MSFT', 'AAPL')])
  const next = [holding('KO', 'KO')]
  pass(next)
  await expect.poll(() => get.mock.results.length).toBe(1)
  await get.mock.results[0]!.value
  expect([shown(), reportError.mock.calls]).toEqual([next, []])
})
