/** Chains of American options: the early-exercise premium must not affect the distribution. */
import { describe, expect, test } from 'vitest'
import type { Chain } from '#service/markets/market.ts'
import { blackPrice } from '#service/analysis/pricing/black-scholes.ts'
import { chainOf } from '#service/analysis/reference/synthetic-inputs.fixture.ts'
import { americanPrice } from '../pricing/american.ts'
import { expiriesOf, fairValue } from '../surface.ts'

const spot = 100
const days = [28, 91, 182]
const volatility = (strike: number): number => 0.25 - 0.12 * Math.log(strike / spot)

/** Creates the chain of the fixture with American prices. */
const createAmericanChain = (rate: number, dividendYield: number): Chain => {
  const europeanChain = chainOf({ spot, days, volatility, rate, yield: dividendYield, halfSpread: 0.01 })
  const daysByExpiry = new Map(
    [...new Set(europeanChain.contracts.map(({ expiry }) => expiry))].map((day, i) => [day, days[i]!]),
  )
  const contracts = europeanChain.contracts.map((contract) => {
    const { right, strike } = contract
    const years = daysByExpiry.get(contract.expiry)! / 365
    const terms = { right, spot, strike, years, rate, yield: dividendYield, volatility: volatility(strike) }
    const mid = americanPrice(terms)
    return { ...contract, bid: 0.99 * mid, ask: 1.01 * mid + 1e-6 }
  })
  return { ...europeanChain, style: 'american', contracts }
}

describe.each([
  ['puts', 0.055, 0],
  ['calls and puts', 0.04, 0.03],
  ['calls', 0.01, 0.05],
])('if early exercise of %s pays', (_, rate, dividendYield) => {
  const chain = createAmericanChain(rate, dividendYield)
  const context = { today: '2026-08-21', date: '2026-08-21', riskFreeRate: rate, dividendYield }
  const expiries = expiriesOf(chain, spot, context)
  const forwardAt = (years: number): number => spot * Math.exp((rate - dividendYield) * years)

  test('the forward is accurate to two basis points, and no quote is refused unless it is crossed', () => {
    for (const { forward, years, refused } of expiries) {
      expect(Math.abs(forward / forwardAt(years) - 1)).toBeLessThan(2e-4)
      expect(refused.filter(({ reason }) => reason !== 'crossed')).toEqual([])
    }
  })

  test('probabilities match the known distribution to a quarter of a point', () => {
    for (const expiry of expiries) {
      const root = Math.sqrt(expiry.years)
      const put = (strike: number): number =>
        blackPrice('put', forwardAt(expiry.years), strike, volatility(strike) * root)
      for (const z of [-1.5, -1, -0.5, 0, 0.5, 1, 1.5]) {
        const strike = spot * Math.exp(z * 0.25 * root)
        const expected = (put(strike + 0.01) - put(strike - 0.01)) / 0.02
        expect(Math.abs(expiry.probabilityBelow(strike)! - expected)).toBeLessThan(0.0025)
      }
    }
  })

  test('fair values near the money are American prices: close to the mid of the quotes', () => {
    for (const expiry of expiries)
      for (const { right, strike, bid, ask } of expiry.contracts)
        if (Math.abs(strike - spot) < 12)
          expect(Math.abs(fairValue(expiry, right, strike)! - (bid + ask) / 2)).toBeLessThan(
            0.01 + (ask - bid) / 2,
          )
  })
})

test('an error of two points in the assumed yield changes the forward by at most eight basis points', () => {
  const chain = createAmericanChain(0.05, 0.02)
  const context = { today: '2026-08-21', date: '2026-08-21', riskFreeRate: 0.05, dividendYield: 0 }
  for (const expiry of expiriesOf(chain, spot, context))
    expect(Math.abs(expiry.forward / (spot * Math.exp(0.03 * expiry.years)) - 1)).toBeLessThan(8e-4)
})
