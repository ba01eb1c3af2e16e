/**
 * Synthetic market for the reference tests: symbols whose bars and chains have known properties.
 */
import { simulatedCapabilities } from '#service/markets/capabilities.ts'
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
import { toUnitInterval, mix } from '#service/markets/random.ts'
import { americanPrice, blackPrice } from './pricing.oracle.ts'

/** The day of the synthetic market, a Friday after its session. */
export const today: Day = '2026-08-21'
/** Risk-free rate, yearly, continuously compounded, decimal. */
export const rate = 0.04

/** Profile of a stock that pays no dividends. */
export const createProfile = (symbol: string, overrides: Partial<Profile> = {}): Profile => ({
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
  ...overrides,
})

/**
 * Creates bars from closes, one per session up to `last`. Each opens between the previous close and
 * its own close.
 */
export const barsFrom = (closes: readonly number[], last: Day = today, volume = 2_000_000): Bars => {
  const closeAt = (index: number): number => closes[Math.max(0, index)]!
  const open = closes.map((close, index) => close + (closeAt(index - 1) - close) * 0.7)
  return {
    date: tradingDaysUpTo(last, closes.length),
    open: Float64Array.from(open),
    high: Float64Array.from(closes, (close, index) => Math.max(close, open[index]!) * 1.004),
    low: Float64Array.from(closes, (close, index) => Math.min(close, open[index]!) * 0.996),
    close: Float64Array.from(closes),
    volume: Float64Array.from(closes, (_, index) => volume * (0.8 + 0.4 * toUnitInterval(mix(index, 3)))),
  }
}

export type RandomWalkOptions = {
  readonly sessions?: number
  /** Last close, dollars. */
  readonly price?: number
  /** Yearly, decimal. */
  readonly volatility?: number
  /** Yearly drift of the logarithm. */
  readonly drift?: number
  readonly seed?: number
}

/**
 * Closes of a random walk with independent, approximately normal steps: sums of twelve uniform
 * numbers.
 */
export const randomWalk = ({
  sessions = 504,
  price = 100,
  volatility = 0.3,
  drift = 0.1,
  seed = 1,
}: RandomWalkOptions = {}): number[] => {
  const steps = Array.from({ length: sessions - 1 }, (_, index) => {
    let sum = -6
    for (let draw = 0; draw < 12; draw++) sum += toUnitInterval(mix(mix(seed, index), draw))
    return (sum * volatility) / Math.sqrt(252) + drift / 252
  })
  const logPath = steps.reduce<number[]>((path, step) => [...path, path.at(-1)! + step], [0])
  return logPath.map((log) => price * Math.exp(log - logPath.at(-1)!))
}

export type SyntheticChainOptions = {
  readonly spot?: number
  readonly day?: Day
  /** Calendar days to each expiry. */
  readonly days?: readonly number[]
  /** Yearly volatility by the logarithm of strike over forward, and years to expiry. */
  readonly volatility?: (moneyness: number, years: number) => number
  readonly rate?: number
  readonly yield?: number
  /** Bid-ask spread over the mid price, decimal. */
  readonly spread?: number
  /** Distance between strikes, dollars. */
  readonly step?: number
  /** Price step, dollars. If present, bids are rounded down and asks rounded up to it. */
  readonly tick?: number
  readonly openInterest?: number | null
  readonly volume?: number | null
  readonly style?: Chain['style']
}

/** A smile that is the same at every strike and expiry. */
export const flatSmile = (volatility: number) => (): number => volatility

/**
 * A skewed smile: a parabola in ln(strike / forward), flat enough to be free of arbitrage in every
 * expiry.
 */
export const skewedSmile =
  (level = 0.3) =>
  (moneyness: number, years: number): number =>
    level - (0.06 * moneyness) / Math.sqrt(years + 0.1) + (0.08 * moneyness * moneyness) / (years + 0.1)

/**
 * Creates a chain whose mids are Black's prices over the smile, or those of an American tree. The
 * default expiries are monthly ones and one weekly.
 */
