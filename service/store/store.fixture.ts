/** One record of each kind, for tests of stores. */
import type { BestTrade } from '#contract/responses/lists/best-income.ts'
import type { Partner } from './accounts.ts'
import type { Batch } from './batches.ts'
import type { FontFace } from './fonts.ts'
import type { Key } from './keys.ts'
import type { ScanOutcome } from './scan-outcomes.ts'
import type { Session } from './sessions.ts'
import type { AccessToken, AuthToken } from './tokens.ts'

export const now = Date.UTC(2026, 10, 20, 15)
export const partner: Partner = { id: 'p_one', name: 'One', settings: {}, createdAt: now, disabledAt: null }
export const key: Key = {
  id: 'pk_live_one',
  kind: 'widget',
  partnerId: 'p_one',
  secretHash: 'h1',
  previous: null,
  scopes: ['what', 'how'],
  ratePerMinute: 30,
  addresses: ['10.0.0.0/8', '::1'],
  certificate: 'ab'.repeat(32),
  createdAt: now,
  expiresAt: 2_000_000_000_000,
  lastUsedAt: null,
  revokedAt: null,
  disabledAt: null,
}
export const authToken: AuthToken = {
  hash: 'at',
  keyId: key.id,
  partnerId: 'p_one',
  user: null,
  expiresAt: now + 120_000,
}
export const accessToken: AccessToken = {
  hash: 'wt',
  keyId: key.id,
  partnerId: 'p_one',
  flow: 'apiKey',
  user: 'u',
  expiresAt: now + 86_400_000,
}
export const fontFace: FontFace = {
  fontId: 'font_one',
  partnerId: 'p_one',
  family: 'Acme Sans',
  weight: '400',
  style: 'normal',
  file: 'a.woff2',
  metrics: { ascent: 0.96, descent: 0.25, lineGap: 0, averageWidth: null },
  createdAt: now,
  bytes: Uint8Array.from({ length: 256 }, (_, index) => index),
}
export const session: Session = {
  id: 's1',
  cookieHash: 'c1',
  tokenHash: 'wt',
  keyId: key.id,
  partnerId: 'p_one',
  flow: 'apiKey',
  user: 'u',
  origin: 'https://partner.com',
  instance: 'instance-1',
  addressBlock: 'b1',
  openedAt: now,
  expiresAt: now + 86_400_000,
}
export const batch = (id: string): Batch => ({
  id,
  dateOfScan: '2026-11-20T02:00:00.000Z',
  tradingDay: '2026-11-19',
  durationMs: 5,
  universeSize: 2,
  ideas: [],
  scores: [{ symbol: 'AAPL', score: 12.5 }],
  failures: [],
  tone: null,
})

export const scanOutcome = (changes: Partial<ScanOutcome>): ScanOutcome => ({
  startedAt: now,
  endedAt: now + 5000,
  durationMs: 5000,
  outcome: 'published',
  reason: null,
  tradingDay: '2026-11-19',
  batchId: null,
  counts: { universe: 500, failures: 12, chains: 480, ranked: 490 },
  ...changes,
})

export const trade = (symbol: string): BestTrade => ({
  symbol,
  companyName: `${symbol} Incorporated`,
  sector: 'Technology',
  price: 100,
  legType: 'Put',
  id: `${symbol}261218P00095000`,
  strike: 95,
  expiry: '2026-12-18T21:00:00.000Z',
  expiryDate: '2026-12-18',
  daysUntilExpiry: 28,
  timeframe: 'short',
  riskProfile: 'optimal',
  premium: 1.2,
  return: 0.0126,
  annualizedReturn: 0.1647,
  probability: 0.75,
  probabilityOfProfit: 0.79,
  serviceScore: 98,
  spread: 0.04,
  spreadClass: 'tight',
  liquidityRank: 1,
  impliedVolatilityRank: 45,
  impliedVolatilityRankBasis: 'implied',
  daysToEarnings: 60,
  warnings: [],
  delta: -0.25,
  openInterest: 500,
  exDividendDate: null,
  trend: 'Bullish',
  impliedVolatilityPercentile: 55,
  impliedToRealizedVolatility: 1.12,
  expectedProfit: 0.0121,
  optionsAsOf: '2026-11-20T21:00:00.000Z',
})
