import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { gunzipSync } from 'node:zlib'
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import type { Quote } from '#contract/feed.ts'
import { marketSuite } from '#service/markets/market.suite.ts'
import type { Market } from '#service/markets/market.ts'
import { parseOsi, rootOf } from '#service/markets/osi.ts'
import type { LogFields } from '#service/shared/log.ts'
import { openCboeDelayed } from './cboe-delayed.ts'
import { createCboeStandIn, standInSymbols } from './stand-in.fixture.ts'

/** A Friday in November at 13:15 in New York. */
const openTime = new Date('2026-11-20T18:15:00Z')

function setUp(now = openTime) {
  const standIn = createCboeStandIn(now)
  const lines: { level: string; event: string; fields: LogFields | undefined }[] = []
  const market = openCboeDelayed({
    log: (level, event, fields) => lines.push({ level, event, fields }),
    universe: standInSymbols,
    riskFreeRate: 0.042,
    clock: () => standIn.now,
    fetch: standIn.fetch,
  })
  onTestFinished(() => market.close())
  return { standIn, lines, market }
}

marketSuite("Cboe's delayed quotes, stand-in", async () =>
  openCboeDelayed({
    log: () => {},
    universe: standInSymbols,
    riskFreeRate: 0.042,
    clock: () => openTime,
    fetch: createCboeStandIn(openTime).fetch,
  }),
)

describe('a chain', () => {
  test('is 15 minutes late, and one call has it, the price and the facts of the symbol', async () => {
    const { market, standIn } = setUp()
    const chain = await market.chain('BRK.B')
    expect(chain).toMatchObject({ asOf: new Date('2026-11-20T18:00:00Z'), style: 'american' })
    expect(chain!.contracts.every(({ id }) => id.startsWith('BRKB'))).toBe(true)
    const quote = await market.quote('BRK.B')
    expect(quote!.last).toBe(chain!.underlyingPrice)
    expect(new Date(quote!.time).getTime()).toBeLessThanOrEqual(chain!.asOf.getTime())
    expect(await market.profile('BRK.B')).toMatchObject({ companyName: 'BRK.B', kind: 'stock' })
    expect(await market.bars('BRK.B')).toMatchObject({ date: [] })
    expect(standIn.paths).toEqual(['/api/global/delayed_quotes/options/BRK.B.json'])
    expect(market.status()).toMatchObject({
      delayedSeconds: 900,
      asOf: null,
      simulated: false,
      state: 'open',
    })
    expect(market.capabilities().chains).toMatchObject({
      dataClass: 'delayed',
      delayedSeconds: 900,
      isLicensed: true,
    })
    expect(market.capabilities().bars).toBeNull()
  })

  test.each(['RUT', '^RUT'])(
    'of the index %s has the roots of both settlements and no volume',
    async (symbol) => {
      const { market, standIn } = setUp()
      const chain = await market.chain(symbol)
      expect(standIn.paths.at(-1)).toBe('/api/global/delayed_quotes/options/_RUT.json')
      expect(chain).toMatchObject({ symbol, style: 'european' })
      expect(new Set(chain!.contracts.map(({ id }) => rootOf(id)))).toEqual(new Set(['RUT', 'RUTW']))
      expect((await market.quote(symbol))!.volume).toBeNull()
      expect(await market.profile(symbol)).toMatchObject({ kind: 'index' })
    },
  )

  test.each([
    ['before the open', '2026-11-20T13:00:00Z', '2026-11-19T21:00:00.000Z'],
    ['a few minutes after the open', '2026-11-20T14:40:00Z', '2026-11-19T21:00:00.000Z'],
    ['in the evening', '2026-11-21T03:00:00Z', '2026-11-20T21:00:00.000Z'],
    ['at the weekend', '2026-11-22T18:00:00Z', '2026-11-20T21:00:00.000Z'],
    ['on a half day, after its close at 13:00', '2026-11-27T19:30:00Z', '2026-11-27T18:00:00.000Z'],
  ])('%s has the time of the session that its quotes are of', async (_, now, asOf) => {
    const { market } = setUp(new Date(now))
    expect((await market.chain('KO'))!.asOf.toISOString()).toBe(asOf)
  })

  test('without optional fields has no bids, no trades and no change, but no invented numbers', async () => {
    const { market, standIn } = setUp()
    standIn.fault = 'sparse'
    const chain = await market.chain('KO')
    expect(new Set(chain!.contracts.map(({ bid, ask }) => `${bid} ${ask}`))).toEqual(new Set(['0 0', '0 1']))
    expect(chain!.contracts[0]).toMatchObject({ last: null, volume: null, openInterest: null })
    expect(await market.quote('KO')).toMatchObject({
      change: null,
      percentageChange: null,
      volume: null,
      time: chain!.asOf.toISOString(),
    })
  })
})

