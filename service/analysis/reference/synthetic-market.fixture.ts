/** Small synthetic markets for tests: bars from a list of closes, chains from a volatility. */
import { addDays } from '#service/markets/calendar.ts'
import {
  noDividends,
  type Bars,
  type Chain,
  type Contract,
  type Day,
  type Profile,
} from '#service/markets/market.ts'
import { judgeBars, type JudgedBars } from '#service/analysis/bars/judge-bars.ts'
import { price } from '#service/analysis/pricing/black-scholes.ts'

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

/** Daily bars that end on `last`; highs and lows are half a percent around the close. */
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

/** The same bars after validation on `lastSession`. */
export const judgedOf = (
  closes: readonly number[],
  last?: Day,
  lastSession: Day = '2026-08-21',
): JudgedBars => judgeBars(barsOf(closes, last), { lastSession })

export type ChainSketch = {
  readonly symbol?: string
  readonly spot: number
  readonly today?: Day
  /** Days to each expiry. */
  readonly days: readonly number[]
  readonly volatility: (strike: number, days: number) => number
  readonly rate?: number
  readonly yield?: number
  /** Half the bid-ask spread as a share of the mid price. */
  readonly halfSpread?: number
  readonly openInterest?: number | null
  readonly step?: number
}

const osi = (symbol: string, expiry: Day, right: 'call' | 'put', strike: number): string =>
  `${symbol}${expiry.slice(2).replaceAll('-', '')}${right === 'call' ? 'C' : 'P'}${String(Math.round(strike * 1000)).padStart(8, '0')}`

/**
 * A chain of European options whose mid prices are all Black-Scholes-Merton's, with strikes from half to
 * twice the spot.
 */
export const chainOf = (sketch: ChainSketch): Chain => {
  const {
    symbol = 'TEST',
    spot,
    today = '2026-08-21',
    rate = 0.04,
    halfSpread = 0.02,
    openInterest = 1000,
  } = sketch
  const step = sketch.step ?? spot / 40
  const contracts: Contract[] = []
  for (const days of sketch.days) {
    const expiry = addDays(today, days)
    for (let strike = step * Math.ceil((spot * 0.5) / step); strike <= spot * 2; strike += step) {
      for (const right of ['call', 'put'] as const) {
        const mid = price({
          right,
          spot,
          strike,
          years: days / 365,
          rate,
          yield: sketch.yield ?? 0,
          volatility: sketch.volatility(strike, days),
        })
        contracts.push({
          id: osi(symbol, expiry, right, strike),
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

/** Data of the test day. */
export const dataStatus = { asOf: '2026-08-21T20:00:00.000Z', simulated: true, delayedSeconds: 0 }
