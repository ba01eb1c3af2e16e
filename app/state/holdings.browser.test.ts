/* oxlint-disable no-restricted-globals -- reads the widget's storage */
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Holding } from '#contract/bridge/holdings.ts'
import { type AppState, makeState } from './app-state.ts'
import { coveringShares, saveHolding, removeHolding, startHoldings } from './holdings.ts'
import { useHost } from './host.ts'
import type { Stop } from './stop.ts'
import { setHolding } from './trade-choice.ts'
import { useView } from './view.ts'

const stops: Stop[] = []
const digest = vi.spyOn(crypto.subtle, 'digest')
/** Starts the holdings of a user on a page, and waits until the stored list is read. */
async function startApp(userId = 'u-1', origin = 'https://partner.example', holdings?: Holding[]) {
  const app = makeState()
  useHost.of(app).setState({ origin, options: { userId, ...(holdings && { holdings }) } })
  stops.push(startHoldings(app))
  await digest.mock.results.at(-1)!.value
  await new Promise((resolve) => setTimeout(resolve))
  return app
}
const setPageHoldings = (app: AppState, holdings: Holding[]) =>
  useHost.of(app).setState(({ options }) => ({ options: { ...options, holdings } }))
const position = (app: AppState, symbol = 'AAPL') => useView.of(app).getState().positions[symbol]

beforeEach(() => localStorage.clear())
afterEach(() => stops.splice(0).forEach((stop) => stop()))

test('restores the user’s own list in the next frame, only for this user and page', async () => {
  saveHolding(await startApp(), { symbol: 'AAPL', shares: 200, costBasis: 180.5 })
  expect(position(await startApp())).toEqual({ stockQuantity: 200, costBasis: 180.5 })
  expect(position(await startApp('u-2'))).toBeUndefined()
  expect(position(await startApp('u-1', 'https://other.example'))).toBeUndefined()
})

test('the storage key reveals neither user nor page, and is deleted with the last symbol', async () => {
  const app = await startApp('user-4711')
  saveHolding(app, { symbol: 'AAPL', shares: 200 })
  const [key] = Object.keys(localStorage)
  expect(key).toMatch(/^holdings [\da-f]{32}$/)
  removeHolding(app, 'AAPL')
  expect(localStorage).toHaveLength(0)
})

test('changes of two frames to one list are merged', async () => {
  const [first, second] = [await startApp(), await startApp()]
  saveHolding(first, { symbol: 'AAPL', shares: 200 })
  saveHolding(second, { symbol: 'KO', shares: 100 })
  const third = await startApp()
  expect([position(third), position(third, 'KO')]).toEqual([{ stockQuantity: 200 }, { stockQuantity: 100 }])
})

test('ignores a damaged stored list', async () => {
  saveHolding(await startApp(), { symbol: 'AAPL', shares: 200 })
  const [key] = Object.keys(localStorage)
  for (const damaged of ['{', '7', '{"holdings":[{"symbol":"AAPL","shares":-1}]}']) {
    localStorage.setItem(key!, damaged)
    expect(position(await startApp())).toBeUndefined()
  }
})

test('does not store a page’s list; the last list counts, and the user’s input stays', async () => {
  const app = await startApp('u-1', 'https://partner.example', [
    { symbol: 'AAPL', shares: 200, costBasis: 180.5 },
    { symbol: 'KO', shares: 100 },
    { symbol: 'T' },
  ])
  expect(position(app)).toEqual({ stockQuantity: 200, costBasis: 180.5 })
  expect(position(app, 'T')).toEqual({})
  setHolding(app, 'AAPL', { stockQuantity: 300, costBasis: 170 })
  setHolding(app, 'KO', { ...position(app, 'KO'), cash: 5000 })
  setPageHoldings(app, [
    { symbol: 'AAPL', shares: 250 },
    { symbol: 'KO', shares: 150 },
  ])
  expect(position(app)).toEqual({ stockQuantity: 300, costBasis: 170 })
  // The cash for puts is not part of a holding and stays.
  expect(position(app, 'KO')).toEqual({ stockQuantity: 150, cash: 5000 })
  setPageHoldings(app, [])
  expect(position(app, 'KO')).toEqual({ cash: 5000 })
  expect(localStorage).toHaveLength(0)
})

test('fields that the user has emptied stay empty', async () => {
  const app = await startApp('u-1', 'https://partner.example', [{ symbol: 'AAPL', shares: 200 }])
  setHolding(app, 'AAPL', { stockQuantity: undefined })
  setPageHoldings(app, [{ symbol: 'AAPL', shares: 250 }])
  expect(position(app)?.stockQuantity).toBeUndefined()
})

test('without storage the list is kept as long as the frame', async () => {
  const app = await startApp()
  const refuse = vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('full', 'QuotaExceededError')
  })
  saveHolding(app, { symbol: 'AAPL', shares: 200 })
  saveHolding(app, { symbol: 'KO', shares: 100 })
  refuse.mockRestore()
  expect([position(app), position(app, 'KO')]).toEqual([{ stockQuantity: 200 }, { stockQuantity: 100 }])
})

test('only calls are covered by shares', () => {
  const openOptions = [
    { id: 'AAPL270115C00255000', quantity: 2 },
    { id: 'AAPL270115P00205000', quantity: 5 },
  ]
  expect(coveringShares({ symbol: 'AAPL', openOptions })).toBe(200)
})
