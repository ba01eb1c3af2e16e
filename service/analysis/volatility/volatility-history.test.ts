/** The volatility history of synthetic bars, stored points and chains, and of recorded data. */
import { describe, expect, test } from 'vitest'
import { dataFolder, hasRecorded } from '#service/analysis/reference/oracle-data.fixture.ts'
import {
  chainOf,
  dataStatus,
  validatedBarsOf,
  profileOf,
} from '#service/analysis/reference/synthetic-inputs.fixture.ts'
import { expiriesFor } from '#service/analysis/surface.ts'
import { createLookups } from '#service/lookups/lookups.ts'
import { addDays } from '#service/markets/calendar.ts'
import { openRecordedMarket } from '#service/markets/recorded/recorded-market.ts'
import { silentLog } from '#service/shared/log.ts'
import { memoryStore } from '#service/store/memory/memory.ts'
import { analyseVolatility, type VolatilityInput } from './volatility-history.ts'

const today = '2026-08-21'
const profile = profileOf('AAPL')
const closes = Array.from({ length: 300 }, (_, i) => 100 * Math.exp(0.0004 * i + 0.02 * Math.sin(i * 1.7)))
const chain = chainOf({ spot: 100, today, days: [20, 40], volatility: () => 0.3 })
const input = (change: Partial<VolatilityInput> = {}): VolatilityInput => ({
  profile,
  bars: validatedBarsOf(closes),
  chain,
  expiries: expiriesFor({ chain, profile, today, date: today, riskFreeRate: 0.04 }),
  volatilities: [],
  dataStatus,
  ...change,
})

/** Yearly standard deviation of the last 20 logarithmic returns, computed in two passes as in textbooks. */
function realizedOracle(prices: readonly number[]): number {
  const returns = prices.slice(-20).map((price, i) => Math.log(price / prices.at(i - 21)!))
  const mean = returns.reduce((a, b) => a + b, 0) / 20
  const squares = returns.reduce((sum, value) => sum + (value - mean) ** 2, 0)
  return Math.sqrt((252 * squares) / 19)
}

test('realised volatility is the standard deviation of 20 returns on each of the last 252 sessions', () => {
  const { date, realizedVolatility, realizedSessions } = analyseVolatility(input())
  expect(realizedSessions).toBe(20)
  expect(date).toHaveLength(252)
  expect(date[0]).toBe(addDays(today, -251))
  for (const daysBack of [0, 1, 100, 251])
    expect(realizedVolatility.at(-1 - daysBack)).toBeCloseTo(
      realizedOracle(closes.slice(0, 300 - daysBack)),
      4,
    )
})

test('places stored volatilities on their days and the chain’s on today; all other days are null', () => {
  const stored = [-400, -30, -10, 0].map((offset) => ({
    day: addDays(today, offset),
    iv30: 0.5 - offset / 1000,
  }))
  const { date, impliedVolatility, impliedDays, impliedDaysNeeded } = analyseVolatility(
    input({ volatilities: stored }),
  )
  const valueOn = (day: string) => impliedVolatility[date.indexOf(day)]
  expect(valueOn(addDays(today, -30))).toBe(0.53)
  expect(valueOn(addDays(today, -10))).toBe(0.51)
  expect(valueOn(today), 'the chain has 30 %').toBeCloseTo(0.3, 2)
  expect(date).not.toContain(addDays(today, -400))
  expect(impliedVolatility.filter((value) => value !== null)).toHaveLength(3)
  expect([impliedDays, impliedDaysNeeded]).toEqual([3, 60])
})

test('refused bars have no realised volatility but a reason, and do not affect the implied one', () => {
  const bars = validatedBarsOf(closes, '2026-05-01')
  const stored = [{ day: '2026-08-20', iv30: 0.31 }]
  const response = analyseVolatility(input({ bars, volatilities: stored }))
  expect(response.date).toEqual(['2026-08-20', today])
  expect(response.realizedVolatility).toEqual([null, null])
  expect(response.unknown).toEqual([{ field: 'realizedVolatility', reason: 'old-bars', asOf: '2026-05-01' }])
})

test('the implied volatility is null with a reason if there are neither options nor stored values', () => {
  const response = analyseVolatility(input({ chain: undefined, expiries: [] }))
  expect(new Set(response.impliedVolatility)).toEqual(new Set([null]))
  expect(response.impliedDays).toBe(0)
  expect(response.unknown).toEqual([{ field: 'impliedVolatility', reason: 'no-chain', asOf: null }])
})

const recordedFiles = ['chains-2026-08-21', 'bars-2025-08-22_2026-08-21']
describe.skipIf(!hasRecorded(...recordedFiles))(`recorded data (needs ${recordedFiles.join(', ')})`, () => {
  test('the last values of AAPL are Why’s implied volatility and that of its recorded closes', async () => {
    const market = await openRecordedMarket(dataFolder)
    const { batches } = memoryStore()
    const lookups = createLookups({ market, batches, elapsed: () => 0, log: silentLog })
    const [history, why, bars] = await Promise.all([
      lookups.volatility('AAPL'),
      lookups.why('AAPL'),
      market.bars('AAPL'),
    ])
    expect(history!.impliedVolatility.at(-1)).toBe(why!.impliedVolatility)
    expect(history!.realizedVolatility.at(-1)).toBeCloseTo(realizedOracle([...bars!.close]), 4)
    expect(await lookups.volatility('NO.SUCH')).toBeUndefined()
  })
})
