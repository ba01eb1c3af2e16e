/** Sample income trades for tests. */
import type { BestIncome, BestTrade } from '#contract/responses/best-income.ts'

export const sampleBestTrade = (symbol: string, overrides: Partial<BestTrade> = {}): BestTrade => ({
  symbol,
  companyName: `${symbol} Incorporated`,
  sector: 'Technology',
  price: 100,
  legType: 'Put',
  id: `${symbol}270115P00095000`,
  strike: 95,
  expiry: '2027-01-15T21:00:00.000Z',
  expiryDate: '2027-01-15',
  daysUntilExpiry: 56,
  timeframe: 'medium',
  riskProfile: 'optimal',
  premium: 1.9,
  return: 0.02,
  annualizedReturn: 0.13,
  probability: 0.78,
  probabilityOfProfit: 0.8,
  serviceScore: 104,
  spread: 0.04,
  warnings: [],
  spreadClass: 'tight',
  liquidityRank: 1,
  impliedVolatilityRank: 44,
  impliedVolatilityRankBasis: 'implied',
  daysToEarnings: 80,
  optionsAsOf: '2026-11-20T21:00:00.000Z',
  ...overrides,
})

export const sampleBestIncome = (trades: BestTrade[], overrides: Partial<BestIncome> = {}): BestIncome => ({
  trades,
  matching: trades.length,
  dateOfScan: '2026-11-20T02:00:00Z',
  tradingDay: '2026-11-19',
  ...overrides,
})
