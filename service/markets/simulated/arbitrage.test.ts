import { describe, expect, it } from 'vitest'
import { daysPerYear } from '#contract/responses/conventions.ts'
import { daysBetween, expiryInstant, sessionOpen } from '#service/markets/calendar.ts'
import type { Chain, Contract } from '#service/markets/market.ts'
import { marketAt, contractsOf, expiriesOf, mean, defined, saturday } from './simulated.fixture.ts'
import { simulatedSymbols } from './companies/symbols.ts'

const yearMs = daysPerYear * 86_400_000
const yearsUntil = (chain: Chain, instant: Date): number =>
  (instant.getTime() - chain.asOf.getTime()) / yearMs
/** Floating-point error of sums of cents. */
const tolerance = 1e-9

/** Every seventh symbol, the last one, and some of the best-known ones. */
const sample = [...simulatedSymbols().keys()].filter(
  (symbol, i, symbols) =>
    i % 7 === 0 ||
    i === symbols.length - 1 ||
    ['SPY', 'QQQ', 'AAPL', 'KO', 'AMC', 'SQQQ', 'TLT'].includes(symbol),
)

/** Arbitrage at quoted prices between the options of one expiry and right, sorted by strike. */
function rowFaults(row: readonly Contract[], right: 'call' | 'put'): string[] {
  const faults: string[] = []
  // Calls fall with the strike and puts rise, by at most the difference of the strikes.
  for (const [i, low] of row.entries()) {
    const high = row[i + 1]
    if (!high) break
    const [higherPriced, lowerPriced] = right === 'call' ? [low, high] : [high, low]
    if (lowerPriced.bid > higherPriced.ask + tolerance)
      faults.push(`${higherPriced.id} asks less than ${lowerPriced.id} bids`)
    if (higherPriced.bid - lowerPriced.ask > high.strike - low.strike + tolerance)
      faults.push(`${low.id} and ${high.id} are further apart than their strikes`)
    const next = row[i + 2]
    if (!next) continue
    const weight = (next.strike - high.strike) / (next.strike - low.strike)
    if (high.bid > weight * low.ask + (1 - weight) * next.ask + tolerance)
      faults.push(`${high.id} bids more than the two adjacent strikes ask`)
  }
  return faults
}

/** Contracts whose ask is below the bid of the same strike at an earlier expiry. */
function calendarFaults(chain: Chain): string[] {
  const bids = new Map<string, Contract>()
  const faults: string[] = []
  for (const contract of chain.contracts) {
    const key = `${contract.right} ${contract.strike}`
    const earlier = bids.get(key)
    if (earlier && contract.ask < earlier.bid - tolerance)
      faults.push(`${contract.id} asks less than ${earlier.id} bids`)
    if (!earlier || contract.bid > earlier.bid) bids.set(key, contract)
  }
  return faults
}

describe('chains are free of static arbitrage', () => {
  it.each([
    ['at a weekend', saturday, 1],
    ['in a session before earnings', '2026-10-15T17:05:00Z', 2],
    ['in a crash', '2024-11-13T19:30:00Z', 3],
  ])('across strikes and expiries, %s', { timeout: 60_000 }, async (_, instant, seed) => {
    const market = marketAt(instant, seed)
    const faults: string[] = []
    for (const symbol of sample) {
      const chain = await defined(market.chain(symbol))
      faults.push(...calendarFaults(chain))
      for (const expiry of expiriesOf(chain))
        for (const right of ['call', 'put'] as const)
          faults.push(...rowFaults(contractsOf(chain, expiry, right), right))
    }
    expect(faults).toEqual([])
  })
})

/** Call and put of each strike of an expiry. */
const pairsOf = (chain: Chain, expiry: string) =>
  contractsOf(chain, expiry, 'call').map((call, i) => ({
    call,
    put: contractsOf(chain, expiry, 'put')[i] as Contract,
  }))

