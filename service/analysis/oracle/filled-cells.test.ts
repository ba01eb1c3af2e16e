/** No fewer cells are filled than by the first edition, but for those whose contract is refused, by reason. */
import { beforeAll, describe, expect, test } from 'vitest'
import { referenceTable } from '../oracle.fixture.ts'
import { spreadOf } from './income.oracle.ts'
import { recordedChains, symbolsOf, type Symbol } from './trades.fixture.ts'
import { isRecorded, recordedFolders, recordedMarket } from './worlds.fixture.ts'

describe.skipIf(!isRecorded)(`cells (needs ../shared/market-data/${recordedFolders.join(', ')})`, () => {
  let symbols: ReadonlyMap<string, Symbol>
  const before = referenceTable('filled-cells.csv')

  beforeAll(async () => {
    const all = await symbolsOf(await recordedMarket(), recordedChains())
    symbols = new Map(all.map((symbol) => [symbol.symbol, symbol]))
  }, 60_000)

  /** Cells filled then and not now. */
  const emptied = () =>
    before.filter(({ symbol, side, timeframe, riskProfile }) => {
      const { income } = symbols.get(symbol!)!
      const optimals = side === 'call' ? income.callOptimals : income.putOptimals
      return !optimals.some((each) => each.timeframe === timeframe && each.riskProfile === riskProfile)
    })

  test('as many as before, but for what is refused', () => {
    expect(before).toHaveLength(344)
    const now = [...symbols.values()].reduce(
      (sum, { income }) => sum + income.callOptimals.length + income.putOptimals.length,
      0,
    )
    // What was filled before and is not has a symbol some of whose contracts are refused; the rest is as it was.
    const unexplained = emptied().filter(({ symbol, id }) => {
      const { income, chain } = symbols.get(symbol!)!
      const contract = chain.contracts.find((each) => each.id === id)!
      return income.refused.length === 0 || spreadOf(contract) < 0.1
    })
    expect(unexplained.map(({ id, timeframe, riskProfile }) => `${id} ${timeframe} ${riskProfile}`)).toEqual(
      [],
    )
    expect(now).toBeGreaterThanOrEqual(before.length - emptied().length)
    expect(emptied().length).toBeLessThan(before.length * 0.03)
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
