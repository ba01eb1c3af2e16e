/* oxlint-disable import/no-nodejs-modules -- writes files */
/**
 * Recorded files with the irregularities of real ones: spellings of symbols, unordered and
 * duplicate rows, and nulls.
 */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { tradingDaysUpTo } from '#service/markets/calendar.ts'
import type { Chain, Market } from '#service/markets/market.ts'
import { openRecordedMarket } from '#service/markets/recorded/recorded-market.ts'
import { simpleAverage } from './bars.oracle.ts'
import { barsFrom, chainFrom, today, randomWalk } from './synthetic-market.fixture.ts'
import { createResponses, type Responses } from './scenarios.fixture.ts'

const folder = mkdtempSync(join(tmpdir(), 'oracle-files-'))
const logged: string[] = []
let market: Market
let responses: Responses

const closes = randomWalk({ sessions: 300, price: 100, seed: 21 })
const bars = barsFrom(closes)
const header = 'date,open,high,low,close,volume'
const rows = bars.date.map((day, index) =>
  [
    day,
    bars.open[index],
    bars.high[index],
    bars.low[index],
    bars.close[index],
    Math.round(bars.volume[index]!),
  ].join(','),
)
const csv = (lines: readonly string[]): string => `${[header, ...lines].join('\n')}\n`

/** Formats a chain like the recorded chain files. */
const chainFile = ({ symbol, underlyingPrice, contracts }: Chain, extraFields: object = {}): string =>
  JSON.stringify({
    symbol,
    underlyingPrice,
    quotes: contracts.map(({ id, expiry, right, strike, bid, ask, last, volume, openInterest }) => ({
      symbol: id,
      expiration: expiry,
      side: right,
      strike,
      bid,
      ask,
      last,
      volume,
      openInterest,
      ...extraFields,
    })),
  })

beforeAll(async () => {
  for (const name of ['bars-2025_2026', `chains-${today}`]) mkdirSync(join(folder, name))
  const write = (path: string, text: string) => writeFileSync(join(folder, path), text)
  write('bars-2025_2026/SPY.csv', csv(rows))
  write('bars-2025_2026/GOOD.csv', csv(rows))
  write('bars-2025_2026/BRK-B.csv', csv(rows))
  // Newest row first, as some vendors do.
  write('bars-2025_2026/LATE.csv', csv(rows.toReversed()))
  // Duplicate rows with equal values.
  write('bars-2025_2026/TWICE.csv', csv(rows.flatMap((row, index) => (index % 7 === 0 ? [row, row] : [row]))))
  // One row without prices, as on a day without trades.
  write(
    'bars-2025_2026/GAP.csv',
    csv(rows.map((row, index) => (index === 150 ? `${row.slice(0, 10)},,,,,` : row))),
  )
  const chain = (symbol: string): Chain => chainFrom(symbol, { tick: 0.01, spread: 0.03, step: 1 })
  for (const symbol of ['GOOD', 'LATE', 'TWICE', 'GAP'])
    write(`chains-${today}/${symbol}.json`, chainFile(chain(symbol)))
  write(`chains-${today}/BRK.B.json`, chainFile({ ...chain('BRKB'), symbol: 'BRK.B' }))
  write(
    `chains-${today}/NULLS.json`,
    chainFile(chain('NULLS'), { openInterest: null, volume: null, last: null }),
  )
  market = await openRecordedMarket(folder, { log: (line) => logged.push(line) })
  responses = await createResponses(market, 'no scan')
})
afterAll(() => rmSync(folder, { recursive: true }))

describe.each(['LATE', 'TWICE', 'GAP'])('bars of %s', (symbol) => {
  test('are in order and without duplicates, or are all refused with a log entry', async () => {
    const { date = [], close = new Float64Array() } = (await market.bars(symbol)) ?? {}
    expect([...date]).toEqual([...new Set(date)].toSorted())
    if (date.length === 0) expect(logged.join('\n')).toContain(symbol)
    else expect(date.length).toBeGreaterThanOrEqual(bars.date.length - 1)
    for (const [index, day] of date.entries())
      expect(close[index], day).toBeCloseTo(bars.close[bars.date.indexOf(day)]!, 6)
  })

  test('give the same results as the regular bars, or none', async () => {
    const [why, goodWhy] = [await responses.why(symbol), await responses.why('GOOD')]
    if (why.sentiment !== null) {
      expect(why.sentiment).toBe(goodWhy.sentiment)
      expect(why.sixMonthTrend).toEqual(goodWhy.sixMonthTrend)
    }
    expect(
      why.expandedQuote.week52High === null ? goodWhy.expandedQuote.week52High : why.expandedQuote.week52High,
    ).toBe(goodWhy.expandedQuote.week52High)
  })
})

test('regular files are read without changes', async () => {
  const read = (await market.bars('GOOD'))!
  expect(read.date).toEqual(tradingDaysUpTo(today, 300))
  expect(simpleAverage(read.close, 200)).toBeCloseTo(simpleAverage(closes, 200), 9)
  expect(logged.filter((line) => line.includes('GOOD'))).toEqual([])
})

test('a share class has one symbol, however its files spell it', async () => {
  expect(await market.universe()).toContain('BRK.B')
  expect((await market.bars('BRK.B'))!.date).toHaveLength(300)
  expect((await market.chain('BRK.B'))!.contracts.length).toBeGreaterThan(100)
  const income = await responses.income('BRK.B')
  expect(income.underlying).toBe('BRK.B')
  expect(income.callOptimals.length).toBeGreaterThanOrEqual(7)
})

test('null open interest and volume do not change the number of filled cells', async () => {
  const [withValues, withNulls] = [await responses.income('GOOD'), await responses.income('NULLS')]
  expect(withNulls.callOptimals).toHaveLength(withValues.callOptimals.length)
  expect(withNulls.putOptimals).toHaveLength(withValues.putOptimals.length)
  for (const option of [...withNulls.callOptimals, ...withNulls.putOptimals])
    expect(option).toMatchObject({ openInterest: null, volume: null })
})
