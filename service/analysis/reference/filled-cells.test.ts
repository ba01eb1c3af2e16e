/** No fewer filled cells than in the first edition, except for refused contracts, by reason. */
import { beforeAll, describe, expect, test } from 'vitest'
import type { RiskProfile } from '#contract/responses/income.ts'
import { referenceTable } from './oracle-data.fixture.ts'
import { columns, spreadOf } from './income.oracle.ts'
import { slicesOf } from './surface.oracle.ts'
import { recordedChains, symbolsOf, type Symbol } from './trades.fixture.ts'
import { isRecorded, recordedFolders, recordedMarket } from './scenarios.fixture.ts'

describe.skipIf(!isRecorded)(`cells (needs ../shared/market-data/${recordedFolders.join(', ')})`, () => {
  let symbols: ReadonlyMap<string, Symbol>
  const filledBefore = referenceTable('filled-cells.csv')

  beforeAll(async () => {
    const recordedSymbols = await symbolsOf(await recordedMarket(), recordedChains())
    symbols = new Map(recordedSymbols.map((symbol) => [symbol.symbol, symbol]))
  }, 60_000)

  /** Cells filled then and not now. */
  const emptied = () =>
    filledBefore.filter(({ symbol, side, timeframe, riskProfile }) => {
      const { income } = symbols.get(symbol!)!
      const optimals = side === 'call' ? income.callOptimals : income.putOptimals
      return !optimals.some(
        (optimal) => optimal.timeframe === timeframe && optimal.riskProfile === riskProfile,
      )
    })

  test('as many as before, but for what is refused', () => {
    expect(filledBefore).toHaveLength(344)
    const emptiedCells = emptied()
    // A cell is empty now only where the contract that filled it is quoted too widely to be sold, or where the smile's
    // own
    // probability puts it into another cell; everything else stays filled.
    const unexplained = emptiedCells.filter(({ symbol, side, riskProfile, id }) => {
      const { income, chain, today, rate } = symbols.get(symbol!)!
      const contract = chain.contracts.find((listed) => listed.id === id)!
      if (spreadOf(contract) > 0.25 && income.refused.length > 0) return false
      const slice = slicesOf(chain, today, rate).get(contract.expiry)
      if (!slice) return income.refused.length === 0
      const below = slice.below(contract.strike)
      const probability = side === 'call' ? below : 1 - below
      const { low, high } = columns[riskProfile as RiskProfile]
      return probability > low + 0.005 && probability < high - 0.005
    })
    expect(unexplained.map(({ id, timeframe, riskProfile }) => `${id} ${timeframe} ${riskProfile}`)).toEqual(
      [],
    )
    expect(emptiedCells.length).toBeLessThan(filledBefore.length * 0.03)
    const filledNow = [...symbols.values()].reduce(
      (sum, { income }) => sum + income.callOptimals.length + income.putOptimals.length,
      0,
    )
    expect(filledNow).toBeGreaterThanOrEqual(filledBefore.length - emptiedCells.length)
  })

  test('the refused are counted by reason, each reason once', () => {
    const counts = new Map<string, number>()
    for (const [name, { income, chain }] of symbols) {
      expect(new Set(income.refused.map(({ reason }) => reason)).size, name).toBe(income.refused.length)
      for (const { reason, count } of income.refused) {
        expect(count, `${name} ${reason}`).toBeGreaterThan(0)
        counts.set(reason, (counts.get(reason) ?? 0) + count)
      }
      const total = income.refused.reduce((sum, { count }) => sum + count, 0)
      expect(total, name).toBeLessThanOrEqual(chain.contracts.length)
    }
    // Thousands of contracts have no bid; quotes that contradict each other are a few in a hundred.
    expect([...counts.keys()]).toContain('no-bid')
    const contradictions = [
      'crossed',
      'above-bound',
      'not-monotone',
      'not-convex',
      'calendar',
      'parity',
    ].reduce((sum, reason) => sum + (counts.get(reason) ?? 0), 0)
    const listed = [...symbols.values()].reduce((sum, { chain }) => sum + chain.contracts.length, 0)
    expect(contradictions).toBeGreaterThan(0)
    expect(contradictions).toBeLessThan(0.1 * listed)
  })
})
