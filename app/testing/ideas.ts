/** Sample ideas for tests. */
import type { Rule, TradeIdea, TradeIdeas } from '#contract/responses/lists/ideas.ts'

const message = { code: 'test.none', params: {} }

export const sampleRule = (code: string, sentiment: 'Bullish' | 'Bearish'): Rule => ({
  ruleMatch: code,
  sentiment,
  period: 20,
  reason: `${code} reason`,
  sentence: `${code} sentence`,
  code,
  reasonMessage: message,
  sentenceMessage: message,
})

/** Technical rank, 1 to 10, from the side of the idea: the rank of a bearish idea is inverted. */
const rankInDirection = ({ sentiment, technicalRank }: Partial<TradeIdea>): number =>
  sentiment === 'Bearish' ? 11 - (technicalRank ?? 8) : (technicalRank ?? 8)

/**
 * One idea. `change` overrides fields; without a `strength` it is ten times the rank in the direction of
 * the idea.
 */
export const sampleIdea = (symbol: string, change: Partial<TradeIdea> = {}): TradeIdea => ({
  symbol,
  companyName: `${symbol} Incorporated`,
  sentiment: 'Bullish',
  price: 100,
  technicalRank: 8,
  impliedVolatilityRank: 40,
  impliedVolatilityRankBasis: 'implied',
  liquidityRank: 1,
  sector: 'Technology',
  marketCap: 50e9,
  rules: [sampleRule('breakout', change.sentiment ?? 'Bullish')],
  change: 1.2,
  percentageChange: 1.2,
  strength: 10 * rankInDirection(change),
  ...change,
})

/** Six ideas that differ in each field that the list sorts or filters by. */
export const sixIdeas: TradeIdea[] = [
  sampleIdea('AAPL', {
    companyName: 'Apple Inc.',
    technicalRank: 9,
    impliedVolatilityRank: 62,
    marketCap: 3.4e12,
    percentageChange: 1.24,
  }),
  sampleIdea('XOM', {
    companyName: 'Exxon Mobil Corp.',
    sentiment: 'Bearish',
    technicalRank: 2,
    impliedVolatilityRank: 71,
    sector: 'Energy',
    percentageChange: -1.92,
    marketCap: 450e9,
  }),
  sampleIdea('NVDA', {
    companyName: 'NVIDIA Corp.',
    technicalRank: 10,
    impliedVolatilityRank: null,
    percentageChange: 2.88,
    marketCap: 3e12,
    rules: [sampleRule('breakout', 'Bullish'), sampleRule('golden-cross', 'Bullish')],
  }),
  sampleIdea('BA', {
    companyName: 'Boeing Co.',
    sentiment: 'Bearish',
    technicalRank: 3,
    sector: 'Industrials',
    liquidityRank: 2,
    percentageChange: -2.3,
  }),
  sampleIdea('F', {
    companyName: 'Ford Motor Co.',
    sentiment: 'Bearish',
    technicalRank: 1,
    sector: 'Consumer Cyclical',
    liquidityRank: 3,
    percentageChange: 0,
    marketCap: 1.5e9,
  }),
  sampleIdea('KO', {
    companyName: 'Coca-Cola Co.',
    technicalRank: 6,
    impliedVolatilityRank: 21,
    sector: 'Consumer Defensive',
    marketCap: null,
  }),
]

export const sampleIdeas = (tradeIdeas: TradeIdea[] = sixIdeas): TradeIdeas => ({
  tradeIdeas,
  dateOfScan: '2026-11-20T02:00:00Z',
  tradingDay: '2026-11-19',
  tradingDaysOld: 0,
  universeSize: 120,
})
