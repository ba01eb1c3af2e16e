/** Number of contracts, costs, returns and warnings by the holdings of the request. */
import { describe, expect, test } from 'vitest'
import type { IncomeQuery } from '#contract/api/routes.ts'
import type { Earnings } from '#service/markets/market.ts'
import { disagreementsAmong } from './disagreements.fixture.ts'
import {
  annualizedAt,
  probabilityBands,
  expectedFields,
  expectedReturns,
  fieldDisagreement,
  isInTimeframe,
  isEligible,
  type OracleHoldings,
} from './income.oracle.ts'
import { chainFrom, syntheticMarket, rate, skewedSmile, today } from './synthetic-market.fixture.ts'
import { sliceOfSmile } from './surface.oracle.ts'
import {
  analyseSymbols,
  type AnalysedSymbol,
  tradeName,
  tradesOf,
  type TradeWithContract,
} from './trades.fixture.ts'

const volatility = skewedSmile(0.3)
const chain = chainFrom('TEST', { volatility, days: [28, 63, 119], spread: 0.03, step: 1, tick: 0.01 })

const tradesOver = async (query: IncomeQuery, earnings?: Earnings | null): Promise<TradeWithContract[]> => {
  const market = syntheticMarket({ TEST: { chain, ...(earnings === undefined ? {} : { earnings }) } })
  return tradesOf((await analyseSymbols(market, ['TEST'], query))[0]!)
}

const positions: [string, OracleHoldings][] = [
  ['no holdings', {}],
  ['a hundred shares', { stockQuantity: 100 }],
  ['350 shares bought at 80', { stockQuantity: 350, costBasis: 80 }],
  ['1,000 shares bought at 130', { stockQuantity: 1_000, costBasis: 130 }],
  ['25,000 dollars', { cash: 25_000 }],
  ['a million dollars and 500 shares', { cash: 1_000_000, stockQuantity: 500 }],
  ['less cash than one put needs', { cash: 500 }],
  ['40 shares bought at 80, and 60 to buy', { stockQuantity: 40, costBasis: 80 }],
]

describe.each(positions)('%s', (_, position) => {
  test('contracts, breakeven, reward and risk follow from the position', async () => {
    const trades = await tradesOver(position)
    expect(trades.length).toBeGreaterThan(12)
    expect(
      disagreementsAmong(trades, tradeName, ({ option, contract }) =>
        fieldDisagreement(option, expectedFields(contract, chain, today, position)),
      ),
    ).toEqual([])
  })

  test('returns if unchanged and if assigned follow from the position', async () => {
    const isNear = (actual: number | null | undefined, expected: number | null | undefined): boolean =>
      typeof actual === 'number' && typeof expected === 'number'
        ? Math.abs(actual - expected) <= 0.000_05 * Math.max(1, Math.abs(expected))
        : actual === expected
    expect(
      disagreementsAmong(await tradesOver(position), tradeName, ({ option, contract }) => {
        const expected = expectedReturns(contract, 100, position)
        const actual = option.returns
        const agrees =
          isNear(actual.ifUnchanged.onPrice, expected.ifUnchanged.onPrice) &&
          isNear(actual.ifUnchanged.onBasis, expected.ifUnchanged.onBasis) &&
          isNear(actual.ifAssigned?.onPrice, expected.ifAssigned?.onPrice) &&
          isNear(actual.ifAssigned?.onBasis, expected.ifAssigned?.onBasis) &&
          Math.abs((actual.purchasePrice ?? 0) - (expected.purchasePrice ?? 0)) < 0.0051
        return !agrees && `${JSON.stringify(actual)}, not ${JSON.stringify(expected)}`
      }),
    ).toEqual([])
  })

  test('only calls below the cost basis have the warning `below-cost-basis`', async () => {
    expect(
      disagreementsAmong(await tradesOver(position), tradeName, ({ option, contract }) => {
        const isBelowCost = contract.right === 'call' && contract.strike < (position.costBasis ?? 0)
        return option.warnings.includes('below-cost-basis') !== isBelowCost && option.warnings.join()
      }),
    ).toEqual([])
  })
})

