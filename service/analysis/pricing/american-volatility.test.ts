import { describe, expect, test } from 'vitest'
import { readReferencePrices } from './american.fixture.ts'
import { americanPrice, europeanPrice } from './american.ts'
import { americanVolatility, zeroVolatilityValue, europeanVolatility } from './american-volatility.ts'
import { europeanEquivalent } from './european-equivalent.ts'
import type { AmericanTerms } from './terms.ts'

const rows = [
  ...readReferencePrices('quantlib-american.csv'),
  ...readReferencePrices('quantlib-dividends.csv'),
]
/** Price above the value at zero volatility, dollars per share: the part that depends on volatility. */
const timeValue = (terms: AmericanTerms, price: number): number =>
  price - zeroVolatilityValue(terms.right, terms)

describe('American volatility', () => {
  test('recovers the volatility from a price of americanPrice', () => {
    let count = 0
    for (const { terms } of rows) {
      const price = americanPrice(terms)
      if (timeValue(terms, price) < 1e-3 * terms.spot) continue
      count++
      const implied = americanVolatility(terms.right, price, terms)
      expect(Math.abs(implied! - terms.volatility), JSON.stringify(terms)).toBeLessThan(1e-4)
    }
    expect(count).toBeGreaterThan(700)
  })

  test('recovers the reference’s volatility to 0.05 points if one point is worth 5 basis points of spot', () => {
    let count = 0
    for (const { terms, price } of rows) {
      const bumped = { ...terms, volatility: terms.volatility + 0.01 }
      if (americanPrice(bumped) - price < 5e-4 * terms.spot) continue
      if (timeValue(terms, price) < 5e-4 * terms.spot) continue
      count++
      const implied = americanVolatility(terms.right, price, terms)
      expect(Math.abs(implied! - terms.volatility), JSON.stringify(terms)).toBeLessThan(5e-4)
    }
    expect(count).toBeGreaterThan(400)
  })

  test('is undefined for a put at or below its exercise value, above its strike, at NaN, and at expiry', () => {
    const terms = { spot: 100, strike: 120, years: 0.5, rate: 0.05, yield: 0 }
    expect(americanVolatility('put', 20, terms)).toBeUndefined()
    expect(americanVolatility('put', 19, terms)).toBeUndefined()
    expect(americanVolatility('put', 121, terms)).toBeUndefined()
    expect(americanVolatility('put', Number.NaN, terms)).toBeUndefined()
    expect(americanVolatility('put', 21, { ...terms, years: 0 })).toBeUndefined()
    expect(americanVolatility('put', 20.5, terms)).toBeGreaterThan(0.1)
  })

  test('is undefined for a call at the value of certain exercise before a dividend', () => {
    const terms = {
      spot: 100,
      strike: 60,
      years: 0.5,
      rate: 0.03,
      yield: 0,
      dividends: [{ years: 0.25, amount: 3 }],
    }
    const exerciseAtExDate = 100 - 60 * Math.exp(-0.03 * 0.25)
    expect(zeroVolatilityValue('call', terms)).toBeCloseTo(exerciseAtExDate, 10)
    expect(americanVolatility('call', exerciseAtExDate, terms)).toBeUndefined()
    expect(americanVolatility('call', exerciseAtExDate + 1, terms)).toBeGreaterThan(0.2)
  })
})

describe('the European equivalent of an American quote', () => {
  /**
   * Whether volatility changes the American price by more than half as much as the European price.
   * Deep in the money, where exercise is near, an American price hardly depends on volatility.
   */
  const dependsOnVolatility = (terms: AmericanTerms): boolean => {
    const bumped = { ...terms, volatility: terms.volatility + 0.01 }
    const european = europeanPrice(bumped) - europeanPrice(terms)
    return americanPrice(bumped) - americanPrice(terms) > 0.5 * european
  }

  test('is within a tenth of the spread of the European price with each method', () => {
    const countByMethod = { never: 0, negligible: 0, inverted: 0 }
    for (const { terms } of rows) {
      const quote = americanPrice(terms)
      if (!dependsOnVolatility(terms)) continue
      for (const share of [0.01, 0.05, 0.3]) {
        const spread = Math.max(0.02, share * quote)
        if (timeValue(terms, quote) < spread) continue
        const equivalent = europeanEquivalent(terms.right, quote, spread, terms)!
        countByMethod[equivalent.method]++
        expect(Math.abs(equivalent.price - europeanPrice(terms)), JSON.stringify(terms)).toBeLessThan(
          0.1 * spread + 1e-5 * terms.spot,
        )
        expect(equivalent.price + equivalent.premium).toBeCloseTo(quote, 10)
      }
    }
    for (const count of Object.values(countByMethod)) expect(count).toBeGreaterThan(50)
  })

  test('is the quote itself for a call on a share without dividends', () => {
    const terms = { spot: 100, strike: 105, years: 0.3, rate: 0.05, yield: 0 }
    expect(europeanEquivalent('call', 3, 0.1, terms)).toEqual({
      price: 3,
      premium: 0,
      volatility: europeanVolatility('call', 3, terms),
      method: 'never',
    })
  })

  test('is undefined if the quote is within a tenth of the spread of the exercise value', () => {
    const terms = { spot: 100, strike: 120, years: 0.5, rate: 0.05, yield: 0 }
    expect(europeanEquivalent('put', 20.05, 1, terms)).toBeUndefined()
    expect(europeanEquivalent('put', 20.5, 1, terms)?.method).toBe('inverted')
  })
})
