/** Companies, dividends, news and hours of the stand-in. */
import {
  addDays,
  isEarlyClose,
  isTradingDay,
  latestSession,
  marketStateAt,
  nextTradingDay,
  sessionClose,
  sessionOpen,
} from '#service/markets/calendar.ts'
import type { Day } from '#service/markets/market.ts'
import { notFound, ok, type Answer, type StandInData } from './stand-in-answer.fixture.ts'

/** Facts that the simulated market does not contain. */
const companies: Readonly<
  Record<
    string,
    { readonly sic: string; readonly words: string; readonly type: string; readonly exchange: string }
  >
> = {
  AAPL: { sic: '3571', words: 'ELECTRONIC COMPUTERS', type: 'CS', exchange: 'XNAS' },
  'BRK.B': { sic: '6331', words: 'FIRE, MARINE & CASUALTY INSURANCE', type: 'CS', exchange: 'XNYS' },
  MSFT: { sic: '7372', words: 'SERVICES-PREPACKAGED SOFTWARE', type: 'CS', exchange: 'XNAS' },
  SPY: { sic: '', words: '', type: 'ETF', exchange: 'ARCX' },
  XOM: { sic: '2911', words: 'PETROLEUM REFINING', type: 'CS', exchange: 'XNYS' },
}
export const standInSymbols: readonly string[] = Object.keys(companies)

/** An ISO day of the stand-in's dividends: four a year, the next one declared. */
const dividendDays = (today: Day): readonly Day[] =>
  [-280, -190, -100, -9, 20].map((offset) => nextTradingDay(addDays(today, offset)))

export async function reference({ market, names }: StandInData, ticker: string): Promise<Answer> {
  const name = names.get(ticker)
  const profile = name === undefined ? undefined : await market.profile(name)
  const company = companies[name ?? '']
  if (!profile || !company) return notFound()
  return ok({
    results: {
      ticker,
      name: profile.companyName,
      market: 'stocks',
      locale: 'us',
      primary_exchange: company.exchange,
      type: company.type,
      active: true,
      currency_name: 'usd',
      ...(profile.marketCap !== null && { market_cap: profile.marketCap }),
      ...(company.sic && { sic_code: company.sic, sic_description: company.words }),
    },
  })
}

/** The list of tickers: without capitalisation and industry. */
export async function references(data: StandInData): Promise<Answer> {
  const results = await Promise.all(
    [...data.names.keys()].map(async (ticker) => {
      const { body } = await reference(data, ticker)
      const {
        market_cap: _cap,
        sic_code: _code,
        sic_description: _text,
        ...listed
      } = (body as { results: Record<string, unknown> }).results
      return listed
    }),
  )
  return ok({ results, count: results.length })
}

export async function dividends({ market, names }: StandInData, url: URL): Promise<Answer> {
  const ticker = url.searchParams.get('ticker') ?? ''
  const from = url.searchParams.get('ex_dividend_date.gte') ?? ''
  const profile = names.has(ticker) ? await market.profile(names.get(ticker)!) : undefined
  const price = (await market.quote(names.get(ticker) ?? ''))?.last ?? 0
  const amount = Math.round(((profile?.dividendYield ?? 0) * price * 100) / 4) / 100
  const days = amount > 0 ? dividendDays(market.today()) : []
  const results = days
    .filter((day) => day >= from)
    .map((day) => ({
      id: `${ticker}${day}`,
      ticker,
      cash_amount: amount,
      currency: 'USD',
      dividend_type: 'CD',
      ex_dividend_date: day,
      frequency: 4,
    }))
  return ok({ results })
}

export async function news({ market, names }: StandInData, url: URL): Promise<Answer> {
  const ticker = url.searchParams.get('ticker') ?? ''
  const items = names.has(ticker) ? await market.news(names.get(ticker)!) : []
  const results = items.map(({ id, headline, source, time }) => ({
    id,
    title: headline,
    author: 'A. Writer',
    article_url: `https://news.example.com/${id}`,
    published_utc: time.toISOString(),
    publisher: {
      name: source,
      homepage_url: 'https://news.example.com',
      logo_url: 'https://news.example.com/logo.svg',
    },
    tickers: [ticker],
  }))
  return ok({ count: results.length, results })
}

export function marketStatus(now: Date): Answer {
  const state = marketStateAt(now)
  const name = state === 'open' || state === 'closed' ? state : 'extended-hours'
  return {
    status: 200,
    body: {
      market: name,
      earlyHours: state === 'pre',
      afterHours: state === 'after',
      serverTime: now.toISOString(),
      exchanges: { nyse: name, nasdaq: name, otc: name },
      currencies: { fx: 'open', crypto: 'open' },
    },
  }
}

/** Holidays and half days of the next year. */
export function upcoming(now: Date): Answer {
  const today = latestSession(now)
  const body: unknown[] = []
  for (let offset = 1; offset <= 365; offset++) {
    const date = addDays(today, offset)
    const isWeekend = [0, 6].includes(new Date(`${date}T12:00Z`).getUTCDay())
    if (isWeekend || (isTradingDay(date) && !isEarlyClose(date))) continue
    const half = isTradingDay(date)
    for (const exchange of ['NYSE', 'NASDAQ'])
      body.push({
        exchange,
        name: 'Holiday',
        date,
        status: half ? 'early-close' : 'closed',
        ...(half && { open: sessionOpen(date).toISOString(), close: sessionClose(date).toISOString() }),
      })
  }
  return { status: 200, body }
}
