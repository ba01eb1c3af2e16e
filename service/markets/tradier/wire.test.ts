import * as v from 'valibot'
import { expect, test } from 'vitest'
import { barsOf } from './history.ts'
import { quoteOf } from './quotes.ts'
import { ChainSchema, ExpirationsSchema, HistorySchema, Numeric, QuotesSchema } from './wire.ts'

const quote = {
  symbol: 'AAPL',
  description: 'Apple Inc',
  exch: 'Q',
  type: 'stock',
  last: 200,
  prevclose: 198,
}
const option = { symbol: 'AAPL270115C00200000', bid: 1, ask: 1.2 }
const day = { date: '2026-11-19', open: 1, high: 2, low: 1, close: 2, volume: 10 }

const symbolsOf = (response: unknown) =>
  v.parse(QuotesSchema, response).quotes.quote.map(({ symbol }) => symbol)
const contractsOf = (response: unknown) =>
  v.parse(ChainSchema, response).options.option.map(({ symbol }) => symbol)
const daysOf = (response: unknown) => v.parse(HistorySchema, response).history.day.map(({ date }) => date)
const expiriesOf = (response: unknown) => v.parse(ExpirationsSchema, response).expirations.date

test('one row comes as an object, several as an array, none as null', () => {
  expect(symbolsOf({ quotes: { quote } })).toEqual(['AAPL'])
  expect(symbolsOf({ quotes: { quote: [quote, { ...quote, symbol: 'KO' }] } })).toEqual(['AAPL', 'KO'])
  for (const none of [null, 'null', { quote: null }, {}]) expect(symbolsOf({ quotes: none })).toEqual([])

  expect(contractsOf({ options: { option } })).toEqual([option.symbol])
  expect(contractsOf({ options: { option: [option, option] } })).toHaveLength(2)
  for (const none of [null, 'null', { option: null }]) expect(contractsOf({ options: none })).toEqual([])

  expect(daysOf({ history: { day } })).toEqual(['2026-11-19'])
  expect(daysOf({ history: { day: [day, { ...day, date: '2026-11-20' }] } })).toHaveLength(2)
  for (const none of [null, 'null', { day: null }]) expect(daysOf({ history: none })).toEqual([])

  expect(expiriesOf({ expirations: { date: '2027-01-15' } })).toEqual(['2027-01-15'])
  expect(expiriesOf({ expirations: { date: ['2027-01-15', '2027-02-19'] } })).toHaveLength(2)
  for (const none of [null, { date: null }]) expect(expiriesOf({ expirations: none })).toEqual([])
})

test('unknown symbols are listed apart, one or several', () => {
  const unmatched = (symbol: unknown) =>
    v.parse(QuotesSchema, { quotes: { unmatched_symbols: { symbol } } }).quotes.unmatched_symbols.symbol
  expect(unmatched('ZZZ')).toEqual(['ZZZ'])
  expect(unmatched(['ZZZ', 'YYY'])).toEqual(['ZZZ', 'YYY'])
})

test.each([
  ['12.5', 12.5],
  [12.5, 12.5],
  ['0', 0],
  ['NaN', null],
  ['', null],
  [null, null],
  [undefined, null],
])('the number %j is %j', (value, expected) => expect(v.parse(Numeric, value)).toBe(expected))

test.each([['twelve'], [true], [{}], [['1']]])('%j is no number', (value) =>
  expect(v.safeParse(Numeric, value).success).toBe(false),
)

test('a response of another shape is malformed, not empty', () => {
  for (const response of [
    {},
    { fault: {} },
    { options: {} },
    { options: [] },
    { options: { option: ['text'] } },
  ])
    expect(v.safeParse(ChainSchema, response).success, JSON.stringify(response)).toBe(false)
})

test('`close` is null during the day: the quote is the last trade', () => {
  const [row] = v.parse(QuotesSchema, {
    quotes: { quote: { ...quote, close: null, trade_date: Date.parse('2026-11-20T15:00:00Z') } },
  }).quotes.quote
  expect(quoteOf('AAPL', row!, new Date('2026-11-20T15:00:01Z'))).toEqual({
    symbol: 'AAPL',
    last: 200,
    change: 2,
    percentageChange: 1.0101,
    volume: null,
    time: '2026-11-20T15:00:00.000Z',
  })
})

test('days without prices are omitted, and the bar of the running session', () => {
  const rows = [
    { ...day, date: '2026-11-20' },
    { ...day, date: '2026-11-18', open: 'NaN', high: 'NaN', low: 'NaN', close: 'NaN', volume: 'NaN' },
    { ...day, date: '2026-11-17', volume: 'NaN' },
    { ...day, date: '2026-11-19', close: '1.5' },
  ]
  const bars = barsOf(v.parse(HistorySchema, { history: { day: rows } }).history.day, '2026-11-19')
  expect(bars.date).toEqual(['2026-11-17', '2026-11-19'])
  expect([...bars.close]).toEqual([2, 1.5])
  expect([...bars.volume]).toEqual([0, 10])
})
