/** Responses of the stand-in: the simulated market in the shapes of the vendor's OpenAPI document. */
import { latestSession, sessionClose, sessionOpen } from '#service/markets/calendar.ts'
import type { Bars, Chain, Contract, Day } from '#service/markets/market.ts'
import { listedContract } from '#service/markets/osi.ts'
import { nanoseconds, ok, type Answer, type StandInData, type Timeframe } from './stand-in-answer.fixture.ts'
import { dividends, marketStatus, news, reference, references, upcoming } from './stand-in-facts.fixture.ts'

type Route = (data: StandInData, url: URL, parts: readonly string[]) => Promise<Answer> | Answer

const routes: readonly (readonly [RegExp, Route])[] = [
  [
    /^\/v2\/aggs\/grouped\/locale\/us\/market\/stocks\/([\d-]+)$/,
    (data, _url, [day = '']) => grouped(data, day),
  ],
  [
    /^\/v2\/aggs\/ticker\/([^/]+)\/range\/1\/day\/([\d-]+)\/([\d-]+)$/,
    (data, _url, parts) => aggregates(data, parts),
  ],
  [
    /^\/v2\/snapshot\/locale\/us\/markets\/stocks\/tickers\/([^/]+)$/,
    (data, _url, [ticker = '']) => stock(data, ticker),
  ],
  [/^\/v2\/snapshot\/locale\/us\/markets\/stocks\/tickers$/, (data, url) => stocks(data, url)],
  [/^\/v3\/snapshot\/options\/([^/]+)$/, (data, url, [ticker = '']) => chain(data, url, ticker)],
  [/^\/v3\/snapshot$/, (data, url) => snapshots(data, url)],
  [/^\/v3\/reference\/tickers\/([^/]+)$/, (data, _url, [ticker = '']) => reference(data, ticker)],
  [/^\/v3\/reference\/tickers$/, (data) => references(data)],
  [/^\/v3\/reference\/dividends$/, (data, url) => dividends(data, url)],
  [/^\/v3\/reference\/splits$/, () => ok({ results: [] })],
  [/^\/v2\/reference\/news$/, (data, url) => news(data, url)],
  [/^\/v1\/marketstatus\/now$/, ({ clock }) => marketStatus(clock())],
  [/^\/v1\/marketstatus\/upcoming$/, ({ clock }) => upcoming(clock())],
]

export async function answer(data: StandInData, url: URL): Promise<Answer> {
  for (const [pattern, route] of routes) {
    const parts = pattern.exec(url.pathname)?.slice(1).map(decodeURIComponent)
    if (parts) return route(data, url, parts)
  }
  return { status: 404, body: { status: 'NOT_FOUND', message: 'No such path.' } }
}

const midnight = (day: Day): number => sessionOpen(day).getTime() - 9.5 * 3_600_000

const barAt = (bars: Bars, i: number) => ({
  o: bars.open[i]!,
  h: bars.high[i]!,
  l: bars.low[i]!,
  c: bars.close[i]!,
  v: bars.volume[i]!,
  vw: bars.close[i]!,
  n: 9_000,
})

async function grouped({ market, names, daysWithoutData }: StandInData, wanted: Day): Promise<Answer> {
  const results: unknown[] = []
  for (const [ticker, name] of daysWithoutData.has(wanted) ? [] : names) {
    const bars = (await market.bars(name))!
    const index = bars.date.indexOf(wanted)
    if (index >= 0) results.push({ T: ticker, ...barAt(bars, index), t: sessionClose(wanted).getTime() })
  }
  // Preferred shares are in the whole market as well.
  const preferred = {
    T: 'BACpL',
    o: 1200,
    h: 1210,
    l: 1190,
    c: 1200,
    v: 9e9,
    t: sessionClose(wanted).getTime(),
  }
  return ok({
    queryCount: results.length,
    resultsCount: results.length,
    adjusted: true,
    ...(results.length > 0 && { results: [...results, preferred] }),
  })
}

async function aggregates(
  { market, names, daysWithoutData }: StandInData,
  [ticker = '', from = '', to = '']: readonly string[],
): Promise<Answer> {
  const bars = names.has(ticker) ? await market.bars(names.get(ticker)!) : undefined
  const results = (bars?.date ?? []).flatMap((day, i) =>
    day >= from && day <= to && !daysWithoutData.has(day) ? [{ ...barAt(bars!, i), t: midnight(day) }] : [],
  )
  return ok({
    ticker,
    queryCount: results.length,
    resultsCount: results.length,
    adjusted: true,
    ...(results.length > 0 && { results }),
  })
}

async function snapshotOf({ market, names }: StandInData, ticker: string) {
  const quote = names.has(ticker) ? await market.quote(names.get(ticker)!) : undefined
  if (!quote) return undefined
  const previous = quote.last - (quote.change ?? 0)
  const aggregate = (c: number, v: number) => ({ o: c, h: c, l: c, c, v, vw: c })
  const updated = nanoseconds(new Date(quote.time))
  return {
    ticker,
    todaysChange: quote.change,
    todaysChangePerc: quote.percentageChange,
    updated,
    day: aggregate(quote.last, quote.volume ?? 0),
    prevDay: aggregate(previous, 1_000_000),
    min: { ...aggregate(quote.last, 100), av: quote.volume ?? 0, n: 5, t: Date.parse(quote.time) },
    lastTrade: { c: null, i: '121351', p: quote.last, s: 200, t: updated, x: 12 },
  }
}

