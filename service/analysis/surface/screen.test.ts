/**
 * Which of several contradictory quotes is refused. Many of the cases were observed in real chains.
 */
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { addDays } from '#service/markets/calendar.ts'
import type { Chain, Contract } from '#service/markets/market.ts'
import { chainOf } from '#service/analysis/reference/synthetic-inputs.fixture.ts'
import { expiriesOf, hasPriceDrift, type PricedExpiry } from '../surface.ts'

const context = { today: '2026-08-21', date: '2026-08-21', riskFreeRate: 0.04, dividendYield: 0 }

type Change = Partial<Pick<Contract, 'bid' | 'ask'>>
type Quote = `${'call' | 'put'} ${number}`

/** The chain with changed quotes in `expiry`; default: in its first expiry. */
const withQuotes = (chain: Chain, changes: Partial<Record<Quote, Change>>, expiry?: string): Chain => {
  const day = expiry ?? chain.contracts[0]!.expiry
  return {
    ...chain,
    contracts: chain.contracts.map((contract) => {
      const change = contract.expiry === day && changes[`${contract.right} ${contract.strike}`]
      return change ? { ...contract, ...change } : contract
    }),
  }
}

const priceExpiries = (chain: Chain): readonly PricedExpiry[] =>
  expiriesOf(chain, chain.underlyingPrice, context)
const refusedOf = (expiry: PricedExpiry): string[] =>
  expiry.refused.map(({ contract, reason }) => `${contract.right} ${contract.strike} ${reason}`)

const healthyChain = chainOf({
  spot: 100,
  days: [28, 56, 119],
  volatility: (strike) => 0.3 + 0.15 * Math.log(100 / strike),
  halfSpread: 0.03,
})

describe('a healthy chain', () => {
  test('has no refused quotes', () => {
    for (const expiry of priceExpiries(healthyChain)) expect(refusedOf(expiry)).toEqual([])
  })

  test('has no refused quotes after rounding to five cents, although far strikes have no bids', () => {
    const roundedChain = {
      ...healthyChain,
      contracts: healthyChain.contracts.map((contract) => ({
        ...contract,
        bid: Math.floor(contract.bid * 20) / 20,
        ask: Math.ceil(contract.ask * 20) / 20,
      })),
    }
    expect(roundedChain.contracts.some(({ bid }) => bid === 0)).toBe(true)
    for (const expiry of priceExpiries(roundedChain)) expect(refusedOf(expiry)).toEqual([])
  })

  test('has no refused quotes if the price of the share is slightly above that of the quotes', () => {
    for (const expiry of expiriesOf(healthyChain, 103, context)) expect(refusedOf(expiry)).toEqual([])
  })

  test('is refused at a price of the share that is below that of the quotes', () => {
    const expiries = expiriesOf(healthyChain, 97, context)
    expect(hasPriceDrift(expiries)).toBe(true)
    for (const expiry of expiries) {
      expect(expiry.contracts).toEqual([])
      expect(new Set(expiry.refused.map(({ reason }) => reason))).toEqual(new Set(['price-drift']))
    }
  })

  test('is usable if one of its expiries was quoted at another price', () => {
    const days = [14, 28, 42, 56]
    const chain = chainOf({ spot: 100, days, volatility: () => 0.3 })
    const drifted = chainOf({ spot: 103, days: [28], volatility: () => 0.3 })
    const expiry = drifted.contracts[0]!.expiry
    const contracts = days
      .map((count) => addDays(context.today, count))
      .flatMap((day) => (day === expiry ? drifted : chain).contracts.filter((item) => item.expiry === day))
    const expiries = priceExpiries({ ...chain, contracts })
    expect(expiries.map((item) => item.hasPriceDrift)).toEqual([false, true, false, false])
    expect(hasPriceDrift(expiries)).toBe(false)
    expect(expiries[0]!.atTheMoney()).toBeCloseTo(0.3, 3)
  })

  test('has no refused quotes for a share that is expensive to borrow: calls and puts agree on the forward', () => {
    const hardToBorrow = chainOf({ spot: 100, days: [119], yield: 0.6, volatility: () => 0.9 })
    const [expiry] = priceExpiries(hardToBorrow)
    expect(refusedOf(expiry!)).toEqual([])
    expect(expiry!.forward).toBeCloseTo(100 * Math.exp((-0.56 * 119) / 365), 1)
  })
})

