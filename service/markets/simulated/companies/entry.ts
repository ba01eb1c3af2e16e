/** Definition of a symbol, company or fund, of the simulated market. */
import type { Profile } from '#service/markets/market.ts'

/**
 * Expiries of an underlying's options. `most`: weeklies on several days of the week; `weekly`:
 * Fridays; `monthly`: third Fridays; `few`: some strikes of two or three expiries; `none`: no
 * options.
 */
export type Listing = 'most' | 'weekly' | 'monthly' | 'few' | 'none'

/** Inputs of a symbol's simulation. */
export type SimulatedSymbol = {
  readonly symbol: string
  /** Root of its option symbols, at most six characters; by default the symbol without its dots. */
  readonly root?: string
  readonly name: string
  readonly sector: string
  readonly exchange: string
  readonly kind: Profile['kind']
  /** Price level around which the simulated price moves, dollars. */
  readonly price: number
  /** Millions of shares; null for funds. */
  readonly sharesOutstanding: number | null
  /** Dividends over price, decimal. */
  readonly dividendYield: number
  /** Price over earnings; negative for losses, null for funds. */
  readonly earningsMultiple: number | null
  /** Yearly volatility that is independent of the market factor, decimal; the variances add up. */
  readonly idiosyncraticVolatility: number
  /** Sensitivity to the market factor. */
  readonly beta: number
  /** Millions of shares a day. */
  readonly averageVolume: number
  readonly listing: Listing
  /** False if its options do not price earnings reports; by default they do. */
  readonly hasPricedReports?: false
}

/** Sector names by the letter that the symbol tables use; the same names as in recorded data. */
export const sectors = {
  T: 'Technology',
  F: 'Financial Services',
  H: 'Healthcare',
  Y: 'Consumer Cyclical',
  D: 'Consumer Defensive',
  C: 'Communication Services',
  I: 'Industrials',
  E: 'Energy',
  U: 'Utilities',
  R: 'Real Estate',
  M: 'Basic Materials',
  X: 'Exchange Traded Fund',
} as const
/** Exchange names by the letter that the symbol tables use. */
export const exchanges = { Q: 'NASDAQ', N: 'NYSE', P: 'NYSE Arca' } as const
