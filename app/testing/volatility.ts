/** A sample year of volatilities for tests. */
import type { Volatility } from '#contract/responses/volatility.ts'
import { sampleHistory, sampleWhy } from './why.ts'

/** Implied volatility falls from 30 % to 24 %, realised rises from 18 % to 22 %. */
export function sampleVolatility(overrides: Partial<Volatility> = {}): Volatility {
  const { date } = sampleHistory('1Y')
  const fractionOfYear = (index: number) => index / (date.length - 1)
  return {
    symbol: 'AAPL',
    date,
    impliedVolatility: date.map((_, index) => 0.3 - 0.06 * fractionOfYear(index)),
    realizedVolatility: date.map((_, index) => 0.18 + 0.04 * fractionOfYear(index)),
    realizedSessions: 20,
    impliedDays: date.length,
    impliedDaysNeeded: 60,
    unknown: [],
    dataStatus: sampleWhy.dataStatus,
    messageType: 'SUCCESS',
    ...overrides,
  }
}
