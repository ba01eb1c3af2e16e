/** Recordings that are interrupted, and of sources that fail. */
import { closeSync, existsSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { VendorError } from '#service/markets/kit/vendor-error.ts'
import type { Market } from '#service/markets/market.ts'
import { marketAt } from '#service/markets/simulated/simulated.fixture.ts'
import { openRecordedMarket } from '#service/markets/recorded/recorded-market.ts'
import { dataOf, scratchFolders } from '#service/markets/recorded/recordings.fixture.ts'
import { recordMarket } from './writer.ts'

const newFolder = scratchFolders()

describe('a recording that was interrupted', () => {
  /** The market; `calls` counts the calls by method. */
  function counted(market: Market) {
    const calls: Record<string, number> = {}
    const proxy = new Proxy(market, {
      get: (target, name: keyof Market) => {
        const method = target[name] as ((...args: unknown[]) => unknown) | undefined
        if (!method) return undefined
        return (...args: unknown[]) => {
          calls[name] = (calls[name] ?? 0) + 1
          return method(...args)
        }
      },
    })
    return { market: proxy, calls }
  }
  const symbols = ['SPY', 'AAPL', 'F']
  const instant = '2026-11-23T21:30:00Z'

  test('is resumed with the calls that are missing', async () => {
    const folder = newFolder()
    await recordMarket(marketAt(instant), { folder, symbols })
    rmSync(join(folder, 'chains-2026-11-23/AAPL.json.gz'))
    writeFileSync(join(folder, 'chains-2026-11-23/AAPL.json.gz.partial'), 'half a file')
    const { market, calls } = counted(marketAt(instant))
    expect(await recordMarket(market, { folder, symbols })).toMatchObject({ recorded: 1, kept: 2 })
    expect([calls['chain'], calls['quote']]).toEqual([1, 1])
    for (const name of ['profile', 'bars', 'earnings', 'volatilityHistory'])
      expect(calls[name] ?? 0, name).toBe(0)
    expect(await dataOf(await openRecordedMarket(folder), 'AAPL')).toEqual(
      await dataOf(marketAt(instant), 'AAPL'),
    )
    expect(existsSync(join(folder, 'chains-2026-11-23/AAPL.json.gz.partial'))).toBe(false)
  })

  test('is read again with `overwrites`, and keeps the symbols that are not named', async () => {
    const folder = newFolder()
    await recordMarket(marketAt(instant), { folder, symbols })
    const path = join(folder, 'chains-2026-11-23/AAPL.json.gz')
    const openFile = openSync(path, 'r')
    const before = readFileSync(path)
    const later = marketAt('2026-11-23T22:45:00Z')
    expect(await recordMarket(later, { folder, symbols: ['AAPL'], overwrites: true })).toMatchObject({
      recorded: 2,
      kept: 0,
    })
    const recorded = await openRecordedMarket(folder)
    expect(await dataOf(recorded, 'AAPL')).toEqual(await dataOf(later, 'AAPL'))
    expect((await recorded.profile('F'))?.companyName).toBe((await later.profile('F'))?.companyName)
    expect((await recorded.chain('F'))?.asOf).toEqual(new Date(instant))
    // A process that has the old file open reads it whole.
    expect(readFileSync(openFile).equals(before)).toBe(true)
    closeSync(openFile)
  })

  test('has the reference data of the symbols before the interruption', async () => {
    const folder = newFolder()
    const market = marketAt(instant)
    const universe = (await market.universe()).slice(0, 120)
    let profiles = 0
    const dying: Market = {
      ...market,
      bars: async () => undefined,
      chain: async () => undefined,
      // The process ends here: nothing that follows is written.
      profile: (symbol) => (++profiles > 110 ? new Promise(() => {}) : market.profile(symbol)),
    }
    void recordMarket(dying, { folder, symbols: universe })
    await expect.poll(() => profiles).toBe(111)
    const rows = JSON.parse(readFileSync(join(folder, 'fundamentals-2026-11-23.json'), 'utf8')) as object
    expect(Object.keys(rows)).toHaveLength(100)
  })
})

describe('a source that fails', () => {
  const base = marketAt('2026-11-23T21:30:00Z')

  test('at one part of a symbol loses only that part, which the next recording adds', async () => {
    const folder = newFolder()
    const failing: Market = {
      ...base,
      bars: async (symbol) => {
        if (symbol === 'AAPL') throw new VendorError('unavailable', 'Vendor: no response')
        return base.bars(symbol)
      },
      chain: async (symbol) => {
        const chain = await base.chain(symbol)
        return symbol === 'F' && chain ? { ...chain, contracts: [], readError: 'disk error' } : chain
      },
    }
    const symbols = ['AAPL', 'F', 'NOSUCH', 'BRK/WS']
    expect(await recordMarket(failing, { folder, symbols })).toEqual({
      day: '2026-11-23',
      recorded: 1,
      kept: 0,
      failures: [
        { symbol: 'AAPL', part: 'bars', reason: 'Vendor: no response' },
        { symbol: 'F', part: 'chain', reason: 'disk error' },
        { symbol: 'NOSUCH', part: 'profile', reason: 'simulated does not know the symbol' },
        { symbol: 'BRK/WS', part: 'symbol', reason: 'it cannot be the name of a file' },
      ],
      stopped: null,
    })
    expect(await recordMarket(base, { folder, symbols: ['AAPL', 'F'] })).toMatchObject({
      recorded: 2,
      kept: 1,
      failures: [],
    })
    const recorded = await openRecordedMarket(folder)
    for (const symbol of ['AAPL', 'F'])
      expect(await dataOf(recorded, symbol)).toEqual(await dataOf(base, symbol))
  })

  test('for twenty symbols in a row ends the recording', async () => {
    const down: Market = { ...base, profile: () => Promise.reject(new VendorError('denied', 'key refused')) }
    const symbols = await base.universe()
    const result = await recordMarket(down, { folder: newFolder(), symbols })
    expect(result.failures).toHaveLength(20)
    expect(result.stopped).toBe('nothing could be read of 20 symbols in a row')
  })

  test('at a part of every symbol does not end the recording', async () => {
    const symbols = (await base.universe()).slice(0, 25)
    const bars = () => Promise.reject(new VendorError('unavailable', 'no bars'))
    const chain = async (symbol: string) => ({ ...(await base.chain('F'))!, symbol })
    const result = await recordMarket({ ...base, bars, chain }, { folder: newFolder(), symbols })
    expect(result.stopped).toBeNull()
    expect(result.failures.length).toBeGreaterThanOrEqual(25)
  })

  test('does not end the recording if a symbol between the failures can be read', async () => {
    const symbols = (await base.universe()).filter((symbol) => symbol !== 'SPY').slice(0, 30)
    const profile: Market['profile'] = (symbol) =>
      symbol === symbols[14] ? base.profile(symbol) : Promise.reject(new VendorError('denied', 'refused'))
    const result = await recordMarket({ ...base, profile }, { folder: newFolder(), symbols })
    expect(result).toMatchObject({ recorded: 1, stopped: null })
    expect(result.failures).toHaveLength(30)
  })

  test.each(['brk.b', 'BRK-B', 'BRK/WS', ' SPY', 'A SYMBOL THAT IS TOO LONG', '../SPY', ''])(
    'is not asked for "%s", which cannot be the name of a file',
    async (symbol) => {
      const folder = newFolder()
      const { failures } = await recordMarket(base, { folder, symbols: [symbol] })
      expect(failures).toEqual([{ symbol, part: 'symbol', reason: 'it cannot be the name of a file' }])
      expect(await (await openRecordedMarket(folder)).universe()).toEqual(['SPY'])
    },
  )

  test('for its rate limit is asked again after the time that it names', async () => {
    const waits: number[] = []
    let throttledCalls = 3
    const throttled: Market = {
      ...base,
      chain: async (symbol) => {
        if (throttledCalls-- > 0) throw new VendorError('throttled', 'limit', { retryAfterMs: 1234 })
        return base.chain(symbol)
      },
    }
    const folder = newFolder()
    const wait = async (ms: number) => void waits.push(ms)
    expect(await recordMarket(throttled, { folder, symbols: ['SPY'], wait })).toMatchObject({ failures: [] })
    expect(waits).toEqual([1234, 1234, 1234])
  })

  test('for its daily limit is not waited for', async () => {
    const waits: number[] = []
    const throttled: Market = {
      ...base,
      chain: () => Promise.reject(new VendorError('throttled', 'daily limit', { retryAfterMs: 3_600_000 })),
    }
    const wait = async (ms: number) => void waits.push(ms)
    const { failures } = await recordMarket(throttled, { folder: newFolder(), symbols: ['SPY'], wait })
    expect([failures, waits]).toEqual([[{ symbol: 'SPY', part: 'chain', reason: 'daily limit' }], []])
  })

  test('whose session changes ends the recording, which is of one day', async () => {
    let now = new Date('2026-11-23T14:00:00Z')
    const market: Market = {
      ...marketAt(now),
      today: () => (now < new Date('2026-11-23T14:30:00Z') ? '2026-11-20' : '2026-11-23'),
      bars: async (symbol) => {
        now = new Date('2026-11-23T14:31:00Z')
        return base.bars(symbol)
      },
    }
    const result = await recordMarket(market, { folder: newFolder(), symbols: ['SPY', 'AAPL'] })
    expect(result).toMatchObject({
      day: '2026-11-20',
      recorded: 1,
      stopped: 'the session of 2026-11-23 has begun, and a recording is of one day',
    })
  })
})
