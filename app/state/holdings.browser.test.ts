/* oxlint-disable no-restricted-globals -- what the widget keeps is read here */
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Holding } from '#contract/bridge/holdings.ts'
import { type AppState, makeState } from './app-state.ts'
import { coveringShares, keepHolding, removeHolding, startHoldings } from './holdings.ts'
import { useHost } from './host.ts'
import type { Stop } from './stop.ts'
import { setHolding } from './trade-choice.ts'
import { useView } from './view.ts'

const stops: Stop[] = []
const digest = vi.spyOn(crypto.subtle, 'digest')
/** An app of a user on a page, its own list read: the key is known and a turn has passed. */
async function appOf(userId = 'u-1', origin = 'https://partner.example', holdings?: Holding[]) {
  const app = makeState()
  useHost.of(app).setState({ origin, options: { userId, ...(holdings && { holdings }) } })
  stops.push(startHoldings(app))
  await digest.mock.results.at(-1)!.value
  await new Promise((done) => setTimeout(done))
  return app
}
const hand = (app: AppState, holdings: Holding[]) =>
  useHost.of(app).setState(({ options }) => ({ options: { ...options, holdings } }))
const position = (app: AppState, symbol = 'AAPL') => useView.of(app).getState().positions[symbol]

beforeEach(() => localStorage.clear())
afterEach(() => stops.splice(0).forEach((stop) => stop()))

test('a list of the user’s own is there in the next frame, and for nobody else', async () => {
  keepHolding(await appOf(), { symbol: 'AAPL', shares: 200, costBasis: 180.5 })
  expect(position(await appOf())).toEqual({ stockQuantity: 200, costBasis: 180.5 })
  expect(position(await appOf('u-2'))).toBeUndefined()
  expect(position(await appOf('u-1', 'https://other.example'))).toBeUndefined()
})

test('what is kept names neither the user nor the page, and goes with its last symbol', async () => {
  const app = await appOf('user-4711')
  keepHolding(app, { symbol: 'AAPL', shares: 200 })
  const [key] = Object.keys(localStorage)
  expect(key).toMatch(/^holdings [\da-f]{32}$/)
  removeHolding(app, 'AAPL')
  expect(localStorage).toHaveLength(0)
})

test('two frames change one list: neither undoes the other', async () => {
  const [one, other] = [await appOf(), await appOf()]
  keepHolding(one, { symbol: 'AAPL', shares: 200 })
  keepHolding(other, { symbol: 'KO', shares: 100 })
  const third = await appOf()
  expect([position(third), position(third, 'KO')]).toEqual([{ stockQuantity: 200 }, { stockQuantity: 100 }])
})

test('a list that was damaged, or of another version, is none', async () => {
  keepHolding(await appOf(), { symbol: 'AAPL', shares: 200 })
  const [key] = Object.keys(localStorage)
  for (const damaged of ['{', '7', '{"holdings":[{"symbol":"AAPL","shares":-1}]}']) {
    localStorage.setItem(key!, damaged)
    expect(position(await appOf())).toBeUndefined()
  }
})

test('a page’s list is not kept; its last word counts, and what the user typed stays', async () => {
  const app = await appOf('u-1', 'https://partner.example', [
    { symbol: 'AAPL', shares: 200, costBasis: 180.5 },
    { symbol: 'KO', shares: 100 },
    { symbol: 'T' },
  ])
  expect(position(app)).toEqual({ stockQuantity: 200, costBasis: 180.5 })
  expect(position(app, 'T')).toEqual({})
  setHolding(app, 'AAPL', { stockQuantity: 300, costBasis: 170 })
  setHolding(app, 'KO', { ...position(app, 'KO'), cash: 5000 })
  hand(app, [
    { symbol: 'AAPL', shares: 250 },
    { symbol: 'KO', shares: 150 },
  ])
  expect(position(app)).toEqual({ stockQuantity: 300, costBasis: 170 })
  // Cash for puts is another matter.
  expect(position(app, 'KO')).toEqual({ stockQuantity: 150, cash: 5000 })
  hand(app, [])
  expect(position(app, 'KO')).toEqual({ cash: 5000 })
  expect(localStorage).toHaveLength(0)
})

test('fields that the user has emptied stay empty', async () => {
  const app = await appOf('u-1', 'https://partner.example', [{ symbol: 'AAPL', shares: 200 }])
  setHolding(app, 'AAPL', { stockQuantity: undefined })
  hand(app, [{ symbol: 'AAPL', shares: 250 }])
  expect(position(app)?.stockQuantity).toBeUndefined()
})

test('where the browser keeps nothing the list lives as long as the frame', async () => {
  const app = await appOf()
  const refuse = vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('full', 'QuotaExceededError')
  })
  keepHolding(app, { symbol: 'AAPL', shares: 200 })
  keepHolding(app, { symbol: 'KO', shares: 100 })
  refuse.mockRestore()
  expect([position(app), position(app, 'KO')]).toEqual([{ stockQuantity: 200 }, { stockQuantity: 100 }])
})

test('only calls need shares', () => {
  const openOptions = [
    { id: 'AAPL270115C00255000', quantity: 2 },
    { id: 'AAPL270115P00205000', quantity: 5 },
  ]
  expect(coveringShares({ symbol: 'AAPL', openOptions })).toBe(200)
})
