/** The registry row: variables, the stored name, the call plan; and the mapping of tickers. */
import { expect, test } from 'vitest'
import { silentLog } from '#service/shared/log.ts'
import { massiveSource } from './source.ts'
import { osiOf, optionTickerOf, tickerOf } from './tickers.ts'

const key = 'live-key-82f1'
const parse = (variables: Readonly<Record<string, string>>) =>
  massiveSource.parse('massive', (name) => ({ MASSIVE_API_KEY: key, ...variables })[name])

test('MARKET=massive needs a key, and is delayed unless the plan is real time', () => {
  expect(massiveSource.parse('massive:live', () => key)).toBeUndefined()
  expect(parse({})).toMatchObject({ kind: 'massive', host: 'delayed', riskFreeRate: 0.042 })
  expect(parse({ MASSIVE_HOST: 'real-time' })).toMatchObject({ host: 'real-time' })
  expect(() => massiveSource.parse('massive', () => undefined)).toThrow('MASSIVE_API_KEY is not set')
  expect(() => parse({ MASSIVE_HOST: 'live' })).toThrow(
    'MASSIVE_HOST="live" cannot be used: expected delayed or real-time',
  )
  expect(() => parse({ MASSIVE_URL: 'https://user:pw@proxy' })).toThrow('MASSIVE_URL cannot be used')
})

test('the stored name does not contain the key', () => {
  expect(massiveSource.name(parse({})!)).toBe('massive')
})

test('a universe file replaces the vendor’s largest symbols, and a broken one names its line', async () => {
  const open = (text: string) =>
    massiveSource.open(parse({ UNIVERSE_FILE: 'u.txt' })!, {
      log: silentLog,
      purpose: 'serve',
      readText: async () => text,
    })
  const market = await open('# ours\nMSFT\nbrk-b\nMSFT\n')
  expect(await market.universe()).toEqual(['BRK.B', 'MSFT'])
  await market.close()
  await expect(open('MSFT\nno symbol\n')).rejects.toThrow('u.txt:2')
})

test('the plan counts bars by symbol up to 200, then by days', () => {
  expect(massiveSource.plan!(100)).toMatchObject({ calls: 100 + 100 * 8, perMinute: null })
  expect(massiveSource.plan!(6_000).calls).toBe(704 + 6_000 * 8)
})

test.each([
  ['AAPL', 'AAPL'],
  ['BRK.B', 'BRK.B'],
  ['^SPX', 'I:SPX'],
  ['SPX', 'I:SPX'],
  ['VIX', 'I:VIX'],
  ['NO-SUCH', undefined],
  ['aapl', undefined],
  ['', undefined],
  ['A/B', undefined],
])('our %j is the ticker %j', (symbol, ticker) => {
  expect(tickerOf(symbol)).toBe(ticker)
})

test('option tickers are OSI symbols behind a prefix', () => {
  expect(osiOf('O:AAPL230616C00150000')).toBe('AAPL230616C00150000')
  expect(optionTickerOf('AAPL230616C00150000')).toBe('O:AAPL230616C00150000')
})
