import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { tradingDaysUpTo } from '#service/markets/calendar.ts'
import { openRecordedMarket } from './recorded-market.ts'
import { marketSuite } from '#service/markets/market.suite.ts'
import type { Market } from '#service/markets/market.ts'
import { osiSymbol } from '#service/markets/osi.ts'

const sharedFolder = fileURLToPath(new URL('../../../../shared/market-data', import.meta.url))
const scratchFolder = mkdtempSync(join(tmpdir(), 'files-market-'))
afterAll(() => rmSync(scratchFolder, { recursive: true }))

const defined = async <T>(value: Promise<T | undefined>): Promise<T> => {
  const result = await value
  if (result === undefined) throw new Error('unknown symbol')
  return result
}

type RawQuote = Record<string, unknown>
const rawQuote = (
  symbol: string,
  expiration: string,
  side: 'call' | 'put',
  strike: number,
  overrides: RawQuote = {},
): RawQuote => ({
  symbol: osiSymbol(symbol, expiration, side, strike),
  expiration,
  side,
  strike,
  bid: 1,
  ask: 1.2,
  last: 1.1,
  volume: 5,
  openInterest: 40,
  ...overrides,
})
const csv = (days: readonly string[], price = 100) =>
  `date,open,high,low,close,volume\n${days.map((day, i) => `${day},${price + i},${price + i + 2},${price + i - 2},${price + i + 1},${1000 + i}`).join('\n')}\n`

/**
 * Creates a small data folder of 2026-08-21: one symbol with all kinds of data, others with some of
 * them.
 */
function makeFolder(): string {
  const folder = mkdtempSync(join(scratchFolder, 'data-'))
  for (const name of ['chains-2026-08-21', 'bars-2025_2026-08-21', 'reference']) mkdirSync(join(folder, name))
  const days = tradingDaysUpTo('2026-08-21', 60)
  writeFileSync(join(folder, 'bars-2025_2026-08-21/AAA.csv'), csv(days))
  writeFileSync(join(folder, 'bars-2025_2026-08-21/SPY.csv.gz'), gzipSync(csv(days, 500)))
  const oldDays = tradingDaysUpTo('2026-02-27', 40)
  const lines = ['AAA', 'BRK-B', 'OLD'].flatMap((symbol) =>
    oldDays.map((day, i) => `${symbol},${day},${50 + i},${52 + i},${49 + i},${51 + i},${i === 3 ? '' : 900}`),
  )
  writeFileSync(
    join(folder, 'bars-2025_2026-02-27-universe.csv.gz'),
    gzipSync(`symbol,date,open,high,low,close,volume\r\n${lines.join('\r\n')}\r\n`),
  )
  const quotes = [
    rawQuote('AAA', '2026-09-18', 'put', 160),
    rawQuote('AAA', '2026-09-18', 'call', 162.5, { bid: 0, ask: 0.05, volume: null, openInterest: null }),
    rawQuote('AAA', '2026-09-18', 'call', 160),
    rawQuote('AAA', '2026-08-21', 'call', 160),
    rawQuote('AAA1', '2026-09-18', 'call', 16),
    rawQuote('AAA', '2026-10-16', 'call', 41.67, { bid: null, last: null }),
  ]
  writeFileSync(
    join(folder, 'chains-2026-08-21/AAA.json.gz'),
    gzipSync(JSON.stringify({ symbol: 'AAA', underlyingPrice: 160.0000061, quotes })),
  )
  writeFileSync(
    join(folder, 'chains-2026-08-21/CCC.json'),
    JSON.stringify({
      symbol: 'CCC',
      underlyingPrice: 70.1500015,
      quotes: [rawQuote('CCC', '2026-10-16', 'put', 70)],
    }),
  )
  writeFileSync(
    join(folder, 'fundamentals-2026-08-21.json'),
    JSON.stringify({
      AAA: {
        name: 'Triple A, Inc.',
        sector: 'Energy',
        marketCap: 5e9,
        trailingEps: -3.88,
        dividendYield: 0.35,
        fiftyTwoWeekLow: 98.5,
        fiftyTwoWeekHigh: 163.2,
      },
      SPY: { name: 'S&P 500 Fund', dividendYield: 1.01 },
    }),
  )
  writeFileSync(
    join(folder, 'reference/sp500-constituents.csv'),
    'Symbol,Security,GICS Sector,Headquarters\nOLD,"Old, ""Co"" Inc.",Health Care,"Saint Paul, Minnesota"\nBRK.B,Berkshire Hathaway,Financials,Omaha\n',
  )
  writeFileSync(
    join(folder, 'reference/earnings-calendar-2026.csv'),
    '\uFEFFsymbol,name,reportDate,timeOfTheDay\nAAA,Triple A,5/26/26,post-market\nCCC,Triple C,8/21/26,post-market\nOLD,Old,5/22/26,\n',
  )
  writeFileSync(
    join(folder, 'reference/earnings-next-2026.json'),
    JSON.stringify({ results: { AAA: [{ date: '2026-09-02' }] } }),
  )
  return folder
}

