/** An analysis in steps gives exactly the same result as one run at once. */
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
import { openIn } from './named-contract.ts'
import { readSymbolFacts } from './symbol-facts.ts'

const wanted = ['chains-2026-08-21', 'bars-2025-08-22_2026-08-21']
const at = new Date('2026-11-20T21:30:00Z')
const markets: { name: string; there: boolean; open: () => Promise<Market> }[] = [
  {
    name: 'the simulated market',
    there: true,
    open: async () => simulatedMarket({ seed: 3, clock: () => at }),
  },
  {
    name: `recorded data (needs ../shared/market-data/${wanted.join(', ')})`,
    there: hasRecorded(...wanted),
    open: async () => openRecordedMarket(dataFolder),
  },
]

const batches = memoryBatches()
const turn = () => new Promise<void>((resolve) => setImmediate(resolve))
/** Yields to the event loop after every step. */
const lookupsOver = (market: Market, each: () => Promise<void>): Lookups => {
  const pace = createEventLoopYield({ elapsed: () => 0, nextTurn: each, stretchMs: 0 })
  const runQueued = createAnalysisScheduler(schedulerLimits, pace)
  return createLookups({ market, batches, elapsed: () => 0, log: silentLog, runQueued })
}
const compact = ({ id }: Contract): string => id.replaceAll(' ', '')

describe.each(markets)('$name', ({ there, open }) => {
  describe.skipIf(!there)('', () => {
    let market: Market
    let symbols: readonly string[]
    let lookups: Lookups
    beforeAll(async () => {
      market = await open()
      // With and without options, funds and shares; the index with the most of them.
      const universe = await market.universe()
      symbols = [...new Set(['SPY', ...universe.filter((_, index) => index % 40 === 0)])]
      lookups = lookupsOver(market, turn)
    }, 60_000)

    test('concurrent look-ups of many symbols', { timeout: 120_000 }, async () => {
      await Promise.all(
        symbols.map(async (symbol) => {
          const [why, income, chain] = await Promise.all([
            lookups.why(symbol),
            lookups.income(symbol, { stockQuantity: 300, costBasis: 100 }),
            lookups.chain(symbol, {}),
          ])
          // Lazy parts are evaluated by each of these separately.
          const facts = async () => (await readSymbolFacts(market, batches, symbol))!
          expect(why, symbol).toEqual(analyseWhy({ ...(await facts()), scores: [] }))
          expect(chain, symbol).toEqual(analyseChain(await facts()))
          const benchmark = await lookups.tone()
          const position = { stockQuantity: 300, costBasis: 100 }
          expect(income, symbol).toEqual(analyseIncome({ ...(await facts()), benchmark }, position))
          const { chain: listed, today } = await facts()
          const after = listed?.contracts.filter(({ expiry }) => expiry > today) ?? []
          const contract = after[Math.floor(after.length / 3)]
          if (!contract) return
          const id = compact(contract)
          expect(await lookups.roll(symbol, { contract: id, price: 1 }), id).toEqual(
            analyseRoll(openIn(await facts(), id), { price: 1 }),
          )
          expect(await lookups.scenario(symbol, id), id).toEqual(analyseScenario(openIn(await facts(), id)))
        }),
      )
    })
  })
})

test('other work runs many times during the analysis of one symbol', async () => {
  let turns = 0
  const lookups = lookupsOver(simulatedMarket({ seed: 3, clock: () => at }), () => {
    turns++
    return turn()
  })
  for (const [ask, least] of [
    [() => lookups.why('SPY'), 5],
    [() => lookups.income('SPY', {}), 8],
    [() => lookups.chain('SPY', {}), 20],
  ] as const) {
    turns = 0
    await ask()
    expect(turns).toBeGreaterThanOrEqual(least)
  }
})