describe('a contradiction that was observed in real chains', () => {
  test('refuses a call bid at 5.35 if one with a lower strike asks 0.55 without a bid', () => {
    const chain = chainOf({ spot: 63.64, days: [40], volatility: () => 0.2, step: 1 })
    const contracts = chain.contracts.map((contract) =>
      contract.right === 'call' && contract.strike >= 75 ? { ...contract, bid: 0, ask: 0.55 } : contract,
    )
    const [expiry] = priceExpiries(
      withQuotes({ ...chain, contracts }, { 'call 94': { bid: 5.35, ask: 5.9 } }),
    )
    expect(refusedOf(expiry!)).toEqual(['call 94 not-monotone'])
  })

  test('refuses that call even if the expiry has few other quotes', () => {
    const chain = chainOf({ spot: 63.64, days: [40], volatility: () => 0.2, step: 1 })
    const keptQuotes = new Set(['call 60', 'call 63', 'call 75', 'call 94', 'put 60', 'put 63'])
    const contracts = chain.contracts.filter(({ right, strike }) => keptQuotes.has(`${right} ${strike}`))
    const [expiry] = priceExpiries(
      withQuotes(
        { ...chain, contracts },
        { 'call 75': { bid: 0, ask: 0.55 }, 'call 94': { bid: 5.35, ask: 5.9 } },
      ),
    )
    expect(refusedOf(expiry!)).toEqual(['call 94 not-monotone'])
  })

  test('refuses a strike from before a split that is quoted as if there had been no split', () => {
    const chain = chainOf({ spot: 118, days: [28], volatility: () => 0.2, step: 1 })
    const [expiry] = priceExpiries(
      withQuotes(chain, { 'call 193': { bid: 41, ask: 44 }, 'put 193': { bid: 0, ask: 3 } }),
    )
    expect(refusedOf(expiry!).toSorted()).toEqual(['call 193 not-monotone', 'put 193 parity'])
  })

  test('refuses a put at a strike between two regular ones that is far more expensive than both', () => {
    const chain = chainOf({ spot: 55, days: [28], volatility: () => 0.22, step: 1 })
    const regular = chain.contracts.find(({ right, strike }) => right === 'put' && strike === 45)!
    const irregular = {
      ...regular,
      id: regular.id.replace(/\d{8}$/, '00044700'),
      strike: 44.7,
      bid: 3.1,
      ask: 3.6,
    }
    const contracts = [...chain.contracts, irregular].toSorted(
      (a, b) => a.strike - b.strike || (a.right < b.right ? -1 : 1),
    )
    const [expiry] = priceExpiries({ ...chain, contracts })
    expect(refusedOf(expiry!)).toEqual(['put 44.7 not-monotone'])
  })

  test('refuses a call at several times its value, although its neighbours are quoted too widely to refute it', () => {
    const chain = chainOf({ spot: 80, days: [35], volatility: () => 0.35, step: 2.5 })
    const contracts = chain.contracts.map((contract) =>
      contract.right === 'call' && contract.strike > 85 && contract.strike < 95
        ? { ...contract, bid: 0, ask: 9 }
        : contract,
    )
    const [expiry] = priceExpiries(withQuotes({ ...chain, contracts }, { 'call 90': { bid: 6.2, ask: 9 } }))
    expect(expiry!.refused.map(({ contract }) => `${contract.right} ${contract.strike}`)).toEqual(['call 90'])
  })
})

