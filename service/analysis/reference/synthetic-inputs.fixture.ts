/**
 * Synthetic inputs of the analysis for tests: profiles, bars from closes, and European chains from
 * a volatility.
 */
import { addDays } from '#service/markets/calendar.ts'
import {
  noDividends,
  type Bars,
  type Chain,
  type Contract,
  type Day,
  type Profile,
} from '#service/markets/market.ts'
import { validateBars, type ValidatedBars } from '#service/analysis/bars/validate-bars.ts'
import { price } from '#service/analysis/pricing/black-scholes.ts'

/** Profile of a stock that pays no dividends. */
export const profileOf = (symbol: string, overrides: Partial<Profile> = {}): Profile => ({
  symbol,
  companyName: `${symbol} Corporation`,
  sector: 'Technology',
  exchange: 'NASDAQ',
  region: 'US',
  marketCap: 1e11,
  eps: 5,
  dividendYield: 0,
  dividends: noDividends,
  kind: 'stock',
  ...overrides,
})

/**
 * Daily bars that end on `last`. Each opens at its close; high and low are half a percent above and
 * below.
 */
export const barsOf = (closes: readonly number[], last: Day = '2026-08-21'): Bars => {
  const close = Float64Array.from(closes)
  return {
    date: closes.map((_, index) => addDays(last, index - closes.length + 1)),
    open: close.slice(),
    high: close.map((value) => value * 1.005),
    low: close.map((value) => value * 0.995),
    close,
    volume: new Float64Array(closes.length).fill(1_000_000),
  }
}

/** The bars of `barsOf` after validation; `lastSession` is the last session of the market. */
export const validatedBarsOf = (
  closes: readonly number[],
  last?: Day,
  lastSession: Day = '2026-08-21',
): ValidatedBars => validateBars(barsOf(closes, last), { lastSession })

export type ChainOptions = {
  readonly symbol?: string
  readonly spot: number
  readonly today?: Day
  /** Calendar days to each expiry. */
  readonly days: readonly number[]
  /** Yearly, decimal. */
  readonly volatility: (strike: number, days: number) => number
  readonly rate?: number
  readonly yield?: number
  /** Half the bid-ask spread as a share of the mid price. */
  readonly halfSpread?: number
  readonly openInterest?: number | null
  readonly step?: number
}

/** The OSI symbol of a contract, without padding. */
const osiSymbol = (symbol: string, expiry: Day, right: 'call' | 'put', strike: number): string =>
  `${symbol}${expiry.slice(2).replaceAll('-', '')}${right === 'call' ? 'C' : 'P'}${String(Math.round(strike * 1000)).padStart(8, '0')}`

/**
 * Creates a chain of European options whose mids are Black-Scholes-Merton prices, with strikes from
 * half to twice the spot.
 */
export const chainOf = (options: ChainOptions): Chain => {
  const {
    symbol = 'TEST',
    spot,
    today = '2026-08-21',
    rate = 0.04,
    halfSpread = 0.02,
    openInterest = 1000,
  } = options
  const step = options.step ?? spot / 40
  const contracts: Contract[] = []
  for (const days of options.days) {
    const expiry = addDays(today, days)
    for (let strike = step * Math.ceil((spot * 0.5) / step); strike <= spot * 2; strike += step) {
      for (const right of ['call', 'put'] as const) {
        const mid = price({
          right,
          spot,
          strike,
          years: days / 365,
          rate,
          yield: options.yield ?? 0,
          volatility: options.volatility(strike, days),
        })
        contracts.push({
          id: osiSymbol(symbol, expiry, right, strike),
          expiry,
          right,
          strike,
          bid: Math.max(0, mid * (1 - halfSpread)),
          ask: mid * (1 + halfSpread) + 1e-6,
          last: mid,
          volume: 100,
          openInterest,
        })
      }
    }
  }
  return { symbol, asOf: new Date(`${today}T20:00:00Z`), underlyingPrice: spot, style: 'european', contracts }
}

/** Data status at the close of the test day. */
export const dataStatus = { asOf: '2026-08-21T20:00:00.000Z', simulated: true, delayedSeconds: 0 }