marketSuite('recorded market, small folder', async () => openRecordedMarket(makeFolder()))

describe('a data folder', () => {
  const logged: string[] = []
  let folder = ''
  const open = (): Promise<Market> => openRecordedMarket(folder, { log: (message) => logged.push(message) })
  beforeEach(() => {
    logged.length = 0
    folder = makeFolder()
  })

  it('fixes the clock at the close of its last day', async () => {
    const market = await open()
    expect(market.now().toISOString()).toBe('2026-08-21T20:00:00.000Z')
    expect(market.today()).toBe('2026-08-21')
    expect(market.status()).toMatchObject({
      state: 'closed',
      simulated: false,
      delayedSeconds: 0,
      asOf: '2026-08-21T20:00:00.000Z',
    })
    expect(await market.universe()).toEqual(['AAA', 'BRK.B', 'CCC', 'OLD', 'SPY'])
    expect(market.benchmark()).toBe('SPY')
    expect(logged).toEqual([])
  })

  it('rounds float noise, fills missing quotes with 0, omits expired and adjusted contracts', async () => {
    const chain = await defined((await open()).chain('AAA'))
    expect(chain.underlyingPrice).toBe(160)
    expect(chain.style).toBe('american')
    expect(chain.contracts.map(({ id }) => id)).toEqual([
      'AAA260918C00160000',
      'AAA260918P00160000',
      'AAA260918C00162500',
      'AAA261016C00041670',
    ])
    expect(chain.contracts[2]).toMatchObject({ bid: 0, ask: 0.05, volume: null, openInterest: null })
    expect(chain.contracts[3]).toMatchObject({ bid: 0, last: null, strike: 41.67 })
  })

  it('takes the quote from the bar of the day, otherwise from the chain, otherwise from the last bar', async () => {
    const market = await open()
    expect(await market.quote('AAA')).toEqual({
      symbol: 'AAA',
      last: 160,
      change: 1,
      percentageChange: 0.6289,
      volume: 1059,
      time: '2026-08-21T20:00:00.000Z',
    })
    expect(await market.quote('CCC')).toMatchObject({
      last: 70.15,
      change: null,
      percentageChange: null,
      volume: null,
      time: '2026-08-21T20:00:00.000Z',
    })
    expect(await market.quote('OLD')).toMatchObject({ last: 90, change: 1, time: '2026-02-27T21:00:00.000Z' })
  })

  it('converts percent to decimals, keeps negative earnings, and uses one set of sector names', async () => {
    const market = await open()
    expect(await market.profile('AAA')).toMatchObject({
      companyName: 'Triple A, Inc.',
      sector: 'Energy',
      eps: -3.88,
      dividendYield: 0.0035,
      yearRange: { low: 98.5, high: 163.2, day: '2026-08-21' },
      kind: 'stock',
    })
    expect(await market.profile('SPY')).toMatchObject({ kind: 'etf', marketCap: null })
    expect(await market.profile('OLD')).toMatchObject({
      companyName: 'Old, "Co" Inc.',
      sector: 'Healthcare',
      eps: null,
    })
    expect(await market.profile('BRK.B')).toMatchObject({
      companyName: 'Berkshire Hathaway',
      sector: 'Financial Services',
    })
  })

  it('returns the known next earnings, otherwise an estimate, otherwise null', async () => {
    const market = await open()
    expect(await market.earnings('AAA')).toEqual({
      day: '2026-09-02',
      time: 'Unknown',
      estimated: false,
      past: [{ day: '2026-05-26', time: 'AfterClose' }],
    })
    expect(await market.earnings('CCC')).toEqual({ day: '2026-08-21', time: 'AfterClose', estimated: false })
    expect(await market.earnings('OLD')).toMatchObject({
      day: '2026-11-20',
      time: 'Unknown',
      estimated: true,
    })
    expect(await market.earnings('SPY')).toBeNull()
  })

  it('logs a broken bar file with its line, skips it and serves the others', async () => {
    const days = tradingDaysUpTo('2026-08-21', 20)
    const lines = csv(days).split('\n')
    lines[16] = (lines[16] as string).replace(/,[\d.]+,(\d+)$/, ',x,$1')
    writeFileSync(join(folder, 'bars-2025_2026-08-21/BAD.csv'), lines.join('\n'))
    const market = await open()
    expect(logged).toEqual(['bars-2025_2026-08-21/BAD.csv:17: close: expected a number, got "x"; skipped'])
    expect(await market.bars('BAD')).toBeUndefined()
    expect((await market.bars('AAA'))?.date.length).toBe(60)
  })

  it.each([
    ['date,open\n', ':1: expected a column "high"'],
    [
      'date,open,high,low,close,volume\n2026-02-30,1,1,1,1,1\n',
      ':2: date: expected YYYY-MM-DD, got "2026-02-30"',
    ],
    ['date,open,high,low,close,volume\n2026-08-20,1,1,1,,1\n', ':2: expected at least one bar'],
    [
      'date,open,high,low,close,volume\n2026-08-20,1,1,1,1,-5\n',
      ':2: volume: expected a non-negative number, got "-5"',
    ],
    [
      'date,open,high,low,close,volume\n2026-08-20,1,1,-1,1,1\n',
      ':2: low: expected a positive number, got "-1"',
    ],
    ['', ':1: expected a column'],
    ['date,open,high,low,close,volume\n', ':2: expected at least one bar'],
  ])('logs the line and the problem of the bar file %j', async (text, fault) => {
    writeFileSync(join(folder, 'bars-2025_2026-08-21/BAD.csv'), text)
    await open()
    expect(logged.length).toBe(1)
    expect(logged[0]).toContain(`bars-2025_2026-08-21/BAD.csv${fault}`)
  })

  const bar = (day: string, close: number) => `${day},10,12,9,${close},100`
  const barHeader = 'date,open,high,low,close,volume'
  it('reads a file of several symbols that is sorted by day, and finds its last day on any line', async () => {
    const days = tradingDaysUpTo('2026-08-24', 3).toReversed()
    const lines = days.flatMap((day, i) =>
      ['ZZZ', 'BRK/B', 'OLD'].map((symbol) => `${symbol},${bar(day, 12 - i)}`),
    )
    writeFileSync(
      join(folder, 'bars-2025_2026-02-27-universe.csv.gz'),
      gzipSync(`symbol,${barHeader}\n${lines.join('\n')}\n`),
    )
    const market = await open()
    expect(market.today()).toBe('2026-08-24')
    for (const symbol of ['ZZZ', 'BRK.B', 'OLD']) {
      const bars = await defined(market.bars(symbol))
      expect(bars.date).toEqual(days.toReversed())
      expect([...bars.close]).toEqual([10, 11, 12])
    }
    expect(logged).toEqual([])
  })

  it.each(['BRK.B', 'BRK-B', 'brk-b'])('reads files named %s as one symbol', async (spelling) => {
    rmSync(join(folder, 'bars-2025_2026-02-27-universe.csv.gz'))
    writeFileSync(join(folder, `bars-2025_2026-08-21/${spelling}.csv`), csv(tradingDaysUpTo('2026-08-21', 5)))
    writeFileSync(
      join(folder, `chains-2026-08-21/${spelling}.json`),
      JSON.stringify({ underlyingPrice: 104, quotes: [rawQuote('BRKB', '2026-10-16', 'put', 100)] }),
    )
    const market = await open()
    const symbols = (await market.universe()).filter((symbol) => symbol.startsWith('BRK'))
    expect(symbols).toEqual(['BRK.B'])
    expect((await defined(market.bars('BRK.B'))).date).toHaveLength(5)
    expect((await defined(market.chain('BRK.B'))).contracts).toHaveLength(1)
  })

  it('logs a broken line of a file of several symbols and omits only its symbol', async () => {
    writeFileSync(
      join(folder, 'bars-2025_2026-02-27-universe.csv.gz'),
      gzipSync(
        'symbol,date,open,high,low,close,volume\nOLD,2026-02-26,1,1,1,1,1\nBRK-B,2026-02-26,1,1,1,1,1\nBRK-B,2026-02-27,1,1,1,oops,1\n',
      ),
    )
    const market = await open()
    expect(await market.bars('BRK.B')).toBeUndefined()
    expect(await market.profile('BRK.B')).toBeUndefined()
    expect((await market.bars('OLD'))?.date).toEqual(['2026-02-26'])
    expect(logged).toEqual([
      'bars-2025_2026-02-27-universe.csv.gz:4: close: expected a number, got "oops"; skipped',
    ])
    expect(await market.universe()).not.toContain('BRK.B')
  })

  it.each([
    ['{"underlyingPrice": 5,\n"quotes": [,]}', ':2: '],
    ['{"underlyingPrice": 5}', ':1: quotes: expected a list'],
    ['{\n"underlyingPrice": "x", "quotes": []}', ':2: underlyingPrice: expected a positive number, got "x"'],
    [
      `{"underlyingPrice": 5, "quotes": [\n${JSON.stringify(rawQuote('BAD', '2026-09-18', 'call', 5))},\n${JSON.stringify(rawQuote('BAD', '2026-09-18', 'call', 6, { bid: 'x' }))}]}`,
      ':3: quotes[1].bid: expected a non-negative number, got "x"',
    ],
    [
      `{"underlyingPrice": 5, "quotes": [${JSON.stringify(rawQuote('BAD', '2026-09-18', 'call', 5, { strike: 7 }))}]}`,
      ':1: quotes[0].strike: expected 5, got 7',
    ],
    [
      `{"underlyingPrice": 5, "quotes": [null]}`,
      ':1: quotes[0].symbol: expected an option symbol, got nothing',
    ],
  ])('logs file, line and problem of the broken chain %j', async (text, fault) => {
    writeFileSync(join(folder, 'chains-2026-08-21/BAD.json'), text)
    const market = await open()
    expect(await market.chain('BAD')).toBeUndefined()
    expect(await market.chain('BAD')).toBeUndefined()
    expect(logged.length).toBe(1)
    expect(logged[0]).toContain(`chains-2026-08-21/BAD.json${fault}`)
    expect((await market.chain('AAA'))?.contracts.length).toBe(4)
  })

  it('reports why a listed chain cannot be read', async () => {
    writeFileSync(
      join(folder, 'bars-2025_2026-08-21/BAD.csv'),
      readFileSync(join(folder, 'bars-2025_2026-08-21/AAA.csv')),
    )
    writeFileSync(join(folder, 'chains-2026-08-21/BAD.json'), '{ broken')
    const market = await open()
    const chain = await defined(market.chain('BAD'))
    expect(chain.contracts).toEqual([])
    expect(chain.readError).toContain('chains-2026-08-21/BAD.json:1: ')
    expect(await defined(market.chain('AAA'))).not.toHaveProperty('readError')
  })

  it('reads a chain again after its file was temporarily missing', async () => {
    const market = await open()
    const file = join(folder, 'chains-2026-08-21/AAA.json.gz')
    renameSync(file, `${file}.away`)
    await expect(market.chain('AAA')).rejects.toThrow('ENOENT')
    expect(await market.universe(), 'still listed').toContain('AAA')
    renameSync(`${file}.away`, file)
    expect((await defined(market.chain('AAA'))).contracts.length).toBe(4)
  })

  it('reads a broken chain again only after its file has changed', async () => {
    const folder = makeFolder()
    const name = join(folder, 'chains-2026-08-21/AAA.json.gz')
    const validBytes = readFileSync(name)
    writeFileSync(name, gzipSync('{ broken'))
    let now = 0
    const faults: string[] = []
    const market = await openRecordedMarket(folder, {
      elapsed: () => now,
      log: (fault) => faults.push(fault),
    })
    for (let attempt = 0; attempt < 3; attempt++, now += 5000)
      expect((await defined(market.chain('AAA'))).readError).toContain('AAA.json.gz:1: ')
    expect(faults, 'an unchanged file is not read again').toHaveLength(1)
    writeFileSync(name, validBytes)
    expect((await defined(market.chain('AAA'))).contracts).not.toEqual([])
  })

  it('lists a symbol again once its broken chain, its only file, is repaired', async () => {
    const folder = makeFolder()
    const name = join(folder, 'chains-2026-08-21/NEW.json')
    const validText = JSON.stringify({
      underlyingPrice: 100,
      quotes: [rawQuote('NEW', '2026-09-18', 'call', 100)],
    })
    writeFileSync(name, '{ broken')
    let now = 0
    const market = await openRecordedMarket(folder, { elapsed: () => now })
    expect(await market.chain('NEW')).toBeUndefined()
    expect(await market.universe()).not.toContain('NEW')
    writeFileSync(name, validText)
    expect(await market.chain('NEW'), 'checked less than a second ago').toBeUndefined()
    now += 1000
    expect(await market.universe()).toContain('NEW')
    expect((await defined(market.chain('NEW'))).contracts).toHaveLength(1)
  })

  it('skips an invalid gzip file and broken reference files', async () => {
    writeFileSync(join(folder, 'chains-2026-08-21/BAD.json.gz'), 'plain')
    writeFileSync(join(folder, 'fundamentals-2026-08-21.json'), '{')
    writeFileSync(join(folder, 'reference/earnings-calendar-2026.csv'), 'symbol,reportDate\nAAA,soon\n')
    const market = await open()
    expect(logged.join('\n')).toContain('fundamentals-2026-08-21.json:1: ')
    expect(logged.join('\n')).toContain(
      'reference/earnings-calendar-2026.csv:2: reportDate: expected m/d/yy, got "soon"',
    )
    expect(await market.chain('BAD')).toBeUndefined()
    expect(logged.join('\n')).toContain('chains-2026-08-21/BAD.json.gz:1: ')
    expect(await market.profile('AAA')).toMatchObject({ companyName: 'AAA', eps: null })
  })

  it('refuses to open a folder without usable data', async () => {
    const empty = mkdtempSync(join(scratchFolder, 'empty-'))
    await expect(openRecordedMarket(empty)).rejects.toThrow(`no usable market data in ${empty}`)
    mkdirSync(join(empty, 'chains-2026-08-21'))
    writeFileSync(join(empty, 'chains-2026-08-21/AAA.json'), 'broken')
    await expect(openRecordedMarket(empty)).rejects.toThrow('no usable market data')
    await expect(openRecordedMarket(join(scratchFolder, 'missing'))).rejects.toThrow('cannot be read')
  })

  it('treats chains dated on a weekend as Friday’s', async () => {
    renameSync(join(folder, 'chains-2026-08-21'), join(folder, 'chains-2026-08-22'))
    const market = await open()
    expect(market.now().toISOString()).toBe('2026-08-21T20:00:00.000Z')
    expect((await defined(market.chain('AAA'))).contracts.length).toBe(4)
    expect(await market.quote('CCC')).toMatchObject({ time: '2026-08-21T20:00:00.000Z' })
  })

  it('serves chains without bars, and bars without chains', async () => {
    rmSync(join(folder, 'bars-2025_2026-08-21'), { recursive: true })
    rmSync(join(folder, 'bars-2025_2026-02-27-universe.csv.gz'))
    const chainsOnly = await open()
    expect(await chainsOnly.universe()).toEqual(['AAA', 'CCC'])
    expect((await defined(chainsOnly.bars('AAA'))).date).toEqual([])
    folder = makeFolder()
    rmSync(join(folder, 'chains-2026-08-21'), { recursive: true })
    const barsOnly = await open()
    expect((await defined(barsOnly.chain('AAA'))).contracts).toEqual([])
    expect(barsOnly.today()).toBe('2026-08-21')
  })
})

