import { expect, test } from 'vitest'
import { mergeValues, readFrame, type StreamValue, type TradeValue } from './frames.ts'

const trade = (value: Partial<TradeValue>): StreamValue => ({
  kind: 'trade',
  symbol: 'SPY',
  last: 600,
  volume: 1000,
  previousClose: null,
  timeMs: 1_000,
  ...value,
})

test('trades and time sales are numbers in text; the volume is the day’s so far', () => {
  const frame = { symbol: 'SPY', exch: 'Q', size: '100', date: '1557757204760' }
  const expected = (volume: number | null) => ({
    kind: 'update',
    update: {
      key: 'trade:SPY',
      seq: null,
      timeMs: 1557757204760,
      value: {
        kind: 'trade',
        symbol: 'SPY',
        last: 281.12,
        volume,
        previousClose: null,
        timeMs: 1557757204760,
      },
    },
  })
  for (const type of ['trade', 'tradex'])
    expect(
      readFrame(JSON.stringify({ ...frame, type, price: '281.1200', cvol: '34507070', last: '281.1200' })),
    ).toEqual(expected(34507070))
  const sale = {
    ...frame,
    type: 'timesale',
    bid: '281.09',
    ask: '281.10',
    last: '281.12',
    seq: 352342,
    flag: '',
  }
  expect(readFrame(JSON.stringify({ ...sale, cancel: false, correction: false }))).toEqual(expected(null))
  expect(readFrame(JSON.stringify({ ...sale, cancel: true, correction: false }))).toEqual({ kind: 'nothing' })
  expect(readFrame(JSON.stringify({ ...sale, cancel: false, correction: true }))).toEqual({ kind: 'nothing' })
})

test.each([
  ['{"type":"trade","symbol":"SPY","price":"NaN","cvol":"1","date":"1"}', 'nothing'],
  ['{"type":"trade","symbol":"SPY","price":"0","cvol":"1","date":"1"}', 'nothing'],
  ['{"type":"quote","symbol":"SPY","bid":1,"ask":2}', 'nothing'],
  ['{"type":"summary","symbol":"SPY","prevClose":"NaN"}', 'nothing'],
  ['{"type":"heartbeat"}', 'nothing'],
  ['{"event":"heartbeat","status":"active"}', 'nothing'],
  ['null', 'nothing'],
  ['{"type":"trade","symbol":7,"price":"1"}', 'unreadable'],
  ['{"type":"trade","symbol":"SPY","price":{}}', 'unreadable'],
  ['{"type":"tra', 'unreadable'],
  ['{"error":"Session not found"}', 'error'],
  ['{"error":"1234 is not a valid symbol"}', 'refused-symbol'],
])('the frame %s is %s', (line, kind) => expect(readFrame(line).kind).toBe(kind))

test('repeated trades change nothing, and of one millisecond’s trades the one with the larger volume is the later', () => {
  const previous = trade({})
  expect(mergeValues(previous, trade({}))).toBeUndefined()
  expect(mergeValues(previous, trade({ last: 599, volume: 900 }))).toBeUndefined()
  expect(mergeValues(previous, trade({ last: 601, volume: 1100 }))).toMatchObject({ last: 601, volume: 1100 })
  expect(mergeValues(previous, trade({ last: 601, volume: null, timeMs: 1_001 }))).toMatchObject({
    last: 601,
    volume: 1000,
  })
})
