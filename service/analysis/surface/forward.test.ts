/** The forward and the dividends implied by calls and puts. */
import { describe, expect, test } from 'vitest'
import type { Chain, Contract } from '#service/markets/market.ts'
import { price } from '#service/analysis/pricing/black-scholes.ts'
import { chainOf } from '#service/analysis/reference/synthetic-inputs.fixture.ts'
import { expiriesOf, type PricedExpiry } from '../surface.ts'

const context = { today: '2026-08-21', date: '2026-08-21', riskFreeRate: 0.04, dividendYield: 0 }

/**
 * Creates a chain of European options, rounded to cents, on a share that pays `dividends`: dollars
 * by days from today.
 */
const chainWithDividends = (dividends: Readonly<Record<number, number>>, halfSpread = 0.01): Chain => {
  const chainWithoutDividends = chainOf({
    spot: 100,
    days: [7, 28, 56, 91, 119],
    volatility: () => 0.25,
    halfSpread,
  })
  const days = new Map(
    expiriesOf(chainWithoutDividends, 100, context).map((expiry) => [expiry.day, expiry.days]),
  )
  const contracts = chainWithoutDividends.contracts.map((contract): Contract => {
    const daysToExpiry = days.get(contract.expiry)!
    let spot = 100
    for (const [day, amount] of Object.entries(dividends))
      if (Number(day) <= daysToExpiry) spot -= amount * Math.exp((-0.04 * Number(day)) / 365)
    const { right, strike } = contract
    const mid = price({
      right,
      strike,
      spot,
      years: daysToExpiry / 365,
      rate: 0.04,
      yield: 0,
      volatility: 0.25,
    })
    return {
      ...contract,
      bid: Math.floor(mid * (1 - halfSpread) * 100) / 100,
      ask: Math.ceil(mid * (1 + halfSpread) * 100) / 100,
    }
  })
  return { ...chainWithoutDividends, contracts }
}
const priceExpiries = (chain: Chain, spot = 100): readonly PricedExpiry[] => expiriesOf(chain, spot, context)
/** Rounds to two cents. Adding 0 turns -0 into 0, from which `toEqual` distinguishes it. */
const roundToTwoCents = (value: number): number => Math.round(value * 50) / 50 + 0
const isSignificant = ({ dividends }: PricedExpiry): boolean =>
  dividends !== undefined && dividends.presentValue > 2 * dividends.error

describe('implied dividends', () => {
  test('two quarterly dividends of a dollar are implied by the expiries after their ex-dates', () => {
    const expiries = priceExpiries(chainWithDividends({ 20: 1, 111: 1 }))
    expect(expiries.map((expiry) => roundToTwoCents(expiry.dividends!.presentValue))).toEqual([0, 1, 1, 1, 2])
    expect(expiries.map(isSignificant)).toEqual([false, true, true, true, true])
  })

  test('without dividends the amount is within its error', () => {
    for (const expiry of priceExpiries(chainWithDividends({}))) {
      expect(Math.abs(expiry.dividends!.presentValue)).toBeLessThan(expiry.dividends!.error)
      expect(isSignificant(expiry)).toBe(false)
    }
  })

  test('wide quotes have a larger error', () => {
    const [, , tight] = priceExpiries(chainWithDividends({ 40: 1 }))
    const [, , wide] = priceExpiries(chainWithDividends({ 40: 1 }, 0.15))
    expect(wide!.dividends!.error).toBeGreaterThan(1.5 * tight!.dividends!.error)
  })

  test('a share price of another time than the quotes does not imply a dividend', () => {
    // The price rises by 2 % after the close, so each expiry seems to lack two dollars.
    const expiries = priceExpiries(chainWithDividends({}), 102)
    for (const expiry of expiries) expect(isSignificant(expiry)).toBe(false)
  })

  test('dividends are unknown, and the forward is the expected one, if no strike has both call and put', () => {
    const chain = chainWithDividends({ 40: 1 })
    const contracts = chain.contracts.filter(({ right }) => right === 'call')
    const [expiry] = expiriesOf({ ...chain, contracts }, 100, { ...context, dividendYield: 0.02 })
    expect(expiry!.dividends).toBeUndefined()
    expect(expiry!.forward).toBeCloseTo(100 * Math.exp((0.02 * 7) / 365), 9)
  })
})

describe('the forward', () => {
  test('is robust to one broken strike at the money', () => {
    const chain = chainWithDividends({})
    const contracts = chain.contracts.map((contract) =>
      contract.strike === 100 && contract.right === 'call'
        ? { ...contract, bid: contract.bid + 2, ask: contract.ask + 2 }
        : contract,
    )
    for (const expiry of priceExpiries({ ...chain, contracts }))
      expect(expiry.forward).toBeCloseTo(100 * Math.exp((0.04 * expiry.days) / 365), 1)
  })

  test('is the expected one if the quotes are implausible', () => {
    const chain = chainWithDividends({})
    const contracts = chain.contracts.map((contract) =>
      contract.right === 'call' ? { ...contract, bid: contract.bid + 60, ask: contract.ask + 62 } : contract,
    )
    const [expiry] = priceExpiries({ ...chain, contracts })
    expect(expiry!.dividends).toBeUndefined()
    expect(expiry!.forward).toBeCloseTo(100 * Math.exp((0.04 * 7) / 365), 9)
  })
})
