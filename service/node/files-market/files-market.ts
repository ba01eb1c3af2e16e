/**
 * The files market: recorded data from a folder, standing still at the close of its own last day. Node only.
 *
 * Layout: `chains-YYYY-MM-DD/SYM.json(.gz)`, `bars-*` (folders of `SYM.csv(.gz)`, or one CSV with a symbol column),
 * `fundamentals-*.json`, `universe-meta.json`, `reference/earnings-next*.json`, `reference/earnings-calendar*.csv`,
 * `reference/sp500-constituents.csv`. All but one of chains and bars may be missing.
 *
 * Bars are given as they are: those of a symbol may end long before `today()`, and whoever draws conclusions for
 * today looks at their last day first.
 */
import { readdirSync } from 'node:fs'
import { boundedMap } from '#service/market/bounded-map.ts'
import { previousTradingDay, sessionClose, tradingDayOnOrBefore } from '#service/market/calendar.ts'
import { joinBars, openBarSets } from './bars.ts'
import { indexChains, indexSymbols, readChain } from './chains.ts'
import { nextKnownEarnings, readReference } from './reference.ts'
import { BrokenFile } from './text.ts'
import type { Bars, Chain, Day, Market, Profile } from '#service/market/market.ts'

export type FilesOptions = {
  /** Hears of every file that is skipped, with the reason. */
  readonly log?: (message: string) => void
  /** Yearly, continuously compounded; the default is what put-call parity implies in the chains of August 2026. */
  readonly riskFreeRate?: number
}

const chainsKept = 400
const proxies = ['SPY', 'VOO', 'IVV', '^GSPC', 'VTI', 'QQQ', 'DIA', 'IWM']
const leveraged = new Set([
  'TQQQ',
  'SQQQ',
  'SOXL',
  'SOXS',
  'UPRO',
  'SPXU',
  'SPXL',
  'SPXS',
  'TNA',
  'TZA',
  'UVXY',
  'SVXY',
  'TSLL',
  'NVDL',
  'LABU',
  'LABD',
  'QLD',
  'QID',
  'SSO',
  'SDS',
  'SH',
  'PSQ',
  'FAS',
  'FAZ',
  'TMF',
  'TMV',
  'BOIL',
  'KOLD',
  'NUGT',
  'DUST',
])
const funds = /\b(ETF|Fund|Trust, Series|SPDR|Select S)/

function entriesOf(folder: string): readonly string[] {
  try {
    return readdirSync(folder)
  } catch (error) {
    throw new Error(
      `market data folder ${folder} cannot be read: ${error instanceof Error ? error.message : String(error)}`,
      { cause: error },
    )
  }
}

/**
 * Opens a data folder.
 * @throws Error where the folder cannot be read or nothing in it is usable
 */
