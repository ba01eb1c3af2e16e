/** Sample full ideas for tests: ideas with all fields of the list. */
import type { FullTradeIdea } from '#contract/responses/lists/full-ideas.ts'
import { sampleIdea } from './ideas.ts'

export const sampleFullIdea = (symbol: string, overrides: Partial<FullTradeIdea> = {}): FullTradeIdea => ({
  ...sampleIdea(symbol, overrides),
  dateOfScan: '2026-11-20T02:00:00Z',
  liquidityExplanation: 'Very Liquid',
  exchange: 'NASDAQ',
  region: 'US',
  strengthParts: { signals: 0.5, rank: 0.8, liquidity: 0.7, volatility: 0.4, income: 0.5 },
  signalAge: 1,
  callYield: 0.12,
  callScore: 98,
  callDays: 63,
  putYield: 0.1,
  putScore: 97,
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
  ...overrides,
})
