/**
 * The interface of market data. Sources (simulated, recorded, vendors) implement it, and one contract
 * suite runs over all of them; code that reads a market does not validate its results again.
 *
 * Web-standard APIs only, so that a market also runs in the browser (mocks).
 */
import type { MarketFrame, OptionQuote, Quote } from '#contract/feed.ts'
import type { Stop } from '#service/shared/stop.ts'
import type { Capabilities } from './capabilities.ts'

/** Calendar day of the exchange, `YYYY-MM-DD`. */
export type Day = string

/** Dollars per share, paid to holders at the close of the session before `exDate`. */
export type Dividend = { readonly exDate: Day; readonly amount: number }

/** Future dividends of a symbol, as far as the source knows them. */
export type Dividends = {
  /** Declared dividends whose ex day is still to come, soonest first. */
  readonly declared: readonly Dividend[]
  /** `declared` is complete up to this day; null if another dividend may be declared at any time. */
  readonly knownThrough: Day | null
}

/** `factor` new shares replace one old share (4; 0.1 in a reverse split) from the open of `day` on. */
export type StockSplit = { readonly day: Day; readonly factor: number }

/** Dividends of a symbol that pays none. */
export const noDividends: Dividends = { declared: [], knownThrough: '9999-12-31' }
/** Dividends of a symbol if the source has no dividend data. */
export const unknownDividends: Dividends = { declared: [], knownThrough: null }

/** Static facts of a symbol. */
export type Profile = {
  readonly symbol: string
  readonly companyName: string
  readonly sector: string
  readonly exchange: string
  /** Region code, e.g. `US`. */
  readonly region: string
  /** Dollars. */
  readonly marketCap: number | null
  /** Trailing twelve months, dollars per share. */
  readonly eps: number | null
  /** Yearly dividends over price, decimal; also 0 if unknown, see `dividends`. */
  readonly dividendYield: number
  readonly dividends: Dividends
  /**
   * Lowest and highest price of the 52 weeks up to `day`, dollars, as the source reports them:
   * adjusted for splits, not for dividends. Undefined if the source does not report them.
   */
  readonly yearRange?: { readonly low: number; readonly high: number; readonly day: Day } | undefined
  /** Leveraged and inverse funds are excluded from cross-sectional rankings. */
  readonly kind: 'stock' | 'etf' | 'leveraged-etf' | 'index'
}

/**
 * Daily bars as columns of one length, oldest first, adjusted for splits. The last bar is the latest
 * session's.
 */
export type Bars = {
  readonly date: readonly Day[]
  readonly open: Float64Array
  readonly high: Float64Array
  readonly low: Float64Array
  readonly close: Float64Array
  /** Shares. */
  readonly volume: Float64Array
}

/**
 * One listed option. Prices in dollars per share; a missing quote is 0 bid or 0 ask, as exchanges send
 * it.
 */
export type Contract = {
  /** OSI symbol, its root not padded (osi.ts). */
  readonly id: string
  readonly expiry: Day
  readonly right: 'call' | 'put'
  readonly strike: number
  readonly bid: number
  readonly ask: number
  readonly last: number | null
  readonly volume: number | null
  readonly openInterest: number | null
}

/** Every listed option of one underlying at one time, sorted by expiry, strike, right. */
export type Chain = {
  readonly symbol: string
  readonly asOf: Date
  readonly underlyingPrice: number
  readonly style: 'american' | 'european'
  readonly contracts: readonly Contract[]
  /** Reason why the source could not read the listed options; `contracts` is then empty. */
  readonly readError?: string
  /**
   * The source has no data of the symbol's options, although some may be listed; `contracts` is then empty. Without it, an
   * empty list means that the symbol has no listed options.
   */
  readonly hasNoData?: true
}

/** The day and time of day of an earnings report. */
export type Report = {
  readonly day: Day
  readonly time: 'BeforeOpen' | 'AfterClose' | 'Unknown'
}

/** The next earnings report. */
export type Earnings = Report & {
  /** Estimated from past earnings days, not announced. */
  readonly estimated: boolean
  /** Earlier reports that the source knows, oldest first; not necessarily all. */
  readonly past?: readonly Report[]
}

export type NewsItem = {
  readonly id: string
  readonly headline: string
  readonly source: string
  readonly time: Date
  readonly url: string | null
}

/** One day's 30-day implied volatility, decimal. */
export type VolatilityPoint = { readonly day: Day; readonly iv30: number }

/**
 * Who waits for a call: a user, or only the nightly scan. While calls wait for a vendor's rate limit, those of users go
 * first.
 */
export type CallPriority = 'user' | 'scan'

/**
 * A source of market data. For an unknown symbol, `profile`, `bars`, `chain` and `quote` return
 * `undefined`, `earnings` returns null, and the other methods return an empty list. `bars` and
 * `chain` of a known symbol without the data are empty values. Symbols are upper case.
 */
export interface Market {
  /**
   * The market's clock: real time, or the end of recorded data. Days to expiry are counted from its
   * date in New York.
   */
  now(): Date
  /** The latest session that has opened at `now()`: the day of prices and quotes. */
  today(): Day
  /** Current market state; delay of the data, and whether it is simulated or recorded. */
  status(): Omit<MarketFrame, 'type'>
  /**
   * Origin of the data: `simulated`, `recorded` (files of a past session), or the vendor's name as
   * shown to users.
   */
  source(): string
  /** Kinds of data that the market provides, with their sources and licences. */
  capabilities(): Capabilities
  /** Yearly rate, continuously compounded, decimal. */
  riskFreeRate(): number
  /** Ticker of the S&P 500 proxy, or of the closest symbol of the source. */
  benchmark(): string
  /** Every symbol that the nightly scan analyses, sorted. */
  universe(): Promise<readonly string[]>
  profile(symbol: string): Promise<Profile | undefined>
  bars(symbol: string): Promise<Bars | undefined>
  /** The default priority is that of users. */
  chain(symbol: string, priority?: CallPriority): Promise<Chain | undefined>
  quote(symbol: string): Promise<Quote | undefined>
  /** Calls `onQuote` on each trade of the symbols, until stopped. Ignores unknown symbols. */
  watch(symbols: readonly string[], onQuote: (quote: Quote) => void): Stop
  /**
   * Calls `onQuote` whenever the quote of one of the option contracts changes, until stopped.
   * Undefined if the source does not push them: the feed then polls the chain. `ids` are OSI symbols.
   */
  watchContracts?(ids: readonly string[], onQuote: (quote: OptionQuote) => void): Stop
  /** Next earnings; null if none is known. */
  earnings(symbol: string): Promise<Earnings | null>
  /** Newest first. */
  news(symbol: string): Promise<readonly NewsItem[]>
  /** Stored daily implied volatility, oldest first; empty if the source stores none. */
  volatilityHistory(symbol: string): Promise<readonly VolatilityPoint[]>
  /**
   * Splits of a symbol within its bars, oldest first. Undefined if the source does not know them; for
   * an unknown symbol the list is empty. The bars are adjusted for them already.
   */
  splits?(symbol: string): Promise<readonly StockSplit[]>
  /**
   * Calls `listener` after a new day of data has arrived and `today()` has changed, until stopped.
   * Undefined if the clock is real time, or fixed for as long as the market is open.
   */
  onNewDay?(listener: () => void): Stop
  /** Stops timers and closes files. */
  close(): Promise<void>
}
