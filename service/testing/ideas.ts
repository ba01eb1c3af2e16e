/** Made-up ideas and the batch of a night that found them, for tests. */
import type { TradeIdea } from '#contract/ideas.ts'
import type { Batch } from '#service/store/batches.ts'

const dateOfScan = '2026-11-20T02:00:00.000Z'

export const madeUpIdea = (
  symbol: string,
  sentiment: TradeIdea['sentiment'] = 'Bullish',
  technicalRank = 8,
): TradeIdea => ({
  symbol,
  companyName: `${symbol} Incorporated`,
  dateOfScan,
  sentiment,
  price: 100,
  technicalRank,
  impliedVolatilityRank: 40,
  impliedVolatilityRankBasis: 'implied',
  liquidityRank: 1,
  liquidityExplanation: 'Very Liquid',
  sector: 'Technology',
  exchange: 'NASDAQ',
  region: 'US',
  marketCap: 50e9,
  rules: [],
  change: 1.2,
  percentageChange: 1.2,
})

/** The batch of the night before the tests' day. */
export const batchOf = (...ideas: readonly TradeIdea[]): Batch => ({
  id: `b${ideas.length}`,
  dateOfScan,
  tradingDay: '2026-11-19',
  durationMs: 1,
  universeSize: 3,
  ideas,
  scores: [],
  failures: [],
  tone: null,
})
