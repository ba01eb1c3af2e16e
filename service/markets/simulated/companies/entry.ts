/** Definition of a listed company of the simulated market. */
import type { Profile } from '#service/markets/market.ts'

/**
 * How an underlying's options are listed: `most` weeklies on several days of the week, `weekly` Fridays, `monthly`
 * third Fridays, `few` some strikes of two or three expiries, `none` no options.
 */
export type Listing = 'most' | 'weekly' | 'monthly' | 'few' | 'none'

/** Inputs of a symbol's simulation. */
export type SimulatedSymbol = {
  readonly symbol: string
  /** What its option symbols begin with, six characters at most; by default the symbol without its dots. */
  readonly root?: string
  readonly name: string
  readonly sector: string
  readonly exchange: string
  readonly kind: Profile['kind']
  /** Dollars, the level its price moves around. */
  readonly price: number
  /** Millions of shares; null for funds. */
  readonly shares: number | null
  /** Dividends over price, decimal. */
  readonly dividendYield: number
  /** Price over earnings; negative for losses, null where a fund has none. */
  readonly earningsMultiple: number | null
  /** Its own yearly volatility, decimal, in addition to the market's. */
  readonly ownVolatility: number
  /** Sensitivity to the market factor. */
  readonly beta: number
  /** Millions of shares a day. */
  readonly averageVolume: number
  readonly listing: Listing
}

/** Sector names by letter, in the vocabulary of the files market. */
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
export const exchanges = { Q: 'NASDAQ', N: 'NYSE', P: 'NYSE Arca' } as const