export const chainFrom = (symbol: string, smile: SyntheticChainOptions = {}): Chain => {
  const { spot = 100, day = today, days = [7, 28, 56, 91, 119, 182], volatility = skewedSmile() } = smile
  const { spread = 0.04, step = spot / 40, tick, openInterest = 2_000, volume = 300 } = smile
  const chainRate = smile.rate ?? rate
  const style = smile.style ?? 'american'
  const contracts: Contract[] = days.flatMap((daysLeft) => {
    const expiry = addDays(day, daysLeft)
    const years = daysLeft / 365
    const forward = spot * Math.exp((chainRate - (smile.yield ?? 0)) * years)
    const reach = Math.max(0.2, 4 * volatility(0, years) * Math.sqrt(years))
    const strikes = Array.from({ length: 400 }, (_, index) => (index + 1) * step).filter(
      (strike) => Math.abs(Math.log(strike / forward)) < reach,
    )
    return strikes.flatMap((strike) =>
      (['call', 'put'] as const).map((right): Contract => {
        const sigma = volatility(Math.log(strike / forward), years)
        const european =
          blackPrice({ right, strike, forward, years, volatility: sigma }) * Math.exp(-chainRate * years)
        const terms = { right, strike, spot, years, volatility: sigma, rate: chainRate }
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

/** Data of one symbol. Omitted fields have the values of a healthy symbol. */
export type SyntheticSymbol = {
  readonly profile?: Partial<Profile>
  readonly bars?: Bars
  /** `null` if the symbol has no options. */
  readonly chain?: Chain | null
  /**
   * Last price, dollars; `null` if there is none. Default: the underlying's price in `chain`, or
   * the last close.
   */
  readonly price?: number | null
  readonly earnings?: Earnings | null
}

/** Earnings after every expiry. */
export const earningsAfterExpiries: Earnings = { day: '2027-06-15', time: 'AfterClose', estimated: false }

/**
 * Creates a market of synthetic symbols at the close of {@link today}. Its benchmark is `SPY`,
 * which rises.
 */
export const syntheticMarket = (symbols: Readonly<Record<string, SyntheticSymbol>>): Market => {
  const now = sessionClose(today)
  const allSymbols: Readonly<Record<string, SyntheticSymbol>> = {
    SPY: {
      profile: { kind: 'etf' },
      bars: barsFrom(randomWalk({ price: 600, volatility: 0.1, drift: 0.25, seed: 99 })),
      chain: null,
    },
    ...symbols,
  }
  const ofSymbol = <T>(symbol: string, select: (symbolData: SyntheticSymbol) => T): T | undefined => {
    const symbolData = allSymbols[symbol]
    return symbolData && select(symbolData)
  }
  const barsOf = ({ bars }: SyntheticSymbol): Bars => bars ?? barsFrom(randomWalk())
  return {
    now: () => now,
    today: () => today,
    status: () => ({
      state: 'closed',
      delayedSeconds: 0,
      simulated: true,
      asOf: now.toISOString(),
    }),
    source: () => 'synthetic',
    capabilities: () => simulatedCapabilities,
    riskFreeRate: () => rate,
    benchmark: () => 'SPY',
    universe: async () => Object.keys(allSymbols).toSorted(),
    profile: async (symbol) => ofSymbol(symbol, ({ profile }) => createProfile(symbol, profile)),
    bars: async (symbol) => ofSymbol(symbol, barsOf),
    chain: async (symbol) =>
      ofSymbol(
        symbol,
        ({ chain }) =>
          (chain === null ? undefined : chain) ?? {
            ...chainFrom(symbol),
            ...(chain === null ? { contracts: [] } : {}),
          },
      ),
    async quote(symbol) {
      return ofSymbol(symbol, (symbolData) => {
        const { close } = barsOf(symbolData)
        const last =
          symbolData.price === undefined
            ? (symbolData.chain?.underlyingPrice ?? close.at(-1))
            : symbolData.price
        if (last === null || last === undefined) return undefined
        const previous = close.at(-2) ?? last
        return {
          symbol,
          last,
          change: last - previous,
          percentageChange: (last / previous - 1) * 100,
          volume: 2_000_000,
          time: now.toISOString(),
        }
      })
    },
    watch: () => () => {},
    earnings: async (symbol) =>
      ofSymbol(symbol, ({ earnings }) => (earnings === undefined ? earningsAfterExpiries : earnings)) ?? null,
    news: async () => [],
    volatilityHistory: async () => [],
    close: async () => {},
  }
}

/**
 * Returns the chain with changed contracts. Removes contracts for which `change` returns
 * `undefined`.
 */
export const changeContracts = (
  chain: Chain,
  change: (contract: Contract) => Contract | undefined,
): Chain => ({
  ...chain,
  contracts: chain.contracts.flatMap((contract) => change(contract) ?? []),
})

/** The instant of an expiry, formatted as in the API contract. */
export const expiryTimestamp = (day: Day): string => expiryInstant(day).toISOString()
