import { describe, expect, test } from 'vitest'
import type { IncomeOption } from '#contract/responses/income.ts'
import { chainOf } from '#service/analysis/reference/synthetic-market.fixture.ts'
import { everything, income, whole } from './income.fixture.ts'

const calls = (query: Parameters<typeof income>[1] = {}): IncomeOption[] => income(whole, query).callOptimals

describe('shares held', () => {
  test('350 shares are three contracts, and all dollars are of the whole position', () => {
    const [one] = calls()
    const answer = income(whole, { query: { stockQuantity: 350 } })
    const three = answer.callOptimals.find(({ id }) => id === one!.id)!
    expect(three.contracts).toBe(3)
    expect(three.maxReward).toBeCloseTo(one!.maxReward * 3, 1)
    expect(three.maxRisk).toBeCloseTo(one!.maxRisk * 3, 1)
    expect(three.inPlainEnglish).toMatch(/^Sell 3 TEST .* calls .* against 300 shares you own/)
    expect(answer.stockQuantity).toBe(350)
    // What covers calls secures no puts.
    expect(answer.putOptimals.map(({ contracts }) => contracts)).toEqual(Array(9).fill(1))
  })

  test('fewer than a hundred: the call stays, warned of, and says what it would take', () => {
    const answer = income(whole, { query: { stockQuantity: 40 } })
    const [option] = answer.callOptimals
    expect(option!.contracts).toBe(1)
    expect(option!.warnings).toContain('under-100-shares')
    expect(option!.inPlainEnglish).toContain(
      'needs 100 shares of TEST; you hold 40 and lack 60 ($6,000.00 at',
    )
    expect(option!.maxRisk).toBe(calls()[0]!.maxRisk)
    for (const put of answer.putOptimals) expect(put.warnings).not.toContain('under-100-shares')
    for (const enough of [undefined, 100, 199])
      for (const call of calls({ query: { stockQuantity: enough } }))
        expect(call.warnings).not.toContain('under-100-shares')
  })

  test('shares still to be bought cost what they cost today', () => {
    const [option] = calls({ query: { stockQuantity: 40, costBasis: 80 } })
    const cost = 0.4 * 80 + 0.6 * 100
    expect(option!.breakeven).toBeCloseTo(cost - option!.premium, 2)
    expect(option!.maxReward).toBeCloseTo((option!.strike - cost + option!.premium) * 100, 0)
    expect(option!.inPlainEnglish).toContain('for a total result of $1,446.03 on what they cost')
  })
})

describe('cost basis', () => {
  test('moves breakeven, reward and risk of calls, and nothing of puts', () => {
    const plain = income(whole)
    const owned = income(whole, { query: { costBasis: 80 } })
    plain.callOptimals.forEach((option, index) => {
      const mine = owned.callOptimals[index]!
      expect(mine.breakeven).toBeCloseTo(option.breakeven - 20, 2)
      expect(mine.maxReward).toBeCloseTo(option.maxReward + 2000, 2)
      expect(mine.maxRisk).toBeCloseTo(option.maxRisk - 2000, 2)
      expect(mine.return).toBe(option.return)
      expect(mine.serviceScore).toBe(option.serviceScore)
      expect(mine.probabilityOfProfit).toBeGreaterThan(option.probabilityOfProfit)
      expect(mine.inPlainEnglish).toContain('shares you bought at $80.00')
      expect(mine.warnings).toEqual([])
    })
    expect(owned.putOptimals).toEqual(plain.putOptimals)
  })

  test('strikes that cover it are taken where a cell has any, others only with a warning', () => {
    const costBasis = 105
    const plain = calls()
    const owned = calls({ query: { costBasis } })
    const isBelow = ({ strike }: IncomeOption): boolean => strike < costBasis
    expect(owned).toHaveLength(9)
    expect(plain.filter(isBelow).length).toBeGreaterThan(owned.filter(isBelow).length)
    for (const option of owned) {
      expect(option.warnings.includes('below-cost-basis')).toBe(isBelow(option))
      if (!isBelow(option)) continue
      // Nothing better stood in its cell: everything of its window and band is below cost.
      const { timeframe, riskProfile } = option
      const free = plain.find((each) => each.timeframe === timeframe && each.riskProfile === riskProfile)!
      expect(isBelow(free)).toBe(true)
    }
  })

  test('bought far higher: assignment would lock in a loss, and it says so', () => {
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
  test('sizes puts by what each strike needs, and calls not at all', () => {
    const cash = 50_000
    const answer = income(whole, { query: { cash } })
    expect(answer.cash).toBe(cash)
    for (const { contracts, strike, inPlainEnglish } of answer.putOptimals) {
      expect(contracts).toBe(Math.floor(cash / (100 * strike)))
      expect(contracts).toBeGreaterThan(1)
      expect(inPlainEnglish).toContain(
        `secured by $${(contracts * 100 * strike).toLocaleString('en-US', { minimumFractionDigits: 2 })} in cash`,
      )
    }
    for (const { contracts } of answer.callOptimals) expect(contracts).toBe(1)
  })

  test('too little of it is still one contract, and says what is missing', () => {
    for (const { contracts, strike, inPlainEnglish } of income(whole, { query: { cash: 1000 } })
      .putOptimals) {
      expect(contracts).toBe(1)
      const needed = (100 * strike).toLocaleString('en-US', { minimumFractionDigits: 2 })
      const missing = (100 * strike - 1000).toLocaleString('en-US', { minimumFractionDigits: 2 })
      expect(inPlainEnglish).toMatch(/^One contract takes /)
      expect(inPlainEnglish).toContain(
        `$${needed} in cash; you have set aside $1,000.00 and lack $${missing}.`,
      )
    }
  })

  test('none told is one contract', () => {
    const answer = income(whole)
    expect(answer.cash).toBeNull()
    for (const { contracts, inPlainEnglish } of answer.putOptimals) {
      expect(contracts).toBe(1)
      expect(inPlainEnglish).toMatch(/^Sell 1 /)
    }
  })
})

test('the expected move is one standard deviation at the volatility at the money, the same for all of an expiry', () => {
  const chain = chainOf({ spot: 100, days: [35, 147], volatility: (_, days) => (days > 90 ? 0.4 : 0.2) })
  const options = everything(income(chain))
  expect(new Set(options.map(({ daysUntilExpiry }) => daysUntilExpiry)).size).toBe(2)
  for (const { expectedMove, daysUntilExpiry } of options) {
    const deviation = 100 * (daysUntilExpiry > 90 ? 0.4 : 0.2) * Math.sqrt(daysUntilExpiry / 365)
    expect(expectedMove.deviation).toBeCloseTo(deviation, 1)
    expect(expectedMove.low).toBeCloseTo(100 - deviation, 1)
    expect(expectedMove.high).toBeCloseTo(100 + deviation, 1)
  }
})
