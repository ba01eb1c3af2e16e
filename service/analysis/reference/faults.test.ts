/**
 * Fault injection: a healthy symbol of the simulated market with one fault. The fault must not reach a
 * recommendation or a "Good", and the responses must mark what is unknown.
 */
import { beforeAll, describe, expect, test } from 'vitest'
import { addDays, previousTradingDay, sessionClose } from '#service/markets/calendar.ts'
import { unknownDividends, type Chain, type Contract } from '#service/markets/market.ts'
import { noBars } from '#service/markets/no-bars.ts'
import { faulty, healthySymbols, market, reasonsOf, refusals, tradedIds, verdicts } from './faults.fixture.ts'
import { changeContracts } from './synthetic-chains.fixture.ts'
import { severities } from './statements.oracle.ts'
import { symbolsOf, tradesOf, type Symbol } from './trades.fixture.ts'
import { withReplaced } from './scenarios.fixture.ts'

let healthy: Symbol[]
beforeAll(async () => {
  healthy = await healthySymbols()
})

test('the symbols are healthy to begin with', () => {
  expect(healthy.length).toBeGreaterThanOrEqual(4)
  for (const symbol of healthy) {
    expect(symbol.why.sentiment).not.toBeNull()
    expect(symbol.income.unknown).toEqual([])
    for (const trade of tradesOf(symbol)) expect(severities(trade).StockTrend).not.toBeNull()
  }
})

