import { describe, expect, test } from 'vitest'
import { pricedTable } from './american.fixture.ts'
import { americanPrice, europeanPrice } from './american.ts'
import { americanVolatility, certainValue, europeanVolatility } from './american-volatility.ts'
import { europeanEquivalent } from './european-equivalent.ts'
import type { AmericanTerms } from './terms.ts'

const rows = [...pricedTable('quantlib-american.csv'), ...pricedTable('quantlib-dividends.csv')]
/** What lies above the certain, dollars per share: all that holds volatility. */
const timeValue = (terms: AmericanTerms, price: number): number => price - certainValue(terms.right, terms)

describe('American volatility', () => {
  test('comes back from our own price', () => {
    let count = 0
    for (const { terms } of rows) {
      const price = americanPrice(terms)
      if (timeValue(terms, price) < 1e-3 * terms.spot) continue
      count++
      const found = americanVolatility(terms.right, price, terms)
      expect(Math.abs(found! - terms.volatility), JSON.stringify(terms)).toBeLessThan(1e-4)
    }
    expect(count).toBeGreaterThan(700)
  })

  test('comes back from the reference’s price to a twentieth of a point, where a point is worth something', () => {
    let count = 0
    for (const { terms, price } of rows) {
      const more = { ...terms, volatility: terms.volatility + 0.01 }
      if (americanPrice(more) - price < 5e-4 * terms.spot) continue
      if (timeValue(terms, price) < 5e-4 * terms.spot) continue
      count++
      const found = americanVolatility(terms.right, price, terms)
      expect(Math.abs(found! - terms.volatility), JSON.stringify(terms)).toBeLessThan(5e-4)
    }
    expect(count).toBeGreaterThan(400)
  })

  test('there is none at what exercise pays, below it, or above the strike', () => {
    const terms = { spot: 100, strike: 120, years: 0.5, rate: 0.05, yield: 0 }
    expect(americanVolatility('put', 20, terms)).toBeUndefined()
    expect(americanVolatility('put', 19, terms)).toBeUndefined()
    expect(americanVolatility('put', 121, terms)).toBeUndefined()
    expect(americanVolatility('put', Number.NaN, terms)).toBeUndefined()
    expect(americanVolatility('put', 21, { ...terms, years: 0 })).toBeUndefined()
    expect(americanVolatility('put', 20.5, terms)).toBeGreaterThan(0.1)
  })

  test('there is none where a call is sure to be exercised for a dividend', () => {
    const terms = {
      spot: 100,
      strike: 60,
      years: 0.5,
      rate: 0.03,
      yield: 0,
      dividends: [{ years: 0.25, amount: 3 }],
    }
    const certain = 100 - 60 * Math.exp(-0.03 * 0.25)
    expect(certainValue('call', terms)).toBeCloseTo(certain, 10)
    expect(americanVolatility('call', certain, terms)).toBeUndefined()
    expect(americanVolatility('call', certain + 1, terms)).toBeGreaterThan(0.2)
  })
})

describe('the European equivalent of an American quote', () => {
  /** Deep in the money an American price may hardly hold volatility any more: exercise is near. */
  const holdsVolatility = (terms: AmericanTerms): boolean => {
    const more = { ...terms, volatility: terms.volatility + 0.01 }
    const european = europeanPrice(more) - europeanPrice(terms)
    return americanPrice(more) - americanPrice(terms) > 0.5 * european
  }

  test('is within a tenth of the spread of the European price, whatever way is taken', () => {
    const ways = { never: 0, negligible: 0, inverted: 0 }
    for (const { terms } of rows) {
      const quote = americanPrice(terms)
      if (!holdsVolatility(terms)) continue
      for (const share of [0.01, 0.05, 0.3]) {
        const spread = Math.max(0.02, share * quote)
        if (timeValue(terms, quote) < spread) continue
        const found = europeanEquivalent(terms.right, quote, spread, terms)!
        ways[found.by]++
        expect(Math.abs(found.price - europeanPrice(terms)), JSON.stringify(terms)).toBeLessThan(
          0.1 * spread + 1e-5 * terms.spot,
        )
        expect(found.price + found.premium).toBeCloseTo(quote, 10)
      }
    }
    for (const count of Object.values(ways)) expect(count).toBeGreaterThan(50)
  })

  test('is the quote itself for a call on a share that pays nothing', () => {
    const terms = { spot: 100, strike: 105, years: 0.3, rate: 0.05, yield: 0 }
    expect(europeanEquivalent('call', 3, 0.1, terms)).toEqual({
      price: 3,
      premium: 0,
      volatility: europeanVolatility('call', 3, terms),
      by: 'never',
    })
  })

  test('is not known where the quote lies within a tenth of the spread of exercise', () => {
    const terms = { spot: 100, strike: 120, years: 0.5, rate: 0.05, yield: 0 }
    expect(europeanEquivalent('put', 20.05, 1, terms)).toBeUndefined()
    expect(europeanEquivalent('put', 20.5, 1, terms)?.by).toBe('inverted')
  })
})
