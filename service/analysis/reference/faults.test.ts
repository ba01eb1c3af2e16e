/**
 * Fault injection: a healthy symbol of the simulated market with one fault. The fault must not
 * affect a recommendation or cause a "Good", and the responses must mark unknown data.
 */
import { beforeAll, describe, expect, test } from 'vitest'
import { addDays, previousTradingDay, sessionClose } from '#service/markets/calendar.ts'
import { unknownDividends, type Chain, type Contract } from '#service/markets/market.ts'
import { noBars } from '#service/markets/no-bars.ts'
import {
  analyseWithFault,
  healthySymbols,
  market,
  unknownReasons,
  refusedCount,
  tradedIds,
  severitiesOf,
} from './faults.fixture.ts'
import { changeContracts } from './synthetic-market.fixture.ts'
import { expectedSeverities } from './statements.oracle.ts'
import { analyseSymbols, tradesOf, type AnalysedSymbol } from './trades.fixture.ts'
import { withReplacements } from './scenarios.fixture.ts'

let healthy: AnalysedSymbol[]
beforeAll(async () => {
  healthy = await healthySymbols()
})

test('the symbols are healthy without a fault', () => {
  expect(healthy.length).toBeGreaterThanOrEqual(4)
  for (const symbol of healthy) {
    expect(symbol.why.sentiment).not.toBeNull()
    expect(symbol.income.unknown).toEqual([])
    for (const trade of tradesOf(symbol)) expect(expectedSeverities(trade).StockTrend).not.toBeNull()
  }
})