const hasRecordedData = existsSync(join(sharedFolder, 'chains-2026-08-21'))
describe.skipIf(!hasRecordedData)(
  'recorded data (needs ../shared/market-data/chains-2026-08-21 and its bars)',
  () => {
    marketSuite('recorded market, real data', async () => openRecordedMarket(sharedFolder))

    it('has no broken files', async () => {
      const logged: string[] = []
      const market = await openRecordedMarket(sharedFolder, { log: (message) => logged.push(message) })
      for (const symbol of await market.universe()) {
        await market.bars(symbol)
        await market.chain(symbol)
      }
      expect(logged).toEqual([])
      expect((await market.universe()).length).toBe(573)
    })

    it('returns the recorded data of Apple', async () => {
      const market = await openRecordedMarket(sharedFolder)
      expect(market.now().toISOString()).toBe('2026-08-21T20:00:00.000Z')
      expect(await market.quote('AAPL')).toEqual({
        symbol: 'AAPL',
        last: 309.35,
        change: -1.95,
        percentageChange: -0.6264,
        volume: 42216056,
        time: '2026-08-21T20:00:00.000Z',
      })
      const chain = await defined(market.chain('AAPL'))
      expect(chain.underlyingPrice).toBe(309.35)
      expect(chain.contracts.length).toBe(2418)
      expect(chain.contracts.find(({ id }) => id === 'AAPL261016P00300000')).toMatchObject({
        bid: 7.05,
        ask: 7.3,
        openInterest: 20224,
        volume: 403,
      })
      expect(await market.profile('AAPL')).toMatchObject({
        companyName: 'Apple Inc.',
        sector: 'Technology',
        eps: 8.72,
        marketCap: 4514709504000,
      })
      expect((await defined(market.profile('AAPL'))).dividendYield).toBeCloseTo(0.0035, 10)
      // The two sets of bars join without a jump in price.
      const bars = await defined(market.bars('AAPL'))
      expect(bars.date[0]).toBe('2024-02-28')
      const joinIndex = bars.date.indexOf('2025-08-22')
      expect(
        Math.abs(Math.log((bars.open[joinIndex] as number) / (bars.close[joinIndex - 1] as number))),
      ).toBeLessThan(0.03)
      expect((await defined(market.chain('CRVL'))).contracts.length).toBe(10)
      expect(market.benchmark()).toBe('SPY')
    })

    it('opens a copy with one broken file', async () => {
      const folder = mkdtempSync(join(scratchFolder, 'broken-'))
      for (const name of ['chains-2026-08-21', 'bars-2025-08-22_2026-08-21']) mkdirSync(join(folder, name))
      for (const name of ['chains-2026-08-21/AAPL.json.gz', 'bars-2025-08-22_2026-08-21/SPY.csv'])
        writeFileSync(join(folder, name), readFileSync(join(sharedFolder, name)))
      const file = 'bars-2025-08-22_2026-08-21/AAPL.csv'
      const lines = readFileSync(join(sharedFolder, file), 'utf8').split('\n')
      lines[16] = 'not,a,bar'
      writeFileSync(join(folder, file), lines.join('\n'))
      const logged: string[] = []
      const market = await openRecordedMarket(folder, { log: (message) => logged.push(message) })
      expect(logged).toEqual([
        'bars-2025-08-22_2026-08-21/AAPL.csv:17: date: expected YYYY-MM-DD, got "not"; skipped',
      ])
      expect(await market.quote('AAPL')).toMatchObject({ last: 309.35, change: null })
    })
  },
)
