/* oxlint-disable no-restricted-globals -- reads the widget's storage */
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Holding } from '#contract/bridge/holdings.ts'
import { type AppState, makeState } from './app-state.ts'
import { coveringShares, saveHolding, removeHolding, startHoldings } from './holdings.ts'
import { useHost } from './host.ts'
import type { Stop } from './stop.ts'
import { setCash, setPosition } from './choices/trade-choice.ts'
import { useView } from './view.ts'

const stops: Stop[] = []
const digest = vi.spyOn(crypto.subtle, 'digest')
/** Starts an app for a user and a page, and waits until it has read the stored list. */
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

test('restores the user’s own list when the app starts again, only for the same user and page', async () => {
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

test('a list that two frames change contains the changes of both', async () => {
  const [firstApp, secondApp] = [await startApp(), await startApp()]
  saveHolding(firstApp, { symbol: 'AAPL', shares: 200 })
  saveHolding(secondApp, { symbol: 'KO', shares: 100 })
  const thirdApp = await startApp()
  expect([position(thirdApp), position(thirdApp, 'KO')]).toEqual([
    { stockQuantity: 200 },
    { stockQuantity: 100 },
  ])
})

test('a saved holding replaces what the user has typed for its symbol before', async () => {
  const app = await startApp()
  setPosition(app, 'AAPL', { stockQuantity: 300, costBasis: 265 })
  setPosition(app, 'KO', { stockQuantity: 100 })
  saveHolding(app, { symbol: 'AAPL', shares: 300, costBasis: 255 })
  expect(position(app)).toEqual({ stockQuantity: 300, costBasis: 255 })
  expect(position(app, 'KO')).toEqual({ stockQuantity: 100 })
})

test('ignores a damaged stored list', async () => {
  saveHolding(await startApp(), { symbol: 'AAPL', shares: 200 })
  const [key] = Object.keys(localStorage)
  for (const damagedEntry of ['{', '7', '{"holdings":[{"symbol":"AAPL","shares":-1}]}']) {
    localStorage.setItem(key!, damagedEntry)
    expect(position(await startApp())).toBeUndefined()
  }
})

test('How is pre-filled with the whole shares of a holding with a fraction', async () => {
  const app = await startApp('u-1', 'https://partner.example', [
    { symbol: 'AAPL', shares: 250.75, costBasis: 180.5 },
    { symbol: 'KO', shares: 0.5, costBasis: 60 },
  ])
  expect(position(app)).toEqual({ stockQuantity: 250, costBasis: 180.5 })
  expect(position(app, 'KO')).toEqual({})
})

test('a list from the page is not stored, replaces the previous list, and does not overwrite the user’s input', async () => {
  const app = await startApp('u-1', 'https://partner.example', [
    { symbol: 'AAPL', shares: 200, costBasis: 180.5 },
    { symbol: 'KO', shares: 100 },
    { symbol: 'T' },
  ])
  expect(position(app)).toEqual({ stockQuantity: 200, costBasis: 180.5 })
  expect(position(app, 'T')).toEqual({})
  setPosition(app, 'AAPL', { stockQuantity: 300, costBasis: 170 })
  setCash(app, 5000)
  setPageHoldings(app, [
    { symbol: 'AAPL', shares: 250 },
    { symbol: 'KO', shares: 150 },
  ])
  expect(position(app)).toEqual({ stockQuantity: 300, costBasis: 170 })
  expect(position(app, 'KO')).toEqual({ stockQuantity: 150 })
  setPageHoldings(app, [])
  expect(position(app, 'KO')).toEqual({})
  // The cash for puts is not part of a holding and stays.
  expect(useView.of(app).getState().cash).toBe(5000)
  expect(localStorage).toHaveLength(0)
})

test('a new list from the page does not refill a field that the user has emptied', async () => {
  const app = await startApp('u-1', 'https://partner.example', [{ symbol: 'AAPL', shares: 200 }])
  setPosition(app, 'AAPL', { stockQuantity: undefined })
  setPageHoldings(app, [{ symbol: 'AAPL', shares: 250 }])
  expect(position(app)?.stockQuantity).toBeUndefined()
})

test('if the browser refuses storage, the list stays in memory', async () => {
  const app = await startApp()
  const setItem = vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('full', 'QuotaExceededError')
  })
  saveHolding(app, { symbol: 'AAPL', shares: 200 })
  saveHolding(app, { symbol: 'KO', shares: 100 })
  setItem.mockRestore()
  expect([position(app), position(app, 'KO')]).toEqual([{ stockQuantity: 200 }, { stockQuantity: 100 }])
})

test('only open calls need covering shares, not open puts', () => {
  const openOptions = [
    { id: 'AAPL270115C00255000', quantity: 2 },
    { id: 'AAPL270115P00205000', quantity: 5 },
  ]
  expect(coveringShares({ symbol: 'AAPL', openOptions })).toBe(200)
})
