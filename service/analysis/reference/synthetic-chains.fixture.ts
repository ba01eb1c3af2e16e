/** Made-up symbols for the oracle's tests: bars and chains of which everything is known, and a market of them. */
import { addDays, expiryInstant, sessionClose, tradingDaysUpTo } from '#service/markets/calendar.ts'
import {
  noDividends,
  type Bars,
  type Chain,
  type Contract,
  type Day,
  type Earnings,
  type Market,
  type Profile,
} from '#service/markets/market.ts'
import { osiSymbol } from '#service/markets/osi.ts'
import { unit, mix } from '#service/markets/random.ts'
import { americanPrice, blackPrice } from './pricing.oracle.ts'

/** A Friday after its session. */
export const today: Day = '2026-08-21'
export const rate = 0.04

export const companyOf = (symbol: string, more: Partial<Profile> = {}): Profile => ({
  symbol,
  companyName: `${symbol} Corporation`,
  sector: 'Technology',
  exchange: 'NASDAQ',
  region: 'US',
  marketCap: 5e10,
  eps: 4,
  dividendYield: 0,
  dividends: noDividends,
  kind: 'stock',
  ...more,
})

/** Bars from closes, one a session up to `last`; each opens a little off the close before. */
export const barsFrom = (closes: readonly number[], last: Day = today, volume = 2_000_000): Bars => {
  const at = (index: number): number => closes[Math.max(0, index)]!
  const open = closes.map((close, index) => close + (at(index - 1) - close) * 0.7)
  return {
    date: tradingDaysUpTo(last, closes.length),
    open: Float64Array.from(open),
    high: Float64Array.from(closes, (close, index) => Math.max(close, open[index]!) * 1.004),
    low: Float64Array.from(closes, (close, index) => Math.min(close, open[index]!) * 0.996),
    close: Float64Array.from(closes),
    volume: Float64Array.from(closes, (_, index) => volume * (0.8 + 0.4 * unit(mix(index, 3)))),
  }
}

export type Walk = {
  readonly sessions?: number
  /** The last price. */
  readonly price?: number
  /** Yearly. */
  readonly volatility?: number
  /** Yearly, of the logarithm. */
  readonly drift?: number
  readonly seed?: number
}

/** Closes of a random walk: independent steps of a bell-shaped sum. */
export const walk = ({
  sessions = 504,
  price = 100,
  volatility = 0.3,
  drift = 0.1,
  seed = 1,
}: Walk = {}): number[] => {
  const steps = Array.from({ length: sessions - 1 }, (_, index) => {
    let sum = -6
    for (let draw = 0; draw < 12; draw++) sum += unit(mix(mix(seed, index), draw))
    return (sum * volatility) / Math.sqrt(252) + drift / 252
  })
  const logs = steps.reduce<number[]>((path, step) => [...path, path.at(-1)! + step], [0])
  return logs.map((log) => price * Math.exp(log - logs.at(-1)!))
}

export type SyntheticChainOptions = {
  readonly spot?: number
  readonly day?: Day
  /** Calendar days to each expiry. */
  readonly days?: readonly number[]
  /** By the logarithm of strike over forward, and years. */
  readonly volatility?: (moneyness: number, years: number) => number
  readonly rate?: number
  readonly yield?: number
  /** Bid-ask spread over the mid price, decimal. */
  readonly spread?: number
  /** Least distance of strikes, dollars. */
  readonly step?: number
  /** Cents: where given, bids are rounded down to it and asks up. */
  readonly tick?: number
  readonly openInterest?: number | null
  readonly volume?: number | null
  readonly style?: Chain['style']
}

export const flat = (volatility: number) => (): number => volatility

/** A skewed smile without arbitrage: a parabola in the logarithm, gentle enough in every expiry. */
export const skewed =
  (level = 0.3) =>
  (moneyness: number, years: number): number =>
    level - (0.06 * moneyness) / Math.sqrt(years + 0.1) + (0.08 * moneyness * moneyness) / (years + 0.1)

/**
 * A chain whose mids are Black's over the smile, or an American tree's. Monthly expiries and one weekly by
 * default.
 */