async function stock(data: StandInData, name: string): Promise<Answer> {
  const ticker = await snapshotOf(data, name)
  return ticker
    ? ok({ ticker })
    : { status: 404, body: { status: 'NotFound', message: 'Ticker not found.', request_id: '1' } }
}

async function stocks(data: StandInData, url: URL): Promise<Answer> {
  const names = (url.searchParams.get('tickers') ?? '').split(',')
  const tickers = (await Promise.all(names.map((name) => snapshotOf(data, name)))).filter(
    (ticker) => ticker !== undefined,
  )
  return ok({ count: tickers.length, tickers })
}

/** Every third contract has no greeks although it has an implied volatility, and contracts without a quote have none. */
const contractSnapshot = (
  contract: Contract,
  index: number,
  {
    ticker,
    price,
    now,
    timeframe,
    shares = 100,
  }: {
    readonly ticker: string
    readonly price: number
    readonly now: Date
    readonly timeframe: Timeframe
    readonly shares?: number
  },
) => ({
  break_even_price: contract.strike,
  day: {
    change: 0,
    change_percent: 0,
    close: contract.last ?? 0,
    high: 0,
    last_updated: midnight(latestSession(now)) * 1e6,
    low: 0,
    open: 0,
    previous_close: 0,
    volume: contract.volume ?? 0,
    vwap: 0,
  },
  details: {
    contract_type: contract.right,
    exercise_style: 'american',
    expiration_date: contract.expiry,
    shares_per_contract: shares,
    strike_price: contract.strike,
    ticker: `O:${contract.id}`,
  },
  ...(index % 3 > 0 && { greeks: { delta: 0.5, gamma: 0.01, theta: -0.02, vega: 0.1 } }),
  implied_volatility: 0.3,
  ...((contract.bid > 0 || contract.ask > 0) && {
    last_quote: {
      ask: contract.ask,
      ask_size: 10,
      bid: contract.bid,
      bid_size: 10,
      last_updated: nanoseconds(now),
      midpoint: (contract.bid + contract.ask) / 2,
      timeframe,
    },
  }),
  open_interest: contract.openInterest ?? 0,
  underlying_asset: {
    change_to_break_even: 0,
    last_updated: nanoseconds(now),
    price,
    ticker,
    timeframe,
  },
})

async function chain(data: StandInData, url: URL, ticker: string): Promise<Answer> {
  const { market, names, pageSize } = data
  const found = names.has(ticker) ? await market.chain(names.get(ticker)!) : undefined
  // The vendor sorts by ticker: by root, expiry, then calls before puts.
  const listed = (found?.contracts ?? []).toSorted((a, b) => (a.id < b.id ? -1 : 1))
  const start = Number(url.searchParams.get('cursor') ?? 0)
  const size = Math.min(pageSize, Number(url.searchParams.get('limit') ?? 10))
  const options = { ticker, price: found?.underlyingPrice ?? 0, now: market.now(), timeframe: data.timeframe }
  const results = listed
    .slice(start, start + size)
    .map((contract, i) => contractSnapshot(contract, start + i, options))
  const more = start + size < listed.length
  const next = `${url.origin}${url.pathname}?cursor=${start + size}&limit=${size}`
  return ok({ results, ...(more && { next_url: next }) })
}

/** Snapshots of contracts and indexes by ticker. */
async function snapshots(data: StandInData, url: URL): Promise<Answer> {
  const chains = new Map<string, Promise<Chain | undefined>>()
  const chainOf = (name: string) => {
    let found = chains.get(name)
    if (!found) chains.set(name, (found = data.market.chain(name)))
    return found
  }
  const tickers = (url.searchParams.get('ticker.any_of') ?? '').split(',')
  const results = tickers.map(
    async (ticker) =>
      indexSnapshot(data, ticker) ??
      (await contractByTicker(data, ticker, chainOf)) ?? {
        ticker,
        error: 'NOT_FOUND',
        message: 'Ticker not found.',
      },
  )
  return ok({ results: await Promise.all(results) })
}

function indexSnapshot({ indexes, timeframe }: StandInData, ticker: string) {
  const index = indexes.get(ticker)
  if (!index) return undefined
  const { value, previousClose, timeMs } = index
  const session = { close: value, previous_close: previousClose, change: value - previousClose }
  return { ticker, name: ticker, type: 'indices', value, session, last_updated: timeMs * 1e6, timeframe }
}

async function contractByTicker(
  data: StandInData,
  ticker: string,
  chainOf: (name: string) => Promise<Chain | undefined>,
) {
  const id = ticker.replace('O:', '')
  const root = id.slice(0, -15)
  const name = [...data.names.keys()].find((candidate) => candidate.replace('.', '') === root)
  const listing = name === undefined ? undefined : await chainOf(data.names.get(name)!)
  const contract = listedContract(listing, id)
  if (name === undefined || !listing || !contract) return undefined
  const quote = data.contractQuotes.get(id)
  const now = quote ? new Date(quote.timeMs) : data.market.now()
  const options = { ticker: name, price: listing.underlyingPrice, now, timeframe: data.timeframe }
  const session = { close: contract.last ?? 0 }
  return { ...contractSnapshot({ ...contract, ...quote }, 1, options), session, ticker, type: 'options' }
}