describe('a broken quote', () => {
  type Breaking = (contract: Contract) => Contract
  const breakings: [string, Breaking][] = [
    [
      'twice its worth',
      (contract) => ({ ...contract, bid: contract.bid * 2 + 0.2, ask: contract.ask * 2 + 0.2 }),
    ],
    [
      'five times its worth',
      (contract) => ({ ...contract, bid: contract.bid * 5 + 0.5, ask: contract.ask * 5 + 0.6 }),
    ],
    [
      'the bid of another day under today’s ask',
      (contract) => ({ ...contract, bid: contract.ask * 1.8, ask: contract.ask * 4 }),
    ],
    ['crossed', (contract) => ({ ...contract, bid: contract.ask + 0.05, ask: contract.bid })],
    ['locked', (contract) => ({ ...contract, ask: contract.bid })],
    ['a third of its worth', (contract) => ({ ...contract, bid: contract.bid / 3, ask: contract.bid / 2.5 })],
    [
      'above the stock',
      (contract) => ({ ...contract, bid: contract.strike * 3, ask: contract.strike * 3.1 }),
    ],
    ['no bid', (contract) => ({ ...contract, bid: 0 })],
    ['no ask', (contract) => ({ ...contract, ask: 0 })],
  ]

  test.each(breakings)('%s: never recommended, in place of any recommended contract', async (_, breaking) => {
    for (const { symbol, income } of healthy) {
      // One fault at a time would be thorough and slow; every third trade is broken at once, which leaves its
      // neighbours intact.
      const chosen = [...income.callOptimals, ...income.putOptimals].map(({ id }) => id)
      for (const start of [0, 1, 2]) {
        const broken = new Set(chosen.filter((_, index) => index % 3 === start))
        const faultySymbol = await faulty(symbol, {
          chain: (chain) =>
            changeContracts(chain, (contract) => (broken.has(contract.id) ? breaking(contract) : contract)),
        })
        expect(
          tradedIds(faultySymbol).filter((id) => broken.has(id)),
          symbol,
        ).toEqual([])
        expect(refusals(faultySymbol), 'counted').toBeGreaterThan(0)
      }
    }
  })

  test('a far call that bids more than a nearer one asks, of which nobody bids', async () => {
    for (const { symbol, chain, income } of healthy) {
      const { expiryDate } = income.callOptimals.find(({ timeframe }) => timeframe === 'short')!
      const calls = chain.contracts.filter(
        (contract) =>
          contract.right === 'call' &&
          contract.expiry === expiryDate &&
          contract.strike > chain.underlyingPrice,
      )
      const [far, nearer] = [calls.at(-1)!, calls.at(-2)!]
      const faultySymbol = await faulty(symbol, {
        chain: (original) =>
          changeContracts(original, (contract) => {
            if (contract.id === far.id)
              return {
                ...contract,
                bid: chain.underlyingPrice * 0.08,
                ask: chain.underlyingPrice * 0.085,
                openInterest: 5_000,
              }
            return contract.id === nearer.id ? { ...contract, bid: 0, ask: 0.55 } : contract
          }),
      })
      expect(tradedIds(faultySymbol)).not.toContain(far.id)
      // The rest of the row is as it was: one broken quote takes nothing else with it.
      expect(faultySymbol.income.callOptimals.length).toBeGreaterThanOrEqual(income.callOptimals.length)
      expect(refusals(faultySymbol)).toBeGreaterThan(0)
    }
  })

  test('contracts that deliver something else than 100 shares, at whatever they pay', async () => {
    for (const { symbol, income } of healthy) {
      const chosen = new Set([...income.callOptimals, ...income.putOptimals].map(({ id }) => id))
      const adjusted = (id: string): string => id.replace(/^([A-Z]+)/, '$11')
      const faultySymbol = await faulty(symbol, {
        chain: (chain) =>
          changeContracts(chain, (contract) =>
            chosen.has(contract.id)
              ? { ...contract, id: adjusted(contract.id), bid: contract.bid * 1.2, ask: contract.ask * 1.2 }
              : contract,
          ),
      })
      expect(tradedIds(faultySymbol).filter((id) => /^[A-Z]+1/.test(id))).toEqual([])
      expect(faultySymbol.income.refused).toContainEqual({ reason: 'adjusted', count: chosen.size })
    }
  })

  test.each([
    ['a quarter of its worth', 0.25],
    ['three times its worth, more than the next one asks', 3],
  ])('a whole expiry at %s', async (_, factor) => {
    for (const { symbol, chain } of healthy) {
      const days = [...new Set(chain.contracts.map(({ expiry }) => expiry))]
      const broken = days.find((day) => day > addDays(market.today(), 50))!
      const faultySymbol = await faulty(symbol, {
        chain: (original) =>
          changeContracts(original, (contract) => {
            if (contract.expiry !== broken) return contract
            const away = chain.underlyingPrice - contract.strike
            const intrinsic = Math.max(0, contract.right === 'call' ? away : -away)
            const scaled = (price: number): number => intrinsic + Math.max(0, price - intrinsic) * factor
            return { ...contract, bid: scaled(contract.bid), ask: scaled(contract.ask) + 0.01 }
          }),
      })
      const traded = tradesOf(faultySymbol).filter(({ contract }) => contract.expiry === broken)
      expect(
        traded.map(({ option }) => option.id),
        symbol,
      ).toEqual([])
    }
  })

  test('a few broken quotes leave the other figures where they were', async () => {
    for (const { symbol, income } of healthy) {
      const broken = new Set(income.callOptimals.slice(0, 1).map(({ id }) => id))
      const faultySymbol = await faulty(symbol, {
        chain: (chain) =>
          changeContracts(chain, (contract) =>
            broken.has(contract.id)
              ? { ...contract, bid: contract.bid * 3, ask: contract.ask * 3 }
              : contract,
          ),
      })
      for (const option of [...faultySymbol.income.callOptimals, ...faultySymbol.income.putOptimals]) {
        const healthyTrade = [...income.callOptimals, ...income.putOptimals].find(
          ({ id }) => id === option.id,
        )
        if (healthyTrade) expect(option.probability).toBeCloseTo(healthyTrade.probability, 2)
      }
    }
  })
})