describe('faults', () => {
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => void vi.useRealTimers())
  /** The result or the message of a call, after all its retries. */
  const outcome = async (call: Promise<unknown>): Promise<unknown> => {
    const result = call.catch((error: Error) => error.message)
    await vi.advanceTimersByTimeAsync(60_000)
    return result
  }

  test('a name that Cboe does not have is an unknown symbol, although it answers 403', async () => {
    const { market, lines } = setUp()
    expect(await outcome(market.chain('ZZZZ'))).toBeUndefined()
    expect(await market.profile('ZZZZ')).toBeUndefined()
    expect(market.capabilities().chains?.state).toBe('working')
    expect(lines).toEqual([])
  })

  test('a caller that Cboe blocks gets one line with what to do, and the last quotes', async () => {
    const { market, standIn, lines } = setUp()
    const before = await market.chain('KO')
    standIn.fault = 'blocked'
    await vi.advanceTimersByTimeAsync(61_000)
    expect(await outcome(market.chain('KO'))).toBe(before)
    expect(await outcome(market.chain('MSFT'))).toContain('cboe refuses access')
    expect(lines).toHaveLength(1)
    expect(lines[0]).toMatchObject({ level: 'error', event: 'market-access-denied', fields: { status: 403 } })
    expect(market.capabilities().quotes?.state).toBe('denied')
    expect(market.status().stale).toBe(true)

    standIn.fault = 'none'
    expect(await outcome(market.chain('MSFT'))).toMatchObject({ symbol: 'MSFT' })
    expect(market.capabilities().quotes?.state).toBe('working')
    expect(await outcome(market.chain('ZZZZ')), 'a name that Cboe does not have').toBeUndefined()
  })

  test('a 403 to every name is a block, not an empty market', async () => {
    const { market, standIn } = setUp()
    standIn.fault = 'blocked'
    expect(await outcome(market.chain('ZZZZ'))).toContain('cboe refuses access')
    expect(await outcome(market.chain('KO'))).toContain('cboe refuses access')
  })

  test.each([
    ['unavailable', 'cboe answered 503 to /api/global/delayed_quotes/options/KO.json'],
    ['silent', 'cboe did not respond to /api/global/delayed_quotes/options/KO.json'],
    ['truncated', 'cboe sent no complete JSON'],
    ['wrong-types', 'data.options.3.bid: expected number, got "n/a"'],
    ['no-price', 'current_price of KO: expected a positive price'],
  ] as const)('%s: the call fails with the reason, and later ones succeed', async (fault, message) => {
    const { market, standIn } = setUp()
    // `AbortSignal.timeout` does not use the fake timers.
    vi.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => {
      const controller = new AbortController()
      setTimeout(() => controller.abort(new DOMException('too late', 'TimeoutError')), ms)
      return controller.signal
    })
    onTestFinished(() => void vi.restoreAllMocks())
    standIn.fault = fault
    expect(await outcome(market.chain('KO'))).toContain(message)
    standIn.fault = 'none'
    expect(await outcome(market.chain('KO'))).toMatchObject({ symbol: 'KO' })
  })

  test('an outage leaves the last quotes with their own time for half an hour, marked as stale', async () => {
    const { market, standIn } = setUp()
    const before = await market.chain('KO')
    standIn.fault = 'unavailable'
    await vi.advanceTimersByTimeAsync(61_000)
    for (let count = 0; count < 3; count++) expect(await outcome(market.chain('KO'))).toBe(before)
    expect(market.status().stale).toBe(true)
    expect(market.capabilities().chains?.state).toBe('failing')
    await vi.advanceTimersByTimeAsync(30 * 60_000)
    expect(await outcome(market.chain('KO'))).toContain('cboe')
  })

  test('watching delivers each new price once, and stops', async () => {
    const { market, standIn } = setUp()
    const quotes: Quote[] = []
    const stop = market.watch(['KO', 'ZZZZ'], (quote) => quotes.push(quote))
    await vi.advanceTimersByTimeAsync(45_000)
    expect(quotes).toHaveLength(1)
    standIn.now = new Date(openTime.getTime() + 120_000)
    await vi.advanceTimersByTimeAsync(90_000)
    expect(quotes).toHaveLength(2)
    expect(quotes[1]!.time > quotes[0]!.time).toBe(true)
    stop()
    const callCount = standIn.paths.length
    await vi.advanceTimersByTimeAsync(600_000)
    expect(standIn.paths).toHaveLength(callCount)
  })

  test('a scan of many symbols stays within a call a second', async () => {
    const { market, standIn } = setUp()
    standIn.unknownStatus = 404
    const calls = Array.from({ length: 30 }, (_, index) => market.chain(`X${index}`))
    await vi.advanceTimersByTimeAsync(10_000)
    expect(standIn.paths.length).toBeGreaterThanOrEqual(10)
    expect(standIn.paths.length).toBeLessThanOrEqual(21)
    await vi.advanceTimersByTimeAsync(30_000)
    await Promise.all(calls)
    expect(standIn.paths).toHaveLength(30)
  })
})

