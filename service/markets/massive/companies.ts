/** Companies and funds: names, sectors, dividends, splits and news. */
import { isLeveragedFund } from '#service/markets/kit/symbol-kind.ts'
import type { VendorClient } from '#service/markets/kit/vendor-client.ts'
import { undefinedIfNotFound } from '#service/markets/kit/vendor-error.ts'
import { addDays } from '#service/markets/calendar.ts'
import {
  noDividends,
  type Day,
  type Dividend,
  type Dividends,
  type NewsItem,
  type Profile,
  type StockSplit,
} from '#service/markets/market.ts'
import { sectorOf } from './sectors.ts'
import { allPages } from './vendor.ts'
import { DividendsSchema, NewsSchema, SplitsSchema, TickerSchema, type TickerReference } from './wire.ts'

/** Market identifier codes (ISO 10383) of the exchanges that list stocks. */
const exchangeNames: Readonly<Record<string, string>> = {
  XNAS: 'NASDAQ',
  XNYS: 'NYSE',
  ARCX: 'NYSE Arca',
  XASE: 'NYSE American',
  BATS: 'Cboe BZX',
}
const fundTypes: ReadonlySet<string> = new Set(['ETF', 'ETV', 'ETN', 'ETS', 'FUND'])
const leveragePattern = /\b(-?[123](\.5)?x|ultra(pro|short)?|leveraged|inverse|daily .*\b(bull|bear))\b/i

/** The profile without its dividends, which are requested separately. */
export type CompanyProfile = Omit<Profile, 'dividendYield' | 'dividends'>

/**
 * Undefined if the vendor does not know the ticker or lists it as inactive: companies change their symbols overnight.
 */
export async function loadCompany(
  client: VendorClient,
  symbol: string,
  ticker: string,
): Promise<CompanyProfile | undefined> {
  const path = `/v3/reference/tickers/${encodeURIComponent(ticker)}`
  const response = await undefinedIfNotFound(() => client.get(path, {}, TickerSchema))
  const reference = response?.results
  return reference && reference.active !== false ? companyOf(symbol, reference) : undefined
}

export function companyOf(symbol: string, reference: TickerReference): CompanyProfile {
  const kind = kindOf(symbol, reference)
  return {
    symbol,
    companyName: reference.name || symbol,
    sector: kind === 'stock' ? sectorOf(reference) : kind === 'index' ? 'Index' : 'Exchange Traded Fund',
    exchange: exchangeNames[reference.primary_exchange ?? ''] ?? reference.primary_exchange ?? '',
    region: 'US',
    marketCap: reference.market_cap && reference.market_cap > 0 ? reference.market_cap : null,
    eps: null,
    kind,
  }
}

function kindOf(symbol: string, { market, type, name }: TickerReference): Profile['kind'] {
  if (market === 'indices' || type === 'INDEX') return 'index'
  if (!fundTypes.has(type ?? '')) return 'stock'
  return isLeveragedFund(symbol) || leveragePattern.test(name) ? 'leveraged-etf' : 'etf'
}

/** Dividends of a ticker. */
export type DividendFacts = {
  readonly dividends: Dividends
  /** The regular ones of the last year, as they were paid: not adjusted for later splits. */
  readonly paidLastYear: readonly Dividend[]
}

export const withoutDividends: DividendFacts = { dividends: noDividends, paidLastYear: [] }

/**
 * Returns the declared USD dividends with an ex day after `today`, and the regular ones of the year up to it. Without any
 * USD dividend in two years, the company counts as paying none.
 */
export async function loadDividends(
  client: VendorClient,
  baseUrl: string,
  { ticker, today }: { readonly ticker: string; readonly today: Day },
): Promise<DividendFacts> {
  const from = addDays(today, -730)
  const all = await allPages(client, baseUrl, {
    path: '/v3/reference/dividends',
    query: { ticker, 'ex_dividend_date.gte': from, order: 'asc', sort: 'ex_dividend_date', limit: 1000 },
    schema: DividendsSchema,
  })
  const usdDividends = all.filter(
    (dividend) =>
      dividend.ticker === ticker && (dividend.currency ?? 'USD') === 'USD' && dividend.cash_amount > 0,
  )
  if (usdDividends.length === 0) return withoutDividends
  const declared = usdDividends
    .filter(({ ex_dividend_date: exDate }) => exDate > today)
    .map(({ ex_dividend_date: exDate, cash_amount: amount }) => ({ exDate, amount }))
    .toSorted((a, b) => (a.exDate < b.exDate ? -1 : 1))
  const yearAgo = addDays(today, -365)
  const regular = usdDividends
    .filter(({ ex_dividend_date: exDate }) => exDate > yearAgo && exDate <= today)
    // Special dividends and distributions of gains are no yield.
    .filter(({ dividend_type: type }) => (type ?? 'CD') === 'CD')
    .map(({ ex_dividend_date: exDate, cash_amount: amount }) => ({ exDate, amount }))
  return { dividends: { declared, knownThrough: null }, paidLastYear: regular }
}

/** Sum of dividends in dollars per share of today: a dividend before a split was paid on fewer shares. */
export const adjustedSum = (paid: readonly Dividend[], splits: readonly StockSplit[]): number =>
  paid.reduce((sum, { exDate, amount }) => {
    const factor = splits.reduce(
      (product, split) => (split.day > exDate ? product * split.factor : product),
      1,
    )
    return sum + amount / factor
  }, 0)

export type SplitQuery = {
  /** Undefined for the whole market: about two pages a year. */
  readonly ticker?: string
  readonly from: Day
  readonly today: Day
}

/** Splits since a day by ticker, oldest first. */
export async function loadSplits(
  client: VendorClient,
  baseUrl: string,
  { ticker, from, today }: SplitQuery,
): Promise<ReadonlyMap<string, readonly StockSplit[]>> {
  const query = { ticker, 'execution_date.gte': from, 'execution_date.lte': today, limit: 1000 }
  const splits = await allPages(client, baseUrl, {
    path: '/v3/reference/splits',
    query,
    schema: SplitsSchema,
  })
  const byTicker = new Map<string, StockSplit[]>()
  for (const split of splits.toSorted((a, b) => (a.execution_date < b.execution_date ? -1 : 1))) {
    const { execution_date: day, split_from, split_to } = split
    const list = byTicker.get(split.ticker) ?? []
    byTicker.set(split.ticker, [...list, { day, factor: split_to / split_from }])
  }
  return byTicker
}

const newsCount = 20

/** Newest first. */
export async function loadNews(client: VendorClient, ticker: string): Promise<readonly NewsItem[]> {
  const query = { ticker, order: 'desc', sort: 'published_utc', limit: newsCount }
  const { results } = await client.get('/v2/reference/news', query, NewsSchema)
  return (results ?? [])
    .map(({ id, title, article_url, published_utc, publisher }) => ({
      id,
      headline: title,
      source: publisher?.name ?? '',
      time: new Date(published_utc),
      url: URL.parse(article_url ?? '')?.protocol === 'https:' ? (article_url ?? null) : null,
    }))
    .filter(({ time }) => !Number.isNaN(time.getTime()))
    .toSorted((a, b) => b.time.getTime() - a.time.getTime())
}
