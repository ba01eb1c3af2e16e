/**
 * Names of all listed stocks, for requests of many profiles at once: the search index asks for the whole universe, which would
 * be 6,000 calls under way at once. The list is a dozen pages, and has neither industries nor capitalisations.
 */
import { cachedCalls } from '#service/markets/kit/cached-calls.ts'
import { companyOf, type CompanyProfile } from './companies.ts'
import { allPages, type MassiveClients } from './vendor.ts'
import { TickersSchema, type TickerReference } from './wire.ts'

const hourMs = 3_600_000

/** A stock of the list; undefined if it is not listed. */
export type CompanyList = (symbol: string, ticker: string) => Promise<CompanyProfile | undefined>

export function createCompanyList({ reference, baseUrl }: MassiveClients): CompanyList {
  const references = cachedCalls<ReadonlyMap<string, TickerReference>>({
    max: 1,
    ttlMs: 12 * hourMs,
    maxStaleMs: 7 * 24 * hourMs,
    load: async (market) => {
      const query = { market, active: true, sort: 'ticker', limit: 1000 }
      const path = '/v3/reference/tickers'
      const listed = await allPages(reference, baseUrl, { path, query, schema: TickersSchema })
      return new Map(listed.map((item) => [item.ticker, item]))
    },
  })
  return async (symbol, ticker) => {
    const found = (await references('stocks')).get(ticker)
    return found && companyOf(symbol, found)
  }
}
