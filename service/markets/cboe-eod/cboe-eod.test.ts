import { mkdtempSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { marketSuite } from '#service/markets/market.suite.ts'
import { rootOf } from '#service/markets/osi.ts'
import type { LogFields } from '#service/shared/log.ts'
import { openEodMarket, type EodMarketOptions } from './cboe-eod.ts'
import {
  csvOf,
  fileName,
  marketOf,
  rowOf,
  rowsOf,
  temporaryFolder,
  writeFile,
  writeRecentFile,
  type EodRow,
  eventually,
} from './eod-files.fixture.ts'

const day = '2026-08-20'
const nextDay = '2026-08-21'

type LogLine = { readonly level: string; readonly event: string; readonly fields: LogFields | undefined }

async function open(folder: string, options: Partial<EodMarketOptions> = {}) {
  const lines: LogLine[] = []
  const market = await openEodMarket(folder, {
    log: (level, event, fields) => lines.push({ level, event, fields }),
    riskFreeRate: 0.042,
    isWatched: false,
    maxCached: 100,
    ...options,
  })
  onTestFinished(() => market.close())
  return { market, lines }
}

/** A market of one file. */
const openRows = async (rows: readonly EodRow[], options: { hasCalculations?: boolean } = {}, on = day) => {
  const folder = temporaryFolder()
  writeFile(folder, fileName(on), csvOf(rows, options))
  return open(folder)
}

for (const hasCalculations of [true, false]) {
  describe(hasCalculations ? 'with calculations' : 'without calculations', () => {
    const folder = mkdtempSync(join(tmpdir(), 'cboe-eod-suite-'))
    beforeAll(async () =>
      writeFile(folder, fileName(nextDay), csvOf(await rowsOf(nextDay), { hasCalculations })),
    )
    afterAll(() => rmSync(folder, { recursive: true }))
    marketSuite("Cboe's end-of-day files", () =>
      openEodMarket(folder, { log: () => {}, riskFreeRate: 0.042, isWatched: false, maxCached: 100 }),
    )
  })
}

describe('a day', () => {
  test('has the quotes of 15:45, the clock of its close, and the licence of end-of-day data', async () => {
    const { market } = await openRows(await rowsOf(day))
    const expected = await marketOf(day).chain('AAPL')
    const chain = await market.chain('AAPL')
    expect(chain!.asOf.toISOString()).toBe('2026-08-20T19:45:00.000Z')
    expect(chain!.underlyingPrice).toBeCloseTo(expected!.underlyingPrice, 4)
    expect(chain!.contracts).toEqual(
      expected!.contracts.slice(0, chain!.contracts.length).map((contract) => ({
        ...contract,
        last: contract.last || null,
        volume: contract.volume ?? 0,
        openInterest: contract.openInterest ?? 0,
      })),
    )
    expect(market.now().toISOString()).toBe('2026-08-20T20:00:00.000Z')
    expect(market.status()).toEqual({
      state: 'closed',
      delayedSeconds: 0,
      simulated: false,
      asOf: '2026-08-20T20:00:00.000Z',
    })
    expect(market.capabilities().chains).toMatchObject({
      dataClass: 'end-of-day',
      isLicensed: true,
      source: 'Cboe',
    })
    expect(market.capabilities().bars).toBeNull()
    expect(await market.bars('AAPL')).toMatchObject({ date: [] })
    expect(market.benchmark()).toBe('SPY')
  })

  test('of an early close has its quotes at 12:45', async () => {
    const { market } = await openRows(await rowsOf('2026-11-27', { symbols: ['KO'] }), {}, '2026-11-27')
    expect((await market.chain('KO'))!.asOf.toISOString()).toBe('2026-11-27T17:45:00.000Z')
    expect(market.now().toISOString()).toBe('2026-11-27T18:00:00.000Z')
  })

  test('quotes the underlying at the close, or at 15:45 if its quotes were withdrawn by then', async () => {
    const rows = await rowsOf(day, { symbols: ['KO', 'XOM'] })
    const { market } = await openRows(
      rows.map((row) =>
        row['underlying_symbol'] === 'KO'
          ? { ...row, underlying_bid_eod: '10', underlying_ask_eod: '900' }
          : row,
      ),
    )
    const chains = { KO: await market.chain('KO'), XOM: await market.chain('XOM') }
    expect(await market.quote('KO')).toEqual({
      symbol: 'KO',
      last: chains.KO!.underlyingPrice,
      change: null,
      percentageChange: null,
      volume: null,
      time: '2026-08-20T19:45:00.000Z',
    })
    const quote = await market.quote('XOM')
    expect(quote!.last).toBeCloseTo(chains.XOM!.underlyingPrice * 1.001, 3)
    expect(quote!.time).toBe('2026-08-20T20:00:00.000Z')
  })

  test('keeps the roots of adjusted contracts, and omits those that only the delivery code marks', async () => {
    const chain = (await marketOf(day).chain('KO'))!
    const [a, b, c] = chain.contracts.slice(20, 23) as [
      (typeof chain.contracts)[number],
      (typeof chain.contracts)[number],
      (typeof chain.contracts)[number],
    ]
    const { market } = await openRows([
      rowOf(chain, a),
      rowOf(chain, b, { root: 'KO1', delivery_code: '1' }),
      rowOf(chain, c, { delivery_code: '1' }),
    ])
    expect((await market.chain('KO'))!.contracts.map(({ id }) => rootOf(id)).toSorted()).toEqual([
      'KO',
      'KO1',
    ])
  })

  test('omits contracts that have expired at its close', async () => {
    const rows = await rowsOf(day, { symbols: ['KO'], limit: 4 })
    const { market } = await openRows([{ ...rows[0]!, expiration: day }, ...rows.slice(1)])
    expect((await market.chain('KO'))!.contracts).toHaveLength(3)
  })
})

describe('an index', () => {
  /** Rows of `^SPX`: the active price is the forward of each expiration. */
  const indexRows = async (changes: EodRow = {}): Promise<EodRow[]> => {
    const rows = await rowsOf(day, { symbols: ['SPY'], limit: 400 })
    const expiries = [...new Set(rows.map((row) => row['expiration']))]
    return rows.map((row, index) => ({
      ...row,
      underlying_symbol: '^SPX',
      root: index % 2 ? 'SPXW' : 'SPX',
      underlying_bid_1545: '0.0000',
      underlying_ask_1545: '0.0000',
      underlying_bid_eod: '0.0000',
      underlying_ask_eod: '0.0000',
      active_underlying_price_1545: (6400 + 10 * expiries.indexOf(row['expiration'])).toFixed(4),
      ...changes,
    }))
  }

  test('has European options of both settlements, and the forward of the nearest expiration as its price', async () => {
    const { market } = await openRows((await indexRows()).toReversed())
    const chain = await market.chain('^SPX')
    expect(chain).toMatchObject({ symbol: '^SPX', style: 'european', underlyingPrice: 6400 })
    expect(new Set(chain!.contracts.map(({ id }) => rootOf(id)))).toEqual(new Set(['SPX', 'SPXW']))
    expect(await market.quote('^SPX')).toMatchObject({ last: 6400, time: '2026-08-20T19:45:00.000Z' })
    expect(await market.profile('^SPX')).toMatchObject({ kind: 'index' })
  })

  test('with a licence for its values has the middle of them', async () => {
    const { market } = await openRows(
      await indexRows({ underlying_bid_1545: '6390.1', underlying_ask_1545: '6390.3' }),
    )
    expect((await market.chain('^SPX'))!.underlyingPrice).toBe(6390.2)
  })

  test('without any price is left out, with one line that names it', async () => {
    const rows = [...(await indexRows()), ...(await rowsOf(day, { symbols: ['KO'] }))]
    const { market, lines } = await openRows(rows, { hasCalculations: false })
    expect(await market.universe()).toEqual(['KO'])
    expect(await market.chain('^SPX')).toBeUndefined()
    expect(lines).toEqual([
      {
        level: 'warn',
        event: 'market-symbols-skipped',
        fields: { file: fileName(day), reason: 'no price of the underlying: ^SPX', symbols: 1 },
      },
    ])
  })
})

describe('broken data', () => {
  test.each([
    ['strike', 'abc', 'strike: expected a number of at least 0, got "abc"'],
    ['bid_1545', '-1', 'bid_1545: expected a number of at least 0, got "-1"'],
    ['expiration', '2026-02-30', 'expiration: expected a day such as 2026-09-18, got "2026-02-30"'],
    ['option_type', 'X', 'option_type: expected C or P, got "X"'],
    ['root', 'K O', 'root: expected at most 6 letters and digits, got "K O"'],
    ['quote_date', '2026-08-19', 'quote_date: expected 2026-08-20, got "2026-08-19"'],
  ])('a line with %s "%s" is skipped, with file and line in the log', async (column, text, problem) => {
    const rows = await rowsOf(day, { symbols: ['JPM', 'KO'], limit: 5 })
    const { market, lines } = await openRows(rows.with(7, { ...rows[7]!, [column]: text }))
    for (const symbol of ['KO', 'JPM', 'KO']) await market.chain(symbol)
    expect((await market.chain('KO'))!.contracts).toHaveLength(4)
    expect((await market.chain('JPM'))!.contracts).toHaveLength(5)
    expect(lines.map(({ event, fields }) => [event, fields!['line']])).toEqual([
      ['market-line-skipped', `${fileName(day)}:9: ${problem}; skipped`],
    ])
  })

  test('a line with too few fields is skipped; a symbol whose lines are all broken has a chain with the reason', async () => {
    const folder = temporaryFolder()
    const [header, ...lines] = csvOf(await rowsOf(day, { symbols: ['JPM', 'KO'], limit: 2 }))
      .trimEnd()
      .split('\n')
    const short = lines.map((line) => (line.startsWith('KO') ? line.split(',').slice(0, 30).join(',') : line))
    writeFile(folder, fileName(day), `${[header, ...short].join('\r\n')}\r\n`)
    const { market, lines: log } = await open(folder)
    expect(await market.chain('KO')).toMatchObject({
      contracts: [],
      readError: 'no line of KO has a price of the underlying',
    })
    expect(await market.quote('KO')).toBeUndefined()
    expect((await market.chain('JPM'))!.contracts).toHaveLength(2)
    expect(log.map(({ fields }) => fields!['line'])).toEqual([
      `${fileName(day)}:4: expected 34 fields, got 30; skipped`,
      `${fileName(day)}:5: expected 34 fields, got 30; skipped`,
    ])
  })

  test('logs at most a hundred lines of a file, and that there are more', async () => {
    const rows = await rowsOf(day, { symbols: ['AAPL'], limit: 150 })
    const { market, lines } = await openRows(rows.map((row) => ({ ...row, option_type: '?' })))
    await market.chain('AAPL')
    expect(lines).toHaveLength(101)
    expect(lines.at(-1)!.fields!['line']).toBe(`${fileName(day)}: more lines are broken; they are not logged`)
  })

  test.each([
    [
      'a file of another day',
      async () => csvOf(await rowsOf('2026-08-19')),
      'expected 2026-08-20 as in the name',
    ],
    ['another file', async () => 'date,open\n2026-08-20,1\n', "expected those of Cboe's Option EOD Summary"],
    ['an empty file', async () => '', 'expected lines with options, got none'],
    ['an incomplete file', async () => csvOf(await rowsOf(day)).slice(0, -30), 'the last line is incomplete'],
  ])('%s is not used: the day before stays', async (_, text, problem) => {
    const folder = temporaryFolder()
    writeFile(folder, fileName('2026-08-18'), csvOf(await rowsOf('2026-08-18')))
    writeFile(folder, fileName(day), await text())
    const { market, lines } = await open(folder)
    expect(market.today()).toBe('2026-08-18')
    expect(lines).toHaveLength(1)
    expect(lines[0]).toMatchObject({ level: 'warn', event: 'market-file-skipped' })
    expect(lines[0]!.fields!['line']).toContain(problem)
  })

  test('a file whose lines are not sorted is read from all its ranges', async () => {
    const rows = await rowsOf(day, { symbols: ['JPM', 'KO'], limit: 6 })
    const mixed = Array.from({ length: 6 }, (_, index) => [rows[index + 6]!, rows[index]!]).flat()
    const { market } = await openRows(mixed)
    expect((await market.chain('KO'))!.contracts).toHaveLength(6)
    expect(await market.universe()).toEqual(['JPM', 'KO'])
  })

  test('without a usable file the start says what was expected', async () => {
    const folder = temporaryFolder()
    writeFile(folder, 'notes.txt', 'nothing')
    writeFile(folder, 'quotes.csv', csvOf(await rowsOf(day)))
    await expect(open(folder)).rejects.toThrow(
      `no end-of-day file in ${folder} can be used: expected one file a day, with its day in the name`,
    )
    await expect(open(join(folder, 'missing'))).rejects.toThrow('ENOENT')
  })
})

describe('a watched folder', () => {
  const intervals = { isWatched: true, pollMs: 20, settleMs: 20 }
  /** Resolves with the market's new day. */
  const nextNewDay = (market: Awaited<ReturnType<typeof open>>['market']) =>
    new Promise<string>((resolve) => {
      const stop = market.onNewDay!(() => {
        stop()
        resolve(market.today())
      })
    })
  const watched = async () => {
    const folder = temporaryFolder()
    writeFile(folder, fileName(day), csvOf(await rowsOf(day)))
    const { market, lines } = await open(folder, intervals)
    return { folder, market, lines }
  }

  test('a new file becomes the new day: clock, chains, universe and watched quotes', async () => {
    const { folder, market, lines } = await watched()
    const prices: string[] = []
    market.watch(['KO', 'NO-SUCH'], ({ time }) => prices.push(time))
    const newDay = nextNewDay(market)
    writeRecentFile(folder, fileName(nextDay), csvOf(await rowsOf(nextDay, { symbols: ['KO', 'MSFT'] })))
    expect(await newDay).toBe(nextDay)
    expect(market.status().asOf).toBe('2026-08-21T20:00:00.000Z')
    expect(await market.universe()).toEqual(['KO', 'MSFT'])
    expect((await market.chain('KO'))!.asOf.toISOString()).toBe('2026-08-21T19:45:00.000Z')
    expect(await market.chain('AAPL')).toBeUndefined()
    await eventually(() => expect(prices).toEqual(['2026-08-21T20:00:00.000Z']))
    expect(lines.map(({ event }) => event)).toContain('market-day-opened')
  })

  test('a growing file is not used before its last line is complete', async () => {
    const { folder, market, lines } = await watched()
    const text = csvOf(await rowsOf(nextDay))
    const newDay = nextNewDay(market)
    writeRecentFile(folder, fileName(nextDay), text.slice(0, text.length / 2))
    // It stops growing in the middle of a line: the download was interrupted.
    await eventually(() => expect(lines.some(({ event }) => event === 'market-file-skipped')).toBe(true))
    expect(market.today()).toBe(day)
    writeRecentFile(folder, fileName(nextDay), text)
    expect(await newDay).toBe(nextDay)
    expect((await market.chain('XOM'))!.contracts.length).toBeGreaterThan(0)
  })

  test('a file that vanishes is still served, and so is a folder, until it comes back with a new day', async () => {
    const { folder, market, lines } = await watched()
    rmSync(join(folder, fileName(day)))
    expect((await market.chain('KO'))!.contracts.length).toBeGreaterThan(0)
    renameSync(folder, `${folder}-gone`)
    onTestFinished(() => rmSync(`${folder}-gone`, { recursive: true, force: true }))
    await eventually(() => expect(market.capabilities().chains!.state).toBe('failing'))
    expect(lines.filter(({ event }) => event === 'market-folder-unreadable')).toHaveLength(1)
    expect(market.today()).toBe(day)
    expect((await market.chain('MSFT'))!.contracts.length).toBeGreaterThan(0)
    const newDay = nextNewDay(market)
    renameSync(`${folder}-gone`, folder)
    writeRecentFile(folder, fileName(nextDay), csvOf(await rowsOf(nextDay)))
    expect(await newDay).toBe(nextDay)
    expect(market.capabilities().chains!.state).toBe('working')
  })

  test('a corrected file of the same day is opened again, without a new day', async () => {
    const { folder, market, lines } = await watched()
    let newDays = 0
    market.onNewDay!(() => newDays++)
    const rows = await rowsOf(day, { symbols: ['KO'], limit: 3 })
    writeFileSync(join(folder, fileName(day)), csvOf(rows))
    await eventually(async () => expect(await market.universe()).toEqual(['KO']))
    expect((await market.chain('KO'))!.contracts).toHaveLength(3)
    expect(newDays).toBe(0)
    expect(lines.filter(({ event }) => event === 'market-day-opened')).toHaveLength(1)
  })

  test('a file that is overwritten in place is not read at old offsets', async () => {
    const folder = temporaryFolder()
    writeFile(folder, fileName(day), csvOf(await rowsOf(day)))
    const { market } = await open(folder)
    writeFileSync(join(folder, fileName(day)), csvOf(await rowsOf(day, { symbols: ['KO'] })))
    await expect(market.chain('XOM')).rejects.toThrow('was changed while it was in use')
  })

  test('an older file changes nothing, and nothing happens after closing', async () => {
    const { folder, market, lines } = await watched()
    writeFile(folder, fileName('2026-08-19'), csvOf(await rowsOf('2026-08-19')))
    writeFile(folder, fileName(nextDay), csvOf(await rowsOf(nextDay)))
    expect(await nextNewDay(market)).toBe(nextDay)
    await market.close()
    const opened = () => lines.filter(({ event }) => event === 'market-day-opened').length
    expect(opened()).toBe(1)
    writeFile(folder, fileName('2026-08-24'), csvOf(await rowsOf('2026-08-24')))
    expect(readdirSync(folder)).toHaveLength(4)
    expect(market.today()).toBe(nextDay)
  })
})