describe('a broken quote', () => {
  const faults: [string, (contract: Contract) => Contract][] = [
    [
      'at twice its value',
      (contract) => ({ ...contract, bid: contract.bid * 2 + 0.2, ask: contract.ask * 2 + 0.2 }),
    ],
    [
      'at five times its value',
      (contract) => ({ ...contract, bid: contract.bid * 5 + 0.5, ask: contract.ask * 5 + 0.6 }),
    ],
    [
      'with the bid of another day',
      (contract) => ({ ...contract, bid: contract.ask * 1.8, ask: contract.ask * 4 }),
    ],
    ['that is crossed', (contract) => ({ ...contract, bid: contract.ask + 0.05, ask: contract.bid })],
    ['that is locked', (contract) => ({ ...contract, ask: contract.bid })],
    [
      'at a third of its value',
      (contract) => ({ ...contract, bid: contract.bid / 3, ask: contract.bid / 2.5 }),
    ],
    [
      'at more than the stock',
      (contract) => ({ ...contract, bid: contract.strike * 3, ask: contract.strike * 3.1 }),
    ],
    ['without a bid', (contract) => ({ ...contract, bid: 0 })],
    ['without an ask', (contract) => ({ ...contract, ask: 0 })],
  ]

  test.each(faults)('%s on a recommended contract removes the recommendation', async (_, injectFault) => {
    for (const { symbol, income } of healthy) {
      // Breaks every third trade at once, which leaves their neighbours intact: one at a time would be slow.
      const recommended = [...income.callOptimals, ...income.putOptimals].map(({ id }) => id)
      for (const start of [0, 1, 2]) {
        const broken = new Set(recommended.filter((_, index) => index % 3 === start))
        const faultySymbol = await analyseWithFault(symbol, {
          chain: (chain) =>
            changeContracts(chain, (contract) =>
              broken.has(contract.id) ? injectFault(contract) : contract,
            ),
        })
        expect(
          tradedIds(faultySymbol).filter((id) => broken.has(id)),
          symbol,
        ).toEqual([])
        expect(refusedCount(faultySymbol), 'refused contracts').toBeGreaterThan(0)
      }
    }
  })

  test('a call that bids more than one with a lower strike asks, which has no bid, is refused', async () => {
    for (const { symbol, chain, income } of healthy) {
      const { expiryDate } = income.callOptimals.find(({ timeframe }) => timeframe === 'short')!
      const calls = chain.contracts.filter(
        (contract) =>
          contract.right === 'call' &&
          contract.expiry === expiryDate &&
          contract.strike > chain.underlyingPrice,
      )
      const [broken, lowerStrike] = [calls.at(-1)!, calls.at(-2)!]
      const faultySymbol = await analyseWithFault(symbol, {
        chain: (original) =>
          changeContracts(original, (contract) => {
            if (contract.id === broken.id)
              return {
                ...contract,
                bid: chain.underlyingPrice * 0.08,
                ask: chain.underlyingPrice * 0.085,
                openInterest: 5_000,
              }
            return contract.id === lowerStrike.id ? { ...contract, bid: 0, ask: 0.55 } : contract
          }),
      })
      expect(tradedIds(faultySymbol)).not.toContain(broken.id)
      // The broken quote does not affect other recommendations.
      expect(faultySymbol.income.callOptimals.length).toBeGreaterThanOrEqual(income.callOptimals.length)
      expect(refusedCount(faultySymbol)).toBeGreaterThan(0)
    }
  })

  test('contracts that do not deliver 100 shares are refused as adjusted, even at a higher premium', async () => {
    for (const { symbol, income } of healthy) {
      const recommended = new Set([...income.callOptimals, ...income.putOptimals].map(({ id }) => id))
      const adjusted = (id: string): string => id.replace(/^([A-Z]+)/, '$11')
      const faultySymbol = await analyseWithFault(symbol, {
        chain: (chain) =>
          changeContracts(chain, (contract) =>
            recommended.has(contract.id)
              ? { ...contract, id: adjusted(contract.id), bid: contract.bid * 1.2, ask: contract.ask * 1.2 }
              : contract,
          ),
      })
      expect(tradedIds(faultySymbol).filter((id) => /^[A-Z]+1/.test(id))).toEqual([])
      expect(faultySymbol.income.refused).toContainEqual({ reason: 'adjusted', count: recommended.size })
    }
  })

  test.each([
    ['a quarter of its time value', 0.25],
    ['three times its time value, more than the next expiry asks', 3],
  ])('an expiry at %s has no recommended trade', async (_, factor) => {
    for (const { symbol, chain } of healthy) {
      const days = [...new Set(chain.contracts.map(({ expiry }) => expiry))]
      const brokenExpiry = days.find((day) => day > addDays(market.today(), 50))!
      const faultySymbol = await analyseWithFault(symbol, {
        chain: (original) =>
          changeContracts(original, (contract) => {
            if (contract.expiry !== brokenExpiry) return contract
            const moneyness = chain.underlyingPrice - contract.strike
            const intrinsic = Math.max(0, contract.right === 'call' ? moneyness : -moneyness)
            const scaled = (price: number): number => intrinsic + Math.max(0, price - intrinsic) * factor
            return { ...contract, bid: scaled(contract.bid), ask: scaled(contract.ask) + 0.01 }
          }),
      })
      const traded = tradesOf(faultySymbol).filter(({ contract }) => contract.expiry === brokenExpiry)
      expect(
        traded.map(({ option }) => option.id),
        symbol,
      ).toEqual([])
    }
  })

  test('a broken quote does not change the probabilities of other contracts', async () => {
    for (const { symbol, income } of healthy) {
      const broken = new Set(income.callOptimals.slice(0, 1).map(({ id }) => id))
      const faultySymbol = await analyseWithFault(symbol, {
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

describe('a chain of an earlier time', () => {
  test.each([1.06, 0.94, 1.021, 0.979])(
    'nothing is recommended if the price has changed by a factor of %f since',
    async (factor) => {
      for (const { symbol } of healthy) {
        const faultySymbol = await analyseWithFault(symbol, { price: (last) => last * factor })
        expect(tradedIds(faultySymbol)).toEqual([])
        expect(faultySymbol.income.refused.map(({ reason }) => reason)).toContain('price-drift')
        expect(faultySymbol.income.chainPrice).toBeCloseTo(faultySymbol.chain.underlyingPrice, 2)
      }
    },
  )

  test.each([1.015, 0.985])(
    'if the price has changed by only a factor of %f, figures use the price of the chain',
    async (factor) => {
      for (const { symbol, income } of healthy) {
        const faultySymbol = await analyseWithFault(symbol, { price: (last) => last * factor })
        const figuresOf = ({ callOptimals, putOptimals }: AnalysedSymbol['income']) =>
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
    ['the previous session', (day: string) => previousTradingDay(day)],
    ['a week ago', (day: string) => previousTradingDay(addDays(day, -7))],
  ])('nothing is recommended from a chain of %s, and the response has its time', async (_, dayBefore) => {
    for (const { symbol } of healthy) {
      const asOf = sessionClose(dayBefore(market.today()))
      const faultySymbol = await analyseWithFault(symbol, { chain: (chain) => ({ ...chain, asOf }) })
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

describe('missing data', () => {
  test('without an earnings date no Earnings item is Good, and the forecast is still the mixture', async () => {
    for (const { symbol } of healthy) {
      const faultySymbol = await analyseWithFault(symbol, { earnings: null })
      expect(severitiesOf(faultySymbol, 'Earnings')).toEqual(new Set(['Neutral']))
      for (const { option } of tradesOf(faultySymbol)) expect(option.scoreParts.forecast).toBe('mixture')
    }
  })

  test('without dividend data no Dividend item is Good', async () => {
    for (const { symbol } of healthy) {
      const faultySymbol = await analyseWithFault(symbol, {
        profile: (profile) => ({ ...profile, dividends: unknownDividends }),
      })
      expect(tradedIds(faultySymbol).length).toBeGreaterThan(10)
      expect(severitiesOf(faultySymbol, 'Dividend')).not.toContain('Good')
      expect(faultySymbol.income.dataStatus.parts!.dividends).toMatchObject({
        state: 'unknown',
        reason: 'not-given',
      })
    }
  })

  test('without implied and realised volatilities there is no rank and no verdict', async () => {
    const marketWithoutHistory = { ...market, volatilityHistory: async () => [] }
    for (const { symbol } of healthy) {
      const [faultySymbol] = (await analyseSymbols(
        withReplacements(marketWithoutHistory, symbol, { bars: () => noBars }),
        [symbol],
      )) as [AnalysedSymbol]
      expect(faultySymbol.why.impliedVolatilityRank).toBeNull()
      expect(severitiesOf(faultySymbol, 'ImpliedVolatility')).toEqual(new Set([null]))
    }
  })

  test('without open interest and volume cells are filled by the spread alone', async () => {
    for (const { symbol, income } of healthy) {
      const faultySymbol = await analyseWithFault(symbol, {
        chain: (chain: Chain) =>
          changeContracts(chain, (contract) => ({ ...contract, openInterest: null, volume: null })),
      })
      expect(faultySymbol.income.callOptimals.length).toBeGreaterThanOrEqual(income.callOptimals.length)
      expect(faultySymbol.income.putOptimals.length).toBeGreaterThanOrEqual(income.putOptimals.length)
      for (const { option } of tradesOf(faultySymbol)) expect(option.openInterest).toBeNull()
    }
  })

  test('without a quote the price is null, although the chain has a price', async () => {
    for (const { symbol } of healthy) {
      const { why } = await analyseWithFault(symbol, {
        price: () => undefined,
        bars: () => noBars,
        chain: (chain) => ({ ...chain, contracts: [] }),
      })
      expect(why.expandedQuote).toMatchObject({ last: null, change: null, percentageChange: null })
      expect(unknownReasons(why)['expandedQuote.last']).toBe('no-price')
    }
  })
})