describe('each type of contradiction', () => {
  const refusals = (changes: Partial<Record<Quote, Change>>): string[] =>
    refusedOf(priceExpiries(withQuotes(healthyChain, changes))[0]!)

  test.each<[string, Partial<Record<Quote, Change>>, string]>([
    ['a crossed quote', { 'call 105': { bid: 2.2, ask: 2 } }, 'call 105 crossed'],
    ['a locked quote', { 'call 105': { bid: 2, ask: 2 } }, 'call 105 crossed'],
    ['a bid without an ask', { 'put 95': { bid: 1.5, ask: 0 } }, 'put 95 crossed'],
    ['a call above the share', { 'call 105': { bid: 110, ask: 112 } }, 'call 105 above-bound'],
    ['a put above its strike', { 'put 80': { bid: 85, ask: 90 } }, 'put 80 above-bound'],
    ['a call below its exercise value', { 'call 80': { bid: 15, ask: 15.5 } }, 'call 80 parity'],
    [
      'a call more expensive than one with a lower strike',
      { 'call 110': { bid: 3.4, ask: 3.5 } },
      'call 110 not-monotone',
    ],
    [
      'a put more expensive than one with a higher strike',
      { 'put 90': { bid: 3.3, ask: 3.5 } },
      'put 90 not-monotone',
    ],
    [
      'a call above the line between its neighbours',
      { 'call 100': { bid: 4.35, ask: 4.4 } },
      'call 100 not-convex',
    ],
    ['an ask below all others', { 'call 100': { bid: 0.1, ask: 0.2 } }, 'call 100 not-monotone'],
    ['an ask without a bid below all others', { 'call 95': { bid: 0, ask: 0.3 } }, 'call 95 parity'],
    ['an ask that only violates butterflies', { 'put 95': { bid: 0.5, ask: 0.6 } }, 'put 95 not-monotone'],
  ])('refuses %s', (_, changes, expected) => expect(refusals(changes)).toEqual([expected]))

  test('refuses a put that contradicts the call of its strike by parity', () => {
    const sparse = {
      ...healthyChain,
      contracts: healthyChain.contracts.filter(({ strike }) => [70, 100, 130].includes(strike)),
    }
    const [expiry] = priceExpiries(withQuotes(sparse, { 'put 130': { bid: 32.6, ask: 34 } }))
    expect(refusedOf(expiry!)).toEqual(['put 130 parity'])
  })

  test('refuses a call that bids more than the call of the next expiry asks', () => {
    const change = { 'call 120': { bid: 1.1, ask: 1.2 } } as const
    const sparse = {
      ...healthyChain,
      contracts: healthyChain.contracts.filter(
        ({ right, strike, expiry }) =>
          expiry !== healthyChain.contracts[0]!.expiry ||
          right === 'put' ||
          strike <= 102.5 ||
          strike === 120,
      ),
    }
    const [nearExpiry, farExpiry] = priceExpiries(withQuotes(sparse, change))
    expect(refusedOf(nearExpiry!)).toEqual(['call 120 calendar'])
    expect(refusedOf(farExpiry!)).toEqual([])
  })

  test('refuses a put that asks less than the put of the expiry before bids', () => {
    const day = healthyChain.contracts.at(-1)!.expiry
    const [first, second, third] = priceExpiries(
      withQuotes(healthyChain, { 'put 87.5': { bid: 0.4, ask: 0.5 } }, day),
    )
    expect([first, second].map((expiry) => refusedOf(expiry!))).toEqual([[], []])
    expect(third!.refused.map(({ contract }) => contract.strike)).toEqual([87.5])
  })

  test('refuses all quotes of an expiry that imply another price of the share', () => {
    const nearContracts = chainOf({ spot: 112, days: [28], volatility: () => 0.4 }).contracts
    const farContracts = chainOf({ spot: 100, days: [35], volatility: () => 0.25 }).contracts
    const [first, second] = priceExpiries({ ...healthyChain, contracts: [...nearContracts, ...farContracts] })
    expect(new Set(first!.refused.map(({ reason }) => reason))).toEqual(new Set(['price-drift']))
    expect(first!.contracts).toEqual([])
    expect(first!.probabilityBelow(100)).toBeUndefined()
    expect(refusedOf(second!)).toEqual([])
  })

  test.each([0.25, 3])('refuses all quotes of an expiry at %d times their time value', (factor) => {
    const chain = chainOf({ spot: 100, days: [14, 28, 42, 63, 91, 119], volatility: () => 0.25 })
    const day = [...new Set(chain.contracts.map(({ expiry }) => expiry))][3]!
    const contracts = chain.contracts.map((contract) => {
      if (contract.expiry !== day) return contract
      const intrinsic = Math.max(0, contract.right === 'call' ? 100 - contract.strike : contract.strike - 100)
      const scaled = (price: number): number => intrinsic + Math.max(0, price - intrinsic) * factor
      return { ...contract, bid: scaled(contract.bid), ask: scaled(contract.ask) + 0.01 }
    })
    const expiries = priceExpiries({ ...chain, style: 'american', contracts })
    expect(expiries[3]!.contracts).toEqual([])
    expect(expiries[3]!.refused.some(({ reason }) => reason === 'calendar')).toBe(true)
    for (const index of [0, 1, 2, 4, 5])
      expect(expiries[index]!.refused.filter(({ contract }) => Math.abs(contract.strike - 100) < 20)).toEqual(
        [],
      )
  })

  test('accepts two expiries that are quoted at slightly different times', () => {
    const nearContracts = chainOf({ spot: 97, days: [28], volatility: () => 0.3 }).contracts
    const farContracts = chainOf({ spot: 100, days: [31], volatility: () => 0.3 }).contracts
    for (const expiry of priceExpiries({ ...healthyChain, contracts: [...nearContracts, ...farContracts] }))
      expect(refusedOf(expiry)).toEqual([])
  })

  test('refuses adjusted contracts with the reason `adjusted`', () => {
    const adjusted = healthyChain.contracts
      .slice(0, 3)
      .map((contract) => ({ ...contract, id: contract.id.replace('TEST', 'TEST1') }))
    const contracts = healthyChain.contracts.flatMap((contract, i) => [
      contract,
      ...(adjusted[i] ? [adjusted[i]] : []),
    ])
    expect(priceExpiries({ ...healthyChain, contracts })[0]!.refused.map(({ reason }) => reason)).toEqual([
      'adjusted',
      'adjusted',
      'adjusted',
    ])
  })
})

