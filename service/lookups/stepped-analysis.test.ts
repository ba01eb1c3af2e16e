/**
 * Tests that an analysis which yields to the event loop between its steps returns the same result
 * as a direct call.
 */
import { beforeAll, describe, expect, test } from 'vitest'
import { analyseIncome } from '#service/analysis/income.ts'
import { dataFolder, hasRecorded } from '#service/analysis/reference/oracle-data.fixture.ts'
import { analyseRoll } from '#service/analysis/roll.ts'
import { analyseScenario } from '#service/analysis/scenario.ts'
import { analyseChain } from '#service/analysis/chain.ts'
import { analyseWhy } from '#service/analysis/why.ts'
import type { Contract, Market } from '#service/markets/market.ts'
import { simulatedMarket } from '#service/markets/simulated/simulated.ts'
import { openRecordedMarket } from '#service/markets/recorded/recorded-market.ts'
import { silentLog } from '#service/shared/log.ts'
import { createEventLoopYield } from '#service/shared/yield-to-event-loop.ts'
import { memoryBatches } from '#service/store/memory/batches.ts'
import { createAnalysisScheduler } from './analysis-scheduler.ts'
import { schedulerLimits } from '#service/shared/limits.ts'
import { createLookups, type Lookups } from './lookups.ts'
import { findOpenContract } from './named-contract.ts'
import { readSymbolFacts } from './symbol-facts.ts'

const folders = ['chains-2026-08-21', 'bars-2025-08-22_2026-08-21']
const marketTime = new Date('2026-11-20T21:30:00Z')
const markets: { name: string; isAvailable: boolean; open: () => Promise<Market> }[] = [
  {
    name: 'the simulated market',
    isAvailable: true,
    open: async () => simulatedMarket({ seed: 3, clock: () => marketTime }),
  },
  {
    name: `recorded data (needs ../shared/market-data/${folders.join(', ')})`,
    isAvailable: hasRecorded(...folders),
    open: async () => openRecordedMarket(dataFolder),
  },
]

const batches = memoryBatches()
const nextTurn = () => new Promise<void>((resolve) => setImmediate(resolve))
/** Creates lookups that yield after every step; `onYield` waits for the next turn of the event loop. */
const createSteppedLookups = (market: Market, onYield: () => Promise<void>): Lookups => {
  const yieldToEventLoop = createEventLoopYield({ elapsed: () => 0, nextTurn: onYield, sliceMs: 0 })
  const runQueued = createAnalysisScheduler(schedulerLimits, yieldToEventLoop)
  return createLookups({ market, batches, elapsed: () => 0, log: silentLog, runQueued })
}
const compactIdOf = ({ id }: Contract): string => id.replaceAll(' ', '')

describe.each(markets)('$name', ({ isAvailable, open }) => {
  describe.skipIf(!isAvailable)('', () => {
    let market: Market
    let symbols: readonly string[]
    let lookups: Lookups
    beforeAll(async () => {
      market = await open()
      // Every 40th symbol: funds and stocks, with and without options. SPY has a very large chain.
      const universe = await market.universe()
      symbols = [...new Set(['SPY', ...universe.filter((_, index) => index % 40 === 0)])]
      lookups = createSteppedLookups(market, nextTurn)
    }, 60_000)

    test(
      'concurrent lookups of many symbols return the same results as direct calls',
      { timeout: 120_000 },
      async () => {
        await Promise.all(
          symbols.map(async (symbol) => {
            const [why, income, chain] = await Promise.all([
              lookups.why(symbol),
              lookups.income(symbol, { stockQuantity: 300, costBasis: 100 }),
              lookups.chain(symbol, {}),
            ])
            // Each analysis gets its own facts, so that none uses lazy values that another has already computed.
            const facts = async () => (await readSymbolFacts({ market, batches }, symbol))!
            expect(why, symbol).toEqual(analyseWhy({ ...(await facts()), scores: [] }))
            expect(chain, symbol).toEqual(analyseChain(await facts()))
            const benchmark = await lookups.tone()
            const position = { stockQuantity: 300, costBasis: 100 }
            expect(income, symbol).toEqual(analyseIncome({ ...(await facts()), benchmark }, position))
            const { chain: optionChain, today } = await facts()
            const unexpired = optionChain?.contracts.filter(({ expiry }) => expiry > today) ?? []
            const contract = unexpired[Math.floor(unexpired.length / 3)]
            if (!contract) return
            const id = compactIdOf(contract)
            expect(await lookups.roll(symbol, { contract: id, price: 1 }), id).toEqual(
              analyseRoll(findOpenContract(await facts(), id), { price: 1 }),
            )
            expect(await lookups.scenario(symbol, id), id).toEqual(
              analyseScenario(findOpenContract(await facts(), id)),
            )
          }),
        )
      },
    )
  })
})

test('an analysis of one symbol yields to the event loop many times', async () => {
  let yields = 0
  const lookups = createSteppedLookups(simulatedMarket({ seed: 3, clock: () => marketTime }), () => {
    yields++
    return nextTurn()
  })
  for (const [lookUp, minYields] of [
    [() => lookups.why('SPY'), 5],
    [() => lookups.income('SPY', {}), 8],
    [() => lookups.chain('SPY', {}), 20],
  ] as const) {
    yields = 0
    await lookUp()
    expect(yields).toBeGreaterThanOrEqual(minYields)
  }
})