export const chainFrom = (symbol: string, smile: SyntheticChainOptions = {}): Chain => {
  const { spot = 100, day = today, days = [7, 28, 56, 91, 119, 182], volatility = skewed() } = smile
  const { spread = 0.04, step = spot / 40, tick, openInterest = 2_000, volume = 300 } = smile
  const growth = smile.rate ?? rate
  const style = smile.style ?? 'american'
  const contracts: Contract[] = days.flatMap((left) => {
    const expiry = addDays(day, left)
    const years = left / 365
    const forward = spot * Math.exp((growth - (smile.yield ?? 0)) * years)
    const reach = Math.max(0.2, 4 * volatility(0, years) * Math.sqrt(years))
    const strikes = Array.from({ length: 400 }, (_, index) => (index + 1) * step).filter(
      (strike) => Math.abs(Math.log(strike / forward)) < reach,
    )
    return strikes.flatMap((strike) =>
      (['call', 'put'] as const).map((right): Contract => {
        const sigma = volatility(Math.log(strike / forward), years)
        const european =
          blackPrice({ right, strike, forward, years, volatility: sigma }) * Math.exp(-growth * years)
        const terms = { right, strike, spot, years, volatility: sigma, rate: growth }
        const mid =
          style === 'european'
            ? european
            : Math.max(european, americanPrice({ ...terms, yield: smile.yield ?? 0 }))
        const [bid, ask] = [mid * (1 - spread / 2), mid * (1 + spread / 2)]
        return {
          id: osiSymbol(symbol, expiry, right, strike),
          expiry,
          right,
          strike,
          bid: tick ? Math.floor(bid / tick + 1e-9) * tick : bid,
          ask: tick ? Math.ceil(ask / tick - 1e-9) * tick : ask,
          last: mid,
          volume,
          openInterest,
        }
      }),
    )
  })
  return {
    symbol,
    asOf: sessionClose(day),
    underlyingPrice: spot,
    style,
    contracts,
  }
}

/** Data of one symbol; omitted fields are those of a healthy one. */
export type MadeUp = {
  readonly profile?: Partial<Profile>
  readonly bars?: Bars
  /** `null` where it has no options. */
  readonly chain?: Chain | null
  /** The last price; `null` where nothing has traded. Otherwise the chain's, or the last close. */
  readonly price?: number | null
  readonly earnings?: Earnings | null
}

/** Far enough away to come after every expiry. */
export const farEarnings: Earnings = { day: '2027-06-15', time: 'AfterClose', estimated: false }

/** A market of made-up symbols at the close of {@link today}; `SPY`, which rises, is its benchmark. */
export const madeUpMarket = (symbols: Readonly<Record<string, MadeUp>>): Market => {
  const now = sessionClose(today)
  const all: Readonly<Record<string, MadeUp>> = {
    SPY: {
      profile: { kind: 'etf' },
      bars: barsFrom(walk({ price: 600, volatility: 0.1, drift: 0.25, seed: 99 })),
      chain: null,
    },
    ...symbols,
  }
  const known = <T>(symbol: string, make: (made: MadeUp) => T): T | undefined => {
    const made = all[symbol]
    return made && make(made)
  }
  const barsOf = ({ bars }: MadeUp): Bars => bars ?? barsFrom(walk())
  return {
    now: () => now,
    today: () => today,
    status: () => ({ state: 'closed', delayedSeconds: 0, simulated: true, asOf: now.toISOString() }),
    source: () => 'made up',
    riskFreeRate: () => rate,
    benchmark: () => 'SPY',
    universe: async () => Object.keys(all).toSorted(),
    profile: async (symbol) => known(symbol, ({ profile }) => companyOf(symbol, profile)),
    bars: async (symbol) => known(symbol, barsOf),
    chain: async (symbol) =>
      known(
        symbol,
        ({ chain }) =>
          (chain === null ? undefined : chain) ?? {
            ...chainFrom(symbol),
            ...(chain === null ? { contracts: [] } : {}),
          },
      ),
    async quote(symbol) {
      return known(symbol, (made) => {
        const { close } = barsOf(made)
        const last = made.price === undefined ? (made.chain?.underlyingPrice ?? close.at(-1)) : made.price
        if (last === null || last === undefined) return undefined
        const before = close.at(-2) ?? last
        return {
          symbol,
          last,
          change: last - before,
          percentageChange: (last / before - 1) * 100,
          volume: 2_000_000,
          time: now.toISOString(),
        }
      })
    },
    watch: () => () => {},
    earnings: async (symbol) =>
      known(symbol, ({ earnings }) => (earnings === undefined ? farEarnings : earnings)) ?? null,
    news: async () => [],
    volatilityHistory: async () => [],
    close: async () => {},
  }
}

/** The chain with some contracts changed; what `change` gives undefined for is left out. */
export const changed = (chain: Chain, change: (contract: Contract) => Contract | undefined): Chain => ({
  ...chain,
  contracts: chain.contracts.flatMap((contract) => change(contract) ?? []),
})

/** The instant an expiry dies, as the contract writes it. */
export const expiryOf = (day: Day): string => expiryInstant(day).toISOString()
