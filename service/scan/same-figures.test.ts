/**
 * Tests that the ideas and trades of a scan have the same figures as Why and How at the same market
 * time.
 */
import * as v from 'valibot'
import { beforeAll, describe, expect, test } from 'vitest'
import { BestTradeSchema, type BestTrade } from '#contract/responses/lists/best-income.ts'
import { FullTradeIdeaSchema } from '#contract/responses/lists/full-ideas.ts'
import { bestCellOf } from '#service/analysis/ideas/idea.ts'
import { dataFolder, hasRecorded } from '#service/analysis/reference/oracle-data.fixture.ts'
import { createLookups, type Lookups } from '#service/lookups/lookups.ts'
import type { Market } from '#service/markets/market.ts'
import { simulatedMarket } from '#service/markets/simulated/simulated.ts'
import { openRecordedMarket } from '#service/markets/recorded/recorded-market.ts'
import { silentLog } from '#service/shared/log.ts'
import type { Batch } from '#service/store/batches.ts'
import { memoryBatches } from '#service/store/memory/batches.ts'
import { runScan } from './scan.ts'

const folders = ['chains-2026-08-21', 'bars-2025-08-22_2026-08-21']
const marketTime = new Date('2026-11-20T21:30:00Z')
const markets: { name: string; isAvailable: boolean; open: () => Promise<Market>; maxSymbols: number }[] = [
  {
    name: 'the simulated market',
    isAvailable: true,
    open: async () => simulatedMarket({ seed: 3, clock: () => marketTime }),
    maxSymbols: 120,
  },
  {
    name: `recorded data (needs ../shared/market-data/${folders.join(', ')})`,
    isAvailable: hasRecorded(...folders),
    open: async () => openRecordedMarket(dataFolder),
    maxSymbols: 1000,
  },
]

describe.each(markets)('$name', ({ isAvailable, open, maxSymbols }) => {
  describe.skipIf(!isAvailable)('', () => {
    let batch: Batch
    let trades: readonly BestTrade[]
    let lookups: Lookups
    beforeAll(async () => {
      const fullMarket = await open()
      const universe = (await fullMarket.universe()).slice(0, maxSymbols)
      const market: Market = { ...fullMarket, universe: async () => universe }
      const batches = memoryBatches()
      batch = await runScan({ market, batches })
      trades = await batches.trades(batch.id)
      lookups = createLookups({ market, batches, elapsed: () => 0, log: silentLog })
    }, 90_000)

    test('an idea has the same figures as Why and How', { timeout: 60_000 }, async () => {
      expect(batch.ideas.length).toBeGreaterThan(0)
      for (const idea of batch.ideas) {
        v.parse(FullTradeIdeaSchema, idea)
        const [why, income] = await Promise.all([lookups.why(idea.symbol), lookups.income(idea.symbol, {})])
        const { symbol, technicalRank, impliedVolatilityRank, liquidityRank, liquidityExplanation } = idea
        expect({ symbol, technicalRank, impliedVolatilityRank, liquidityRank, liquidityExplanation }).toEqual(
          {
            symbol,
            technicalRank: why!.technicalRank,
            impliedVolatilityRank: why!.impliedVolatilityRank,
            liquidityRank: why!.liquidityRank,
            liquidityExplanation: why!.liquidityExplanation,
          },
        )
        const call = bestCellOf(income!.callOptimals)
        const put = bestCellOf(income!.putOptimals)
        expect([idea.callYield, idea.callScore, idea.putYield, idea.putScore], symbol).toEqual([
          call?.annualizedReturn ?? null,
          call?.serviceScore ?? null,
          put?.annualizedReturn ?? null,
          put?.serviceScore ?? null,
        ])
      }
    })

    test('a trade has the same figures as its cell in How', { timeout: 60_000 }, async () => {
      expect(trades.length).toBeGreaterThan(10)
      for (const trade of trades) {
        v.parse(BestTradeSchema, trade)
        const income = await lookups.income(trade.symbol, {})
        const side = trade.legType === 'Call' ? income!.callOptimals : income!.putOptimals
        const cell = side.find(({ id }) => id === trade.id)!
        const { strike, expiry, premium, annualizedReturn, probability, probabilityOfProfit, serviceScore } =
          trade
        expect(cell).toMatchObject({
          strike,
          expiry,
          premium,
          annualizedReturn,
          probability,
          probabilityOfProfit,
          serviceScore,
        })
        expect(trade.price).toBe(income!.chainPrice)
      }
    })

    test('at most 5 % of the ideas have the same strength as another', () => {
      const strengths = batch.ideas.map(({ strength }) => strength)
      expect(strengths).toEqual(strengths.toSorted((a, b) => b - a))
      expect(new Set(strengths).size).toBeGreaterThanOrEqual(Math.floor(0.95 * strengths.length))
    })
  })
})