export async function filesMarket(
  folder: string,
  { log = () => {}, riskFreeRate = 0.042 }: FilesOptions = {},
): Promise<Market> {
  entriesOf(folder)
  const sets = openBarSets(folder, log)
  const index = indexChains(folder)
  const reference = readReference(folder, log)
  const nothing = () =>
    new Error(`no usable market data in ${folder}: expected chains-YYYY-MM-DD/SYM.json.gz or bars-*/SYM.csv`)
  const lastDay = [...sets.map((set) => set.lastDay), ...(index ? [index.day] : [])].toSorted().at(-1)
  if (lastDay === undefined) throw nothing()
  // A folder dated on a weekend holds Friday's closing prices.
  const today = tradingDayOnOrBefore(lastDay)
  const end = sessionClose(today)
  const chainDay = index ? tradingDayOnOrBefore(index.day) : today

  const bars = new Map<string, Bars | undefined>()
  const chains = boundedMap<string, Chain>(chainsKept)
  const brokenChains = new Set<string>()
  const chainFiles: ReadonlyMap<string, string> = index?.files ?? new Map()
  // Chains older than the bars are served as what they are: `asOf` and their underlying price are of their own day.
  const chainsAsOf = sessionClose(chainDay)

  function attempt<T>(read: () => T): T | undefined {
    try {
      return read()
    } catch (error) {
      if (!(error instanceof BrokenFile)) throw error
      log(`${error.message}; skipped`)
      return undefined
    }
  }

  function barsOf(symbol: string): Bars | undefined {
    if (bars.has(symbol)) return bars.get(symbol)
    let found: Bars | undefined
    for (const set of sets) {
      if (!set.symbols.has(symbol)) continue
      const read = attempt(() => set.read(symbol))
      if (read) found = found ? joinBars(found, read) : read
    }
    bars.set(symbol, found)
    return found
  }

  function chainOf(symbol: string): Chain | undefined {
    const file = chainFiles.get(symbol)
    if (file === undefined || brokenChains.has(symbol)) return undefined
    let chain = chains.get(symbol)
    if (!chain) {
      chain = attempt(() => readChain(folder, file, symbol, { asOf: chainsAsOf, now: end }))
      if (chain) chains.set(symbol, chain)
      else brokenChains.add(symbol)
    }
    return chain
  }

  const listed = new Set([...chainFiles.keys(), ...sets.flatMap((set) => [...set.symbols])])
  /** Whether a listed symbol still has something readable; only what must be is read to find out. */
  const isKnown = (symbol: string): boolean => {
    if (!listed.has(symbol)) return false
    if (barsOf(symbol) || chainOf(symbol)) return true
    listed.delete(symbol)
    return false
  }
  if (sets.length === 0 && ![...listed].some(isKnown)) throw nothing()

  function priceOf(symbol: string): { last: number; day: Day; previous: number; volume: number } | undefined {
    const own = barsOf(symbol)
    const count = own?.date.length ?? 0
    const lastDay = own?.date[count - 1]
    const close = own?.close[count - 1]
    if (own && close !== undefined && lastDay === today)
      return {
        last: close,
        day: today,
        previous: own.close[count - 2] ?? close,
        volume: own.volume[count - 1] as number,
      }
    const chain = chainOf(symbol)
    if (chain && !(lastDay !== undefined && lastDay >= chainDay)) {
      // Without yesterday's close the day's change is not known; it is told as none.
      const previous =
        close !== undefined && lastDay === previousTradingDay(chainDay) ? close : chain.underlyingPrice
      return { last: chain.underlyingPrice, day: chainDay, previous, volume: 0 }
    }
    if (own && close !== undefined && lastDay !== undefined)
      return {
        last: close,
        day: lastDay,
        previous: own.close[count - 2] ?? close,
        volume: own.volume[count - 1] as number,
      }
    return undefined
  }

  function profileOf(symbol: string): Profile {
    const company = reference.companies.get(symbol)
    const name = company?.name ?? symbol
    const isFund = company?.fund === true || (company?.sector === undefined && funds.test(name))
    const kind = indexSymbols.has(symbol)
      ? 'index'
      : leveraged.has(symbol)
        ? 'leveraged-etf'
        : isFund
          ? 'etf'
          : 'stock'
    return {
      symbol,
      companyName: name,
      sector:
        company?.sector ?? (kind === 'stock' ? '' : kind === 'index' ? 'Index' : 'Exchange Traded Fund'),
      exchange: '',
      region: 'US',
      marketCap: company?.marketCap ?? null,
      eps: company?.eps ?? null,
      dividendYield: company?.dividendYield ?? 0,
      dividend: null,
      kind,
    }
  }

  const benchmark =
    proxies.find((symbol) => listed.has(symbol) && barsOf(symbol)) ??
    [...listed].toSorted().find((symbol) => barsOf(symbol)) ??
    'SPY'

  return {
    now: () => new Date(end),
    today: () => today,
    status: () => ({ state: 'closed', delayedSeconds: 0, simulated: false, asOf: end.toISOString() }),
    source: () => 'recorded',
    riskFreeRate: () => riskFreeRate,
    benchmark: () => benchmark,
    universe: async () => [...listed].toSorted(),
    profile: async (symbol) => (isKnown(symbol) ? profileOf(symbol) : undefined),
    bars: async (symbol) => (isKnown(symbol) ? (barsOf(symbol) ?? noBars) : undefined),
    chain: async (symbol) =>
      isKnown(symbol) ? (chainOf(symbol) ?? emptyChain(symbol, end, priceOf(symbol)?.last ?? 0)) : undefined,
    quote: async (symbol) => {
      const price = isKnown(symbol) ? priceOf(symbol) : undefined
      if (!price) return undefined
      const change = Math.round((price.last - price.previous) * 10_000) / 10_000
      return {
        symbol,
        last: price.last,
        change,
        percentageChange: Math.round((change / price.previous) * 1e6) / 1e4,
        volume: price.volume,
        time: sessionClose(price.day).toISOString(),
      }
    },
    // Recorded data does not trade.
    watch: () => () => {},
    earnings: async (symbol) =>
      isKnown(symbol) ? nextKnownEarnings(reference.reports.get(symbol) ?? [], today) : null,
    news: async () => [],
    volatilityHistory: async () => [],
    close: async () => {
      bars.clear()
      chains.clear()
    },
  }
}

const noBars: Bars = {
  date: [],
  open: new Float64Array(),
  high: new Float64Array(),
  low: new Float64Array(),
  close: new Float64Array(),
  volume: new Float64Array(),
}

const emptyChain = (symbol: string, asOf: Date, underlyingPrice: number): Chain => ({
  symbol,
  asOf,
  underlyingPrice,
  style: indexSymbols.has(symbol) ? 'european' : 'american',
  contracts: [],
})
