/**
 * The grid has no fewer filled cells than in the first edition, unless quotes or probabilities
 * explain it.
 */
import { beforeAll, describe, expect, test } from 'vitest'
import type { RiskProfile } from '#contract/responses/income.ts'
import { readReferenceTable } from './oracle-data.fixture.ts'
import { probabilityBands, spreadOf } from './income.oracle.ts'
import { slicesOf } from './surface.oracle.ts'
import { symbolsWithRecordedChain, analyseSymbols, type AnalysedSymbol } from './trades.fixture.ts'
import { hasRecordedData, recordedFolders, recordedMarket } from './scenarios.fixture.ts'

describe.skipIf(!hasRecordedData)(
  `filled cells (needs ../shared/market-data/${recordedFolders.join(', ')})`,
  () => {
    let symbols: ReadonlyMap<string, AnalysedSymbol>
    const filledBefore = readReferenceTable('filled-cells.csv')

    beforeAll(async () => {
      const recordedSymbols = await analyseSymbols(await recordedMarket(), symbolsWithRecordedChain())
      symbols = new Map(recordedSymbols.map((symbol) => [symbol.symbol, symbol]))
    }, 60_000)

    /** Cells that the first edition filled and that are empty now. */
    const findEmptiedCells = () =>
      filledBefore.filter(({ symbol, side, timeframe, riskProfile }) => {
        const { income } = symbols.get(symbol!)!
        const optimals = side === 'call' ? income.callOptimals : income.putOptimals
        return !optimals.some(
          (optimal) => optimal.timeframe === timeframe && optimal.riskProfile === riskProfile,
        )
      })

    test('a cell stays filled, unless its contract is quoted too widely or belongs to another cell', () => {
      expect(filledBefore).toHaveLength(344)
      const emptiedCells = findEmptiedCells()
      // A cell may be empty now if the contract that filled it is quoted too widely, or if the probability of the smile
      // moves that contract to another cell.
      const unexplained = emptiedCells.filter(({ symbol, side, riskProfile, id }) => {
        const { income, chain, today, rate } = symbols.get(symbol!)!
        const contract = chain.contracts.find((listed) => listed.id === id)!
        if (spreadOf(contract) > 0.25 && income.refused.length > 0) return false
        const slice = slicesOf(chain, today, rate).get(contract.expiry)
        if (!slice) return income.refused.length === 0
        const below = slice.below(contract.strike)
        const probability = side === 'call' ? below : 1 - below
        const { low, high } = probabilityBands[riskProfile as RiskProfile]
        return probability > low + 0.005 && probability < high - 0.005
      })
      expect(
        unexplained.map(({ id, timeframe, riskProfile }) => `${id} ${timeframe} ${riskProfile}`),
      ).toEqual([])
      expect(emptiedCells.length).toBeLessThan(filledBefore.length * 0.03)
      const filledNow = [...symbols.values()].reduce(
        (sum, { income }) => sum + income.callOptimals.length + income.putOptimals.length,
        0,
      )
      expect(filledNow).toBeGreaterThanOrEqual(filledBefore.length - emptiedCells.length)
    })

    test('refused contracts are counted by reason', () => {
      const countByReason = new Map<string, number>()
      for (const [name, { income, chain }] of symbols) {
        expect(new Set(income.refused.map(({ reason }) => reason)).size, name).toBe(income.refused.length)
        for (const { reason, count } of income.refused) {
          expect(count, `${name} ${reason}`).toBeGreaterThan(0)
          countByReason.set(reason, (countByReason.get(reason) ?? 0) + count)
        }
        const total = income.refused.reduce((sum, { count }) => sum + count, 0)
        expect(total, name).toBeLessThanOrEqual(chain.contracts.length)
      }
      // Thousands of contracts have no bid. Fewer than 10 % of the quotes contradict each other.
      expect([...countByReason.keys()]).toContain('no-bid')
      const contradictions = [
        'crossed',
        'above-bound',
        'not-monotone',
        'not-convex',
        'calendar',
        'parity',
      ].reduce((sum, reason) => sum + (countByReason.get(reason) ?? 0), 0)
      const listed = [...symbols.values()].reduce((sum, { chain }) => sum + chain.contracts.length, 0)
      expect(contradictions).toBeGreaterThan(0)
      expect(contradictions).toBeLessThan(0.1 * listed)
    })
  },
)
