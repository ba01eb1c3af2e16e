/** Constants of the sealed record (docs/record.md). */
import { income } from './income.ts'

export const record = {
  /** Version of the resolution rules. A change of a constant or rule increases it and `config.version`. */
  rules: 1,
  /** Maximum number of picks a night: the length of the longest list of best income. */
  maxPicks: 200,
  /** Commission for one option contract sold, dollars; the setting of an operator does not change it. */
  commission: income.commission,
  /**
   * Minimum of a special dividend, as a share of the underlying's price at the pick. Exchanges reduce
   * strikes by special dividends.
   */
  specialDividendShare: 0.03,
  /** Number of sessions after the expiry after which a pick without a price is settled as delisted. */
  delistedSessions: 10,
  /**
   * Maximum relative difference between the underlying's price at the pick and its close of that night in
   * today's bars, as far as the source's splits explain it. Beyond it, the pick is void.
   */
  maxPriceJump: 0.25,
  /** Minimum number of resolved picks for a headline. */
  minResolved: 30,
  /** Bands of similar picks, calendar days from the night to the expiry, inclusive: the rows of the income grid. */
  durationBands: [
    { minDays: 0, maxDays: income.timeframes.short.to },
    { minDays: income.timeframes.medium.from, maxDays: income.timeframes.medium.to },
    { minDays: income.timeframes.long.from, maxDays: null },
  ],
} as const