describe('a chain of another moment', () => {
  test.each([1.06, 0.94, 1.021, 0.979])(
    'the price has drifted by a factor of %f: nothing is recommended',
    async (factor) => {
      for (const { symbol } of healthy) {
        const faultySymbol = await faulty(symbol, { price: (last) => last * factor })
        expect(tradedIds(faultySymbol)).toEqual([])
        expect(faultySymbol.income.refused.map(({ reason }) => reason)).toContain('price-drift')
        expect(faultySymbol.income.chainPrice).toBeCloseTo(faultySymbol.chain.underlyingPrice, 2)
      }
    },
  )

  test.each([1.015, 0.985])(
    'a drift within bounds (%f): figures are of the chain’s own price',
    async (factor) => {
      for (const { symbol, income } of healthy) {
        const faultySymbol = await faulty(symbol, { price: (last) => last * factor })
        const figuresOf = ({ callOptimals, putOptimals }: Symbol['income']) =>
          [...callOptimals, ...putOptimals].map((option) => [
            option.id,
            option.return,
            option.probability,
            option.serviceScore,
          ])
        expect(figuresOf(faultySymbol.income)).toEqual(figuresOf(income))
      }
    },
  )

  test.each([
    ['the session before', (day: string) => previousTradingDay(day)],
    ['a week before', (day: string) => previousTradingDay(addDays(day, -7))],
  ])('of %s: nothing is recommended, and it says of when it is', async (_, earlier) => {
    for (const { symbol } of healthy) {
      const asOf = sessionClose(earlier(market.today()))
      const faultySymbol = await faulty(symbol, { chain: (chain) => ({ ...chain, asOf }) })
      expect(tradedIds(faultySymbol)).toEqual([])
      expect(faultySymbol.income.refused.map(({ reason }) => reason)).toContain('old-chain')
      expect(faultySymbol.income.optionsAsOf).toBe(asOf.toISOString())
      expect(faultySymbol.income.dataStatus.parts!.options).toMatchObject({
        state: 'old',
        reason: 'old-chain',
      })
    }
  })
})

describe('what is not told', () => {
  test('earnings: never Good, and what the options imply is the forecast', async () => {
    for (const { symbol } of healthy) {
      const faultySymbol = await faulty(symbol, { earnings: null })
      expect(verdicts(faultySymbol, 'Earnings')).toEqual(new Set(['Neutral']))
      for (const { option } of tradesOf(faultySymbol)) expect(option.scoreParts.forecast).toBe('implied')
    }
  })

  test('dividends: never Good', async () => {
    for (const { symbol } of healthy) {
      const faultySymbol = await faulty(symbol, {
        profile: (profile) => ({ ...profile, dividends: unknownDividends }),
      })
      expect(tradedIds(faultySymbol).length).toBeGreaterThan(10)
      expect(verdicts(faultySymbol, 'Dividend')).not.toContain('Good')
      expect(faultySymbol.income.dataStatus.parts!.dividends).toMatchObject({
        state: 'unknown',
        reason: 'not-given',
      })
    }
  })

  test('volatility, neither of the options nor of bars: no rank, and no verdict', async () => {
    const bare = { ...market, volatilityHistory: async () => [] }
    for (const { symbol } of healthy) {
      const [faultySymbol] = (await symbolsOf(withReplaced(bare, symbol, { bars: () => noBars }), [
        symbol,
      ])) as [Symbol]
      expect(faultySymbol.why.impliedVolatilityRank).toBeNull()
      expect(verdicts(faultySymbol, 'ImpliedVolatility')).toEqual(new Set([null]))
    }
  })

  test('open interest and volume: cells are filled by spread alone', async () => {
    for (const { symbol, income } of healthy) {
      const faultySymbol = await faulty(symbol, {
        chain: (chain: Chain) =>
          changeContracts(chain, (contract) => ({ ...contract, openInterest: null, volume: null })),
      })
      expect(faultySymbol.income.callOptimals.length).toBeGreaterThanOrEqual(income.callOptimals.length)
      expect(faultySymbol.income.putOptimals.length).toBeGreaterThanOrEqual(income.putOptimals.length)
      for (const { option } of tradesOf(faultySymbol)) expect(option.openInterest).toBeNull()
    }
  })

  test('the price: the chain’s stands in for nothing that is of today', async () => {
    for (const { symbol } of healthy) {
      const { why } = await faulty(symbol, {
        price: () => undefined,
        bars: () => noBars,
        chain: (chain) => ({ ...chain, contracts: [] }),
      })
      expect(why.expandedQuote).toMatchObject({ last: null, change: null, percentageChange: null })
      expect(reasonsOf(why)['expandedQuote.last']).toBe('no-price')
    }
  })
})
