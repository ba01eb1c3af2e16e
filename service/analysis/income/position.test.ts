import { describe, expect, test } from 'vitest'
import type { IncomeOption } from '#contract/responses/income.ts'
import { chainOf } from '#service/analysis/reference/synthetic-inputs.fixture.ts'
import { allTrades, income, fullChain } from './income.fixture.ts'

const calls = (query: Parameters<typeof income>[1] = {}): IncomeOption[] =>
  income(fullChain, query).callOptimals

describe('shares held', () => {
  test('350 shares are three contracts, and all amounts are for the complete position', () => {
    const [oneContract] = calls()
    const response = income(fullChain, { query: { stockQuantity: 350 } })
    const threeContracts = response.callOptimals.find(({ id }) => id === oneContract!.id)!
    expect(threeContracts.contracts).toBe(3)
    expect(threeContracts.maxReward).toBeCloseTo(oneContract!.maxReward * 3, 1)
    expect(threeContracts.maxRisk).toBeCloseTo(oneContract!.maxRisk * 3, 1)
    expect(threeContracts.inPlainEnglish).toMatch(/^Sell 3 TEST .* calls .* against 300 shares you own/)
    expect(response.stockQuantity).toBe(350)
    // Shares do not secure puts.
    expect(response.putOptimals.map(({ contracts }) => contracts)).toEqual(Array(9).fill(1))
  })

  test('fewer than a hundred: the call has a warning and states what is missing', () => {
    const response = income(fullChain, { query: { stockQuantity: 40 } })
    const [option] = response.callOptimals
    expect(option!.contracts).toBe(1)
    expect(option!.warnings).toContain('under-100-shares')
    expect(option!.inPlainEnglish).toContain(
      'needs 100 shares of TEST; you hold 40 and lack 60 ($6,000.00 at',
    )
    expect(option!.maxRisk).toBe(calls()[0]!.maxRisk)
    for (const put of response.putOptimals) expect(put.warnings).not.toContain('under-100-shares')
    for (const stockQuantity of [undefined, 100, 199])
      for (const call of calls({ query: { stockQuantity } }))
        expect(call.warnings).not.toContain('under-100-shares')
  })

  test('shares still to be bought cost today’s price', () => {
    const [option] = calls({ query: { stockQuantity: 40, costBasis: 80 } })
    const cost = 0.4 * 80 + 0.6 * 100
    expect(option!.breakeven).toBeCloseTo(cost - option!.premium, 2)
    expect(option!.maxReward).toBeCloseTo((option!.strike - cost + option!.premium) * 100, 0)
    expect(option!.inPlainEnglish).toContain('for a total result of $1,446.03 on what they cost')
  })
})