test('the response has the position of the request', async () => {
  const query = { stockQuantity: 350, costBasis: 80, cash: 25_000 }
  const [{ income }] = (await analyseSymbols(syntheticMarket({ TEST: { chain } }), ['TEST'], query)) as [
    AnalysedSymbol,
  ]
  expect(income).toMatchObject(query)
})

test('a call below the cost basis is recommended only if no call at or above it is close to the target probability', async () => {
  for (const costBasis of [101, 104, 108, 112]) {
    const trades = await tradesOver({ stockQuantity: 100, costBasis })
    expect(
      disagreementsAmong(trades, tradeName, ({ option, contract, isOptimal }) => {
        if (!isOptimal || contract.right === 'put' || contract.strike >= costBasis) return undefined
        const { target } = probabilityBands[option.riskProfile]
        const alternative = chain.contracts.find((listed) => {
          const { below, days } = sliceOfSmile(listed.expiry, { today, spot: 100, rate, volatility })
          return (
            listed.right === 'call' &&
            listed.strike >= costBasis &&
            isInTimeframe(option.timeframe, days) &&
            isEligible(listed, 100, today) &&
            Math.abs(below(listed.strike) - target) < 0.037
          )
        })
        return alternative && `${contract.strike} is below ${costBasis}, ${alternative.id} is not`
      }),
    ).toEqual([])
  }
})

test('with under 100 shares only calls have the warning `under-100-shares`', async () => {
  for (const stockQuantity of [1, 50, 99]) {
    for (const { option, contract } of await tradesOver({ stockQuantity }))
      expect(option.warnings.includes('under-100-shares'), option.id).toBe(contract.right === 'call')
  }
  for (const { option } of await tradesOver({ stockQuantity: 100 }))
    expect(option.warnings).not.toContain('under-100-shares')
})

test('only trades with earnings before the expiry have the warning `earnings-before-expiry`', async () => {
  const day = '2026-10-01'
  for (const { option } of await tradesOver({}, { day, time: 'AfterClose', estimated: false }))
    expect(option.warnings.includes('earnings-before-expiry'), option.expiryDate).toBe(
      option.expiryDate > day,
    )
})

test('filters select from the unfiltered trades', async () => {
  const unfiltered = await tradesOver({})
  for (const query of [{ legtype: 'put' }, { timeframe: 'medium' }, { riskprofile: 'optimal' }] as const) {
    const filtered = (await tradesOver(query)).filter(({ isOptimal }) => isOptimal)
    const expected = unfiltered.filter(
      ({ isOptimal, contract, option }) =>
        isOptimal &&
        (!('legtype' in query) || contract.right === query.legtype) &&
        (!('timeframe' in query) || option.timeframe === query.timeframe) &&
        (!('riskprofile' in query) || option.riskProfile === query.riskprofile),
    )
    expect(filtered.map(({ option }) => option.id).toSorted()).toEqual(
      expected.map(({ option }) => option.id).toSorted(),
    )
  }
})

test('recommended trades return at least 2 % a year at the bid', async () => {
  // At this volatility, the cells that the rule leaves empty would have trades with a lower return.
  const quietChain = chainFrom('TEST', {
    volatility: skewedSmile(0.08),
    days: [28, 63, 119],
    spread: 0.03,
    step: 1,
    tick: 0.01,
  })
  const [analysed] = await analyseSymbols(syntheticMarket({ TEST: { chain: quietChain } }), ['TEST'], {})
  const recommended = tradesOf(analysed!).filter(({ isOptimal }) => isOptimal)
  expect(recommended.length).toBeGreaterThan(9)
  for (const { option, contract } of recommended)
    expect(annualizedAt(contract.bid, contract, 100, today), option.id).toBeGreaterThanOrEqual(0.02)
})
