/** Synthetic ideas and a batch with them, for tests. */
import type { FullTradeIdea } from '#contract/responses/lists/full-ideas.ts'
import type { Batch } from '#service/store/batches.ts'

const dateOfScan = '2026-11-20T02:00:00.000Z'

/** A complete idea. */
export const syntheticIdea = (
  symbol: string,
  sentiment: FullTradeIdea['sentiment'] = 'Bullish',
  strength = 50,
): FullTradeIdea => ({
  symbol,
  companyName: `${symbol} Incorporated`,
  dateOfScan,
  sentiment,
  price: 100,
  technicalRank: 8,
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
  strength,
  strengthParts: { signals: 0.5, rank: 0.8, liquidity: 0.7, volatility: 0.4, income: 0.5 },
  signalAge: 0,
  callYield: 0.12,
  callScore: 98,
  putYield: 0.1,
  putScore: 97,
  callDays: 63,
  putDays: 63,
  mediumOptimal: ['call', 'put'],
  impliedVolatility: 0.31,
  impliedVolatilityPercentile: 52,
  impliedToRealizedVolatility: 1.12,
  daysToEarnings: 40,
  earningsDate: '2026-12-30',
  earningsMove: { deviation: 0.101, expiryDate: '2027-01-15' },
  exDividendDate: null,
  spreadClass: 'fair',
  toneSentence: null,
  toneMessage: null,
  unknown: [],
})

/** A batch of the scan before the day of the tests, with these ideas. */
export const batchOf = (...ideas: readonly FullTradeIdea[]): Batch => ({
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
