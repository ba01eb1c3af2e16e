/** Users and the nightly scan share Tradier's rate limit: a user does not wait for the scan's chains. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { lookUpTimeoutMs, scanTimeoutMs } from '#service/markets/kit/with-timeouts.ts'
import { openTradierMarket } from './tradier-market.ts'

/** As many as a large underlying has. */
const expiryCount = 21
/** Milliseconds between a call and its response. */
const latencyMs = 100

const expirations = Array.from({ length: expiryCount }, (_, week) =>
  new Date(Date.UTC(2026, 10, 27 + 7 * week)).toISOString().slice(0, 10),
)

const times = { trade_date: 0, bid_date: 0, ask_date: 0 }
const range = { week_52_high: 120, week_52_low: 80 }
const prices = { last: 100, change: 0, volume: 1, bid: 99, ask: 101, prevclose: 100, ...times, ...range }

beforeEach(() => void vi.useFakeTimers({ now: new Date('2026-11-20T15:30:00Z') }))
afterEach(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

/** A market at production's rate limit. `calls` are the symbols and times of its chain calls. */
function openMarket() {
  const calls: { symbol: string; ms: number }[] = []
  vi.stubGlobal('fetch', async (url: URL) => {
    const symbol = url.searchParams.get('symbol') ?? ''
    await new Promise((resolve) => setTimeout(resolve, latencyMs))
    if (url.pathname.endsWith('/options/expirations'))
      return Response.json({ expirations: { date: expirations } })
    if (url.pathname.endsWith('/options/chains')) {
      calls.push({ symbol, ms: Date.now() })
      return Response.json({ options: null })
    }
    if (!url.pathname.endsWith('/quotes')) return new Response(null, { status: 404 })
    const symbols = (url.searchParams.get('symbols') ?? '').split(',')
    const quote = symbols.map((name) => ({
      ...prices,
      symbol: name,
      description: name,
      exch: 'Q',
      type: 'stock',
    }))
    return Response.json({ quotes: { quote } })
  })
  const market = openTradierMarket({
    token: 'token',
    host: 'production',
    universe: [],
    riskFreeRate: 0.04,
    log: () => {},
  })
  return { market, calls }
}

/** Loads chains one after the other, like the scan, and returns how long each took, milliseconds. */
function scanChains(market: ReturnType<typeof openMarket>['market'], symbols: readonly string[]) {
  const durations: number[] = []
  const scan = async () => {
    for (const symbol of symbols) {
      const startMs = Date.now()
      await market.chain(symbol, 'scan')
      durations.push(Date.now() - startMs)
    }
  }
  return { durations, done: scan() }
}

const durationOf = async (call: Promise<unknown>): Promise<number> => {
  const startMs = Date.now()
  const result = call.then(() => Date.now() - startMs)
  await vi.advanceTimersByTimeAsync(25_000)
  return result
}

test('an uncached chain of a user arrives within the timeout of requests while the scan runs', async () => {
  const { market } = openMarket()
  const scan = scanChains(market, ['S1', 'S2', 'S3', 'S4', 'S5'])
  await vi.advanceTimersByTimeAsync(20_000)
  expect(await durationOf(market.chain('USER'))).toBeLessThan(lookUpTimeoutMs / 2)
  await vi.advanceTimersByTimeAsync(120_000)
  await scan.done
  expect(Math.max(...scan.durations)).toBeLessThan(scanTimeoutMs)
  await market.close()
})

test('a chain that the scan is loading arrives sooner if a user requests it', async () => {
  const { market, calls } = openMarket()
  const scan = scanChains(market, ['S1', 'S2'])
  await vi.advanceTimersByTimeAsync(1000)
  expect(calls.length).toBeLessThan(5)
  expect(await durationOf(market.chain('S1'))).toBeLessThan(3000)
  expect(calls.filter(({ symbol }) => symbol === 'S1')).toHaveLength(expiryCount)
  await vi.advanceTimersByTimeAsync(60_000)
  await scan.done
  await market.close()
})
