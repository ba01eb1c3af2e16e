/** Tradier's responses over the simulated market, with the quirks of the real ones. */
import { isEarlyClose, isTradingDay, marketStateAt, newYorkDay } from '#service/markets/calendar.ts'
import type { Chain, Contract, Day, Market } from '#service/markets/market.ts'
import { parseOsi } from '#service/markets/osi.ts'
import { simulatedMarket } from '#service/markets/simulated/simulated.ts'

/** A trade or quote that the stand-in has sent; it is in later responses, too. */
export type SentValues = {
  readonly last?: number
  readonly volume?: number
  readonly tradeMs?: number
  readonly bid?: number
  readonly ask?: number
  readonly bookMs?: number
  readonly previousClose?: number
}

/** State that a test changes. */
export type StandInState = {
  now: Date
  /** Tradier's tickers, such as BRK/B. */
  symbols: Set<string>
  /** Tickers by their new name. */
  renamed: Map<string, string>
  /** All numbers are text. */
  textNumbers: boolean
  /** Options have greeks although they were not requested. */
  greeksAnyway: boolean
  /** Days without data. */
  emptyDays: Set<Day>
  /** Days on which the exchange is closed although the calendar has a session. */
  closedDays: Set<Day>
  sent: Map<string, SentValues>
  /** Fields of rows by ticker or option symbol, instead of the simulated ones. */
  overrides: Map<string, Record<string, unknown>>
}

type Row = Record<string, unknown>

/** None as null, one as an object, several as an array. */
const asRows = <T>(rows: readonly T[]): T | readonly T[] | null =>
  rows.length === 0 ? null : rows.length === 1 ? (rows[0] as T) : rows
const section = (name: string, rows: readonly unknown[]) =>
  rows.length === 0 ? null : { [name]: asRows(rows) }

const cents = (price: number): number => Math.round(price * 100) / 100
const simulatedSymbol = (ticker: string): string => ticker.replaceAll('/', '.')
const wholeSeconds = (ms: number): number => Math.floor(ms / 1000) * 1000

export function createStandInData(state: StandInState) {
  const market: Market = simulatedMarket({ seed: 5, clock: () => state.now })
  /** The simulated symbol behind a ticker; undefined for an unknown one. */
  const known = (ticker: string): string | undefined => {
    const original = state.renamed.get(ticker) ?? ticker
    return state.symbols.has(ticker) ? simulatedSymbol(original) : undefined
  }
  const chains = new Map<string, Promise<Chain | undefined>>()
  const chainOf = (ticker: string): Promise<Chain | undefined> => {
    const symbol = known(ticker)
    if (symbol === undefined) return Promise.resolve(undefined)
    const key = `${symbol} ${state.now.getTime()}`
    let chain = chains.get(key)
    if (!chain) chains.set(key, (chain = market.chain(symbol)))
    return chain
  }
  /** Greeks of the full hour before: older than the quotes beside them. */
  const greeks = () => ({ delta: 0.5, gamma: 0.01, mid_iv: 0.3, updated_at: greeksTime(state.now) })

  const stockRow = async (ticker: string, symbol: string): Promise<Row | undefined> => {
    const [profile, quote] = [await market.profile(symbol), await market.quote(symbol)]
    if (!profile || !quote) return undefined
    const sent = state.sent.get(ticker) ?? {}
    const previousClose = sent.previousClose ?? cents(quote.last - (quote.change ?? 0))
    const last = sent.last ?? quote.last
    const bookMs = wholeSeconds(sent.bookMs ?? Date.parse(quote.time))
    return {
      symbol: ticker,
      description: profile.companyName,
      exch: { NYSE: 'N', NASDAQ: 'Q', 'NYSE Arca': 'P' }[profile.exchange] ?? 'N',
      type: profile.kind === 'stock' ? 'stock' : profile.kind === 'index' ? 'index' : 'etf',
      last,
      change: cents(last - previousClose),
      volume: sent.volume ?? quote.volume,
      open: previousClose,
      high: Math.max(last, previousClose),
      low: Math.min(last, previousClose),
      close: marketStateAt(state.now) === 'open' ? null : last,
      bid: sent.bid ?? cents(last - 0.01),
      ask: sent.ask ?? cents(last + 0.01),
      change_percentage: cents((last / previousClose - 1) * 100),
      average_volume: quote.volume,
      last_volume: 100,
      trade_date: sent.tradeMs ?? Date.parse(quote.time),
      prevclose: previousClose,
      week_52_high: cents(previousClose * 1.3),
      week_52_low: cents(previousClose * 0.7),
      bidsize: 3,
      bidexch: 'N',
      bid_date: bookMs,
      asksize: 2,
      askexch: 'Q',
      ask_date: bookMs,
      root_symbols: ticker.replaceAll('/', ''),
      ...state.overrides.get(ticker),
    }
  }
  const optionRow = (ticker: string, contract: Contract, withGreeks: boolean): Row => {
    const { id, expiry, right, strike, bid, ask, last, volume, openInterest } = contract
    const sent = state.sent.get(id) ?? {}
    const bookMs = wholeSeconds(sent.bookMs ?? state.now.getTime())
    return {
      symbol: id,
      description: `${ticker} ${expiry} $${strike.toFixed(2)} ${right}`,
      exch: 'Z',
      type: 'option',
      last: sent.last ?? last,
      change: null,
      volume: sent.volume ?? volume,
      open: null,
      high: null,
      low: null,
      close: null,
      bid: sent.bid ?? bid,
      ask: sent.ask ?? ask,
      underlying: ticker,
      strike,
      ...(withGreeks && { greeks: greeks() }),
      trade_date: sent.tradeMs ?? (last === null ? 0 : state.now.getTime() - 60_000),
      prevclose: last,
      bidsize: 10,
      bidexch: 'C',
      bid_date: bookMs,
      asksize: 10,
      askexch: 'C',
      ask_date: bookMs,
      open_interest: openInterest,
      contract_size: 100,
      expiration_date: expiry,
      expiration_type: 'standard',
      option_type: right,
      root_symbol: parseOsi(id)?.root,
      ...state.overrides.get(id),
    }
  }
  const contractRow = async (id: string): Promise<Row | undefined> => {
    const root = parseOsi(id)?.root
    const ticker = [...state.symbols].find((symbol) => symbol.replaceAll('/', '') === root)
    const chain = ticker === undefined ? undefined : await chainOf(ticker)
    const contract = chain?.contracts.find((listed) => listed.id === id)
    return contract && optionRow(ticker as string, contract, false)
  }

  return {
    isKnown: async (symbol: string) =>
      known(symbol) !== undefined || (await contractRow(symbol)) !== undefined,
    async quotes(tickers: readonly string[]) {
      const rows: Row[] = []
      const unmatched: string[] = []
      for (const ticker of tickers) {
        const symbol = known(ticker)
        const row = symbol === undefined ? await contractRow(ticker) : await stockRow(ticker, symbol)
        if (row) rows.push(row)
        else unmatched.push(ticker)
      }
      return {
        quotes: {
          ...(rows.length > 0 && { quote: asRows(rows) }),
          ...(unmatched.length > 0 && { unmatched_symbols: { symbol: asRows(unmatched) } }),
        },
      }
    },
    async history(ticker: string, start: Day, end: Day) {
      const symbol = known(ticker)
      const [bars, quote] =
        symbol === undefined ? [] : [await market.bars(symbol), await market.quote(symbol)]
      if (!bars || !quote) return { history: null }
      const rows: Row[] = bars.date.map((date, i) => ({
        date,
        open: bars.open[i],
        high: bars.high[i],
        low: bars.low[i],
        close: bars.close[i],
        volume: bars.volume[i],
      }))
      const today = newYorkDay(state.now)
      const { last } = quote
      // The bar of the running session, so far.
      if (marketStateAt(state.now) === 'open')
        rows.push({ date: today, open: last, high: last, low: last, close: last, volume: 1 })
      const wanted = rows.filter(({ date }) => {
        const day = date as Day
        return day >= start && day <= end && !state.emptyDays.has(day)
      })
      return { history: section('day', wanted) }
    },
    async expirations(ticker: string) {
      const chain = await chainOf(ticker)
      return { expirations: section('date', [...new Set(chain?.contracts.map(({ expiry }) => expiry))]) }
    },
    async chain(ticker: string, expiration: Day, includesGreeks: boolean) {
      const chain = await chainOf(ticker)
      const contracts = chain?.contracts.filter(({ expiry }) => expiry === expiration) ?? []
      const withGreeks = includesGreeks || state.greeksAnyway
      return {
        options: section(
          'option',
          contracts.map((contract) => optionRow(ticker, contract, withGreeks)),
        ),
      }
    },
    clock: () => clockOf(state),
    calendar: () => calendarOf(state),
  }
}

