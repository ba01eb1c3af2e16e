/** Cached calls by symbol for companies, dividends, splits and news. */
import { addDays, latestSession, newYorkDay, tradingDaysUpTo } from '#service/markets/calendar.ts'
import { cachedCalls } from '#service/markets/kit/cached-calls.ts'
import { unknownDividends, type NewsItem, type Profile, type StockSplit } from '#service/markets/market.ts'
import {
  adjustedSum,
  loadCompany,
  loadDividends,
  loadNews,
  loadSplits,
  withoutDividends,
  type CompanyProfile,
  type DividendFacts,
} from './companies.ts'
import { createCompanyList } from './company-list.ts'
import { sessionCount } from './grouped-days.ts'
import { isIndexTicker, tickerOf } from './tickers.ts'
import type { MassiveClients } from './vendor.ts'

const minuteMs = 60_000
const hourMs = 60 * minuteMs
/** Facts change once a day; a week-old one is better than none while the vendor fails. */
const facts = { max: 8_000, ttlMs: 12 * hourMs, maxStaleMs: 7 * 24 * hourMs }

/** Details under way at once. Further ones come from the list, without industry, capitalisation and dividends. */
const maxDetails = 24

/** A company, and whether it has all its details. */
type CompanyLookUp = { readonly company: CompanyProfile | undefined; readonly isComplete: boolean }

export type CompanyLookUps = {
  /** Undefined for an unknown symbol. */
  readonly company: (symbol: string) => Promise<CompanyProfile | undefined>
  /** `lastClose` is the price that the yield is computed with. */
  readonly profile: (
    symbol: string,
    lastClose: () => Promise<number | undefined>,
  ) => Promise<Profile | undefined>
  readonly news: (symbol: string) => Promise<readonly NewsItem[]>
  readonly splits: (symbol: string) => Promise<readonly StockSplit[]>
}

export function createCompanyLookUps(clients: MassiveClients, clock: () => Date): CompanyLookUps {
  const { reference, baseUrl } = clients
  const listed = createCompanyList(clients)
  let details = 0
  const loadDetails = async (symbol: string, ticker: string): Promise<CompanyLookUp> => {
    details++
    try {
      return { company: await loadCompany(reference, symbol, ticker), isComplete: true }
    } finally {
      details--
    }
  }
  const found = cachedCalls<CompanyLookUp>({
    ...facts,
    // The details are requested the next time.
    ttlMs: ({ isComplete }) => (isComplete ? facts.ttlMs : 0),
    load: async (symbol) => {
      const ticker = tickerOf(symbol)
      if (ticker === undefined) return { company: undefined, isComplete: true }
      const company = details < maxDetails ? undefined : await listed(symbol, ticker)
      return company ? { company, isComplete: false } : loadDetails(symbol, ticker)
    },
  })
  const dividends = cachedCalls({
    ...facts,
    load: async (ticker) =>
      isIndexTicker(ticker)
        ? withoutDividends
        : loadDividends(reference, baseUrl, { ticker, today: latestSession(clock()) }),
  })
  const news = cachedCalls({
    ...facts,
    ttlMs: 5 * minuteMs,
    load: (ticker) => loadNews(clients.news, ticker),
  })
  const splits = cachedCalls({
    ...facts,
    load: async (ticker) => {
      const today = newYorkDay(clock())
      const from = tradingDaysUpTo(today, sessionCount)[0]!
      return (await loadSplits(reference, baseUrl, { ticker, from, today })).get(ticker) ?? []
    },
  })
  /** Of the whole market: a call for each company with dividends would double the calls of a scan. */
  const splitsOfYear = cachedCalls({
    ...facts,
    load: (today) => loadSplits(reference, baseUrl, { from: addDays(today, -365), today }),
  })
  const yearlyAmount = async (ticker: string, { paidLastYear }: DividendFacts): Promise<number> =>
    paidLastYear.length === 0
      ? 0
      : adjustedSum(paidLastYear, (await splitsOfYear(newYorkDay(clock()))).get(ticker) ?? [])
  /** Indexes have neither news nor splits. */
  const forStock = async <Item>(symbol: string, load: (ticker: string) => Promise<readonly Item[]>) => {
    const ticker = tickerOf(symbol)
    return ticker === undefined || isIndexTicker(ticker) ? [] : load(ticker)
  }
  /** Dividends, and the yield: without them, or without a price, a profile is still useful; the client logs the failure. */
  const dividendsOf = async (ticker: string, lastClose: () => Promise<number | undefined>) => {
    const known = await dividends(ticker).catch(() => undefined)
    if (!known) return { dividends: unknownDividends, dividendYield: 0 }
    const amount = await yearlyAmount(ticker, known).catch(() => 0)
    const price = amount > 0 ? await lastClose().catch(() => undefined) : undefined
    const session = latestSession(clock())
    const { declared, knownThrough } = known.dividends
    return {
      // The ex day of a cached one may have begun.
      dividends: { declared: declared.filter(({ exDate }) => exDate > session), knownThrough },
      dividendYield: price ? amount / price : 0,
    }
  }

  return {
    company: async (symbol) => (await found(symbol)).company,
    news: (symbol) => forStock(symbol, news),
    splits: (symbol) => forStock(symbol, splits),
    async profile(symbol, lastClose) {
      const { company, isComplete } = await found(symbol)
      const ticker = tickerOf(symbol)
      if (!company || ticker === undefined) return undefined
      return isComplete
        ? { ...company, ...(await dividendsOf(ticker, lastClose)) }
        : { ...company, dividends: unknownDividends, dividendYield: 0 }
    },
  }
}