describe('with random broken quotes', () => {
  const expiryDay = healthyChain.contracts[0]!.expiry
  const nearTheMoney = healthyChain.contracts.filter(
    ({ expiry, strike }) => expiry === expiryDay && strike > 80 && strike < 125,
  )

  test('a quote at three times its value, or a third of it, is the only refused quote', () => {
    for (const { right, strike, bid, ask } of nearTheMoney) {
      if (bid < 0.25) continue
      for (const factor of [3, 1 / 3]) {
        const quote: Quote = `${right} ${strike}`
        const refused = priceExpiries(
          withQuotes(healthyChain, { [quote]: { bid: bid * factor, ask: ask * factor } }),
        )[0]!.refused
        expect(refused.map(({ contract }) => `${contract.right} ${contract.strike}`)).toEqual([quote])
      }
    }
  })

  /** The tolerance of the screen, dollars: a tick and a tenth of a percent of the share price. */
  const slack = 0.1501

  test('accepted calls are free of arbitrage: no bid above an ask at a lower strike, no negative butterfly', () => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.nat(nearTheMoney.length - 1), fc.double({ min: 0.1, max: 8, noNaN: true })), {
          maxLength: 12,
        }),
        (brokenQuotes) => {
          const changes: Partial<Record<Quote, Change>> = {}
          for (const [index, factor] of brokenQuotes) {
            const { right, strike, bid, ask } = nearTheMoney[index]!
            changes[`${right} ${strike}`] = { bid: bid * factor, ask: ask * factor }
          }
          const [expiry] = priceExpiries(withQuotes(healthyChain, changes))
          // With few broken quotes, few others are refused.
          if (brokenQuotes.length <= 3)
            expect(expiry!.refused.length).toBeLessThanOrEqual(2 * brokenQuotes.length)
          const calls = expiry!.contracts.filter(({ right }) => right === 'call')
          const arbitrages = calls.flatMap((lower, i) =>
            calls.slice(i + 1).flatMap((upper, j) => [
              ...(upper.bid > lower.ask + slack ? [[lower, upper]] : []),
              ...calls.slice(i + 1, i + 1 + j).flatMap((middle) => {
                const fraction = (middle.strike - lower.strike) / (upper.strike - lower.strike)
                return middle.bid > lower.ask + fraction * (upper.ask - lower.ask) + slack
                  ? [[lower, middle, upper]]
                  : []
              }),
            ]),
          )
          expect(arbitrages).toEqual([])
        },
      ),
      { numRuns: 40 },
    )
  })
})