const greeksTime = (now: Date): string =>
  new Date(now.getTime() - 3_600_000).toISOString().slice(0, 19).replace('T', ' ')

const isOpenDay = ({ closedDays }: StandInState, day: Day): boolean =>
  isTradingDay(day) && !closedDays.has(day)

function clockOf(state: StandInState) {
  const day = newYorkDay(state.now)
  const ours = isOpenDay(state, day) ? marketStateAt(state.now) : 'closed'
  const close = isEarlyClose(day) ? '13:00' : '16:00'
  const [name, nextState, nextChange] = {
    pre: ['premarket', 'open', '09:30'],
    open: ['open', 'postmarket', close],
    after: ['postmarket', 'closed', isEarlyClose(day) ? '17:00' : '20:00'],
    closed: ['closed', 'premarket', '07:00'],
  }[ours] as [string, string, string]
  return {
    clock: {
      date: day,
      description: `Market is ${name}`,
      state: name,
      timestamp: Math.floor(state.now.getTime() / 1000),
      next_change: nextChange,
      next_state: nextState,
    },
  }
}

function calendarOf(state: StandInState) {
  const month = newYorkDay(state.now).slice(0, 7)
  const count = new Date(Date.UTC(Number(month.slice(0, 4)), Number(month.slice(5)), 0)).getUTCDate()
  const days = Array.from({ length: count }, (_, i) => `${month}-${String(i + 1).padStart(2, '0')}`)
  return {
    calendar: {
      month: Number(month.slice(5)),
      year: Number(month.slice(0, 4)),
      days: {
        day: days.map((date) =>
          isOpenDay(state, date)
            ? {
                date,
                status: 'open',
                description: 'Market is open',
                premarket: { start: '07:00', end: '09:24' },
                open: { start: '09:30', end: isEarlyClose(date) ? '13:00' : '16:00' },
                postmarket: { start: isEarlyClose(date) ? '13:00' : '16:00', end: '20:00' },
              }
            : { date, status: 'closed', description: 'Market is closed' },
        ),
      },
    },
  }
}