const recordedFile = fileURLToPath(
  new URL('../../../../shared/market-data/vendors/cboe/_RUT-2023-09-21.json.gz', import.meta.url),
)

describe.skipIf(!existsSync(recordedFile))(`the recorded chain of an index (needs ${recordedFile})`, () => {
  const open = (now: Date): Market =>
    openCboeDelayed({
      log: () => {},
      universe: ['^RUT'],
      riskFreeRate: 0.053,
      clock: () => now,
      fetch: async () => new Response(gunzipSync(readFileSync(recordedFile))),
    })

  test('passes byte for byte: every contract that had not expired, of both roots', async () => {
    const market = open(new Date('2023-09-21T03:30:00Z'))
    const chain = await market.chain('^RUT')
    // Written at 23:17 in New York on September 20: quotes of that session, whose own options have expired.
    expect(chain).toMatchObject({
      asOf: new Date('2023-09-20T20:00:00Z'),
      underlyingPrice: 1806.1193,
      style: 'european',
    })
    const raw = JSON.parse(gunzipSync(readFileSync(recordedFile)).toString('utf8')) as {
      data: { options: { option: string; iv: number; bid: number; ask: number; open_interest: number }[] }
    }
    const listed = raw.data.options.filter(({ option }) => parseOsi(option)!.expiry > '2023-09-20')
    expect(listed.length).toBeGreaterThan(6000)
    expect(chain!.contracts).toHaveLength(listed.length)
    const byId = new Map(chain!.contracts.map((contract) => [contract.id, contract]))
    for (const { option, bid, ask, open_interest } of listed)
      expect(byId.get(option), option).toMatchObject({ bid, ask, openInterest: open_interest })
    expect(new Set(chain!.contracts.map(({ id }) => rootOf(id)))).toEqual(new Set(['RUT', 'RUTW']))
    // Cboe sends 0 for an unknown volatility; the contracts stay, with their quotes.
    const withoutVolatility = listed.filter(({ iv }) => iv === 0)
    expect(withoutVolatility.length).toBeGreaterThan(500)
    expect(withoutVolatility.every(({ option }) => byId.has(option))).toBe(true)
  })

  test('has the change of the session and the time of the last trade in New York', async () => {
    const market = open(new Date('2023-09-21T03:30:00Z'))
    expect(await market.quote('^RUT')).toEqual({
      symbol: '^RUT',
      last: 1806.1193,
      change: -20.8807,
      percentageChange: -1.1429,
      volume: null,
      time: '2023-09-20T20:15:04.000Z',
    })
  })
})