describe('cost basis', () => {
  test('changes break-even, reward and risk of calls, and nothing of puts', () => {
    const unowned = income(fullChain)
    const owned = income(fullChain, { query: { costBasis: 80 } })
    unowned.callOptimals.forEach((option, index) => {
      const ownedCall = owned.callOptimals[index]!
      expect(ownedCall.breakeven).toBeCloseTo(option.breakeven - 20, 2)
      expect(ownedCall.maxReward).toBeCloseTo(option.maxReward + 2000, 2)
      expect(ownedCall.maxRisk).toBeCloseTo(option.maxRisk - 2000, 2)
      expect(ownedCall.return).toBe(option.return)
      expect(ownedCall.serviceScore).toBe(option.serviceScore)
      expect(ownedCall.probabilityOfProfit).toBeGreaterThan(option.probabilityOfProfit)
      expect(ownedCall.inPlainEnglish).toContain('shares you bought at $80.00')
      expect(ownedCall.warnings).toEqual([])
    })
    expect(owned.putOptimals).toEqual(unowned.putOptimals)
  })

  test('strikes that cover it are preferred, others are used only with a warning', () => {
    const costBasis = 105
    const unowned = calls()
    const owned = calls({ query: { costBasis } })
    const isBelow = ({ strike }: IncomeOption): boolean => strike < costBasis
    expect(owned).toHaveLength(9)
    expect(unowned.filter(isBelow).length).toBeGreaterThan(owned.filter(isBelow).length)
    for (const option of owned) {
      expect(option.warnings.includes('below-cost-basis')).toBe(isBelow(option))
      if (!isBelow(option)) continue
      // There was no better choice: all of its window and band is below cost.
      const { timeframe, riskProfile } = option
      const unrestricted = unowned.find(
        (call) => call.timeframe === timeframe && call.riskProfile === riskProfile,
      )!
      expect(isBelow(unrestricted)).toBe(true)
    }
  })

  test('far above the strike: assignment would lock in a loss, and the text says so', () => {
    const [option] = calls({ query: { costBasis: 150 } })
    expect(option!.maxReward).toBeLessThan(0)
    expect(option!.warnings).toContain('below-cost-basis')
    expect(option!.probabilityOfProfit).toBe(0)
    expect(option!.inPlainEnglish).toMatch(/below what you paid, for a total loss of \$[\d,.]+\./)
  })

  test('shares that cost less than the premium cannot lose', () => {
    const [option] = calls({ query: { costBasis: 0.01 } })
    expect(option!.breakeven).toBe(0)
    expect(option!.maxRisk).toBe(0)
    expect(option!.probabilityOfProfit).toBe(1)
  })
})

describe('cash', () => {
  test('determines the number of puts by strike, and does not affect calls', () => {
    const cash = 50_000
    const response = income(fullChain, { query: { cash } })
    expect(response.cash).toBe(cash)
    for (const { contracts, strike, inPlainEnglish } of response.putOptimals) {
      expect(contracts).toBe(Math.floor(cash / (100 * strike)))
      expect(contracts).toBeGreaterThan(1)
      expect(inPlainEnglish).toContain(
        `secured by $${(contracts * 100 * strike).toLocaleString('en-US', { minimumFractionDigits: 2 })} in cash`,
      )
    }
    for (const { contracts } of response.callOptimals) expect(contracts).toBe(1)
  })

  test('below the requirement is still one contract, and the text states what is missing', () => {
    for (const { contracts, strike, inPlainEnglish } of income(fullChain, { query: { cash: 1000 } })
      .putOptimals) {
      expect(contracts).toBe(1)
      const required = (100 * strike).toLocaleString('en-US', { minimumFractionDigits: 2 })
      const lacking = (100 * strike - 1000).toLocaleString('en-US', { minimumFractionDigits: 2 })
      expect(inPlainEnglish).toMatch(/^One contract takes /)
      expect(inPlainEnglish).toContain(
        `$${required} in cash; you have set aside $1,000.00 and lack $${lacking}.`,
      )
    }
  })

  test('without an amount it is one contract', () => {
    const response = income(fullChain)
    expect(response.cash).toBeNull()
    for (const { contracts, inPlainEnglish } of response.putOptimals) {
      expect(contracts).toBe(1)
      expect(inPlainEnglish).toMatch(/^Sell 1 /)
    }
  })
})

test('the expected move is one standard deviation at the at-the-money volatility, equal within an expiry', () => {
  const chain = chainOf({ spot: 100, days: [35, 147], volatility: (_, days) => (days > 90 ? 0.4 : 0.2) })
  const options = allTrades(income(chain))
  expect(new Set(options.map(({ daysUntilExpiry }) => daysUntilExpiry)).size).toBe(2)
  for (const { expectedMove, daysUntilExpiry } of options) {
    const deviation = 100 * (daysUntilExpiry > 90 ? 0.4 : 0.2) * Math.sqrt(daysUntilExpiry / 365)
    expect(expectedMove.deviation).toBeCloseTo(deviation, 1)
    expect(expectedMove.low).toBeCloseTo(100 - deviation, 1)
    expect(expectedMove.high).toBeCloseTo(100 + deviation, 1)
  }
})