describe('calls, puts and the dividends of the profile', () => {
  it('keep put-call parity within the bounds of American options', { timeout: 60_000 }, async () => {
    const market = marketAt(saturday)
    const faults: string[] = []
    for (const symbol of sample) {
      const chain = await defined(market.chain(symbol))
      const [dividend] = (await defined(market.profile(symbol))).dividends.declared
      for (const expiry of expiriesOf(chain)) {
        const years = yearsUntil(chain, expiryInstant(expiry))
        // Upper bound: quarterly dividends, not discounted, at most one more than the number of whole quarters.
        const paidDividends =
          dividend && dividend.exDate <= expiry
            ? dividend.amount * (1 + Math.floor((daysBetween(dividend.exDate, expiry) + 7) / 89))
            : 0
        for (const { call, put } of pairsOf(chain, expiry)) {
          const { strike } = call
          const discounted = strike * Math.exp(-market.riskFreeRate() * years)
          if (call.ask - put.bid < chain.underlyingPrice - paidDividends - strike - tolerance)
            faults.push(`${call.id} too cheap`)
          if (call.bid - put.ask > chain.underlyingPrice - discounted + tolerance)
            faults.push(`${call.id} too expensive`)
        }
      }
    }
    expect(faults).toEqual([])
  })

  it('imply a forward that drops by the dividend on the ex day', { timeout: 60_000 }, async () => {
    const market = marketAt(saturday)
    const forwardDrops: { isAfterEx: boolean; share: number }[] = []
    for (const { symbol, listing } of simulatedSymbols().values()) {
      if (listing !== 'most' && listing !== 'weekly') continue
      const [dividend] = (await defined(market.profile(symbol))).dividends.declared
      const chain = await defined(market.chain(symbol))
      // The spreads hide dividends below half a percent.
      if (!dividend || dividend.amount < 0.005 * chain.underlyingPrice) continue
      for (const expiry of expiriesOf(chain)) {
        // Expiries with at most one dividend; a call just above the money is not exercised long before it.
        const daysAfterEx = daysBetween(dividend.exDate, expiry)
        const isAfterEx = daysAfterEx >= 0
        if (daysAfterEx > 80 || (isAfterEx && daysAfterEx < 10) || daysBetween('2026-11-21', expiry) > 100)
          continue
        const years = yearsUntil(chain, expiryInstant(expiry))
        const { call, put } = pairsOf(chain, expiry).toSorted(
          (a, b) =>
            Math.abs(a.call.strike - 1.02 * chain.underlyingPrice) -
            Math.abs(b.call.strike - 1.02 * chain.underlyingPrice),
        )[0] as { call: Contract; put: Contract }
        const interestOnStrike = call.strike * (1 - Math.exp(-market.riskFreeRate() * years))
        // Mids: S - D - K e^(-rT) = C - P for European options; a put's early exercise saves a part of the interest.
        const forwardDrop =
          chain.underlyingPrice -
          call.strike +
          interestOnStrike -
          (call.bid + call.ask - put.bid - put.ask) / 2
        const slack = (call.ask - call.bid + put.ask - put.bid) / 2
        expect(forwardDrop, `${symbol} ${expiry}`).toBeGreaterThan(
          (isAfterEx ? 0.7 * dividend.amount : 0) - slack,
        )
        expect(forwardDrop, `${symbol} ${expiry}`).toBeLessThan(
          (isAfterEx ? dividend.amount : 0) + slack + interestOnStrike,
        )
        forwardDrops.push({ isAfterEx, share: forwardDrop / dividend.amount })
      }
    }
    const share = (isAfterEx: boolean) =>
      mean(forwardDrops.filter((entry) => entry.isAfterEx === isAfterEx).map((entry) => entry.share))
    expect(forwardDrops.filter((entry) => entry.isAfterEx).length).toBeGreaterThan(20)
    expect(forwardDrops.filter((entry) => !entry.isAfterEx).length).toBeGreaterThan(20)
    expect(Math.abs(share(false)), 'before the ex day').toBeLessThan(0.15)
    expect(Math.abs(share(true) - 1), 'after the ex day').toBeLessThan(0.15)
  })

  it('omit a dividend once its ex day has opened', { timeout: 60_000 }, async () => {
    const before = await defined(marketAt(saturday).profile('KO'))
    const exDate = before.dividends.declared[0]?.exDate as string
    const beforeOpen = marketAt(new Date(sessionOpen(exDate).getTime() - 60_000))
    const afterOpen = marketAt(new Date(sessionOpen(exDate).getTime() + 60_000))
    expect((await defined(beforeOpen.profile('KO'))).dividends.declared[0]?.exDate).toBe(exDate)
    expect(((await defined(afterOpen.profile('KO'))).dividends.declared[0]?.exDate ?? '') > exDate).toBe(true)
  })
})
