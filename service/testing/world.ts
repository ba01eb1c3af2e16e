/** A small world for tests: the real service over a memory store, a clock that is moved by hand, and a market of three symbols. */
import type { MarketFrame, Quote } from '#contract/feed.ts'
import { ensureDemo } from '#service/access/demo.ts'
import type { DemoCredentials } from '#service/access/demo.ts'
import { createApp } from '#service/http/app.ts'
import type { App } from '#service/http/app.ts'
import type { SocketContext } from '#service/http/route.ts'
import { defaultConfig } from '#service/settings/config.ts'
import type { Config } from '#service/settings/config.ts'
import type { Log } from '#service/settings/log.ts'
import type { Bars, Market, Profile } from '#service/market/market.ts'
import { createService } from '#service/service.ts'
import type { Service } from '#service/service.ts'
import { memoryStore } from '#service/store/memory/memory.ts'
import type { Store } from '#service/store/store.ts'

export const widgetOrigin = 'http://widget.test'
export const partnerOrigin = 'http://localhost:8081'
export const begin = Date.UTC(2026, 10, 20, 15)

/** A market without a life of its own: `trade` makes a quote and tells the watchers. */
export type TestMarket = Market & {
  trade(symbol: string, last: number): void
  watchers(): number
  frame: Omit<MarketFrame, 'type'>
  /** Makes every look-up fail from now on. */
  fail: boolean
}

const companies: Record<string, string> = {
  AAPL: 'Apple Inc.',
  MSFT: 'Microsoft Corporation',
  SPY: 'SPDR S&P 500 ETF Trust',
}

export function testMarket(clock: () => number): TestMarket {
  const listeners = new Set<{ symbols: readonly string[]; onQuote: (quote: Quote) => void }>()
  const quotes = new Map<string, Quote>()
  const quoteOf = (symbol: string, last: number): Quote => ({
    symbol,
    last,
    change: last - 100,
    percentageChange: last - 100,
    volume: 1000,
    time: new Date(clock()).toISOString(),
  })
  const bars: Bars = (() => {
    const count = 260
    const close = Float64Array.from({ length: count }, (_, at) => 100 + 10 * Math.sin(at / 20) + at / 50)
    return {
      date: Array.from({ length: count }, (_, at) =>
        new Date(Date.UTC(2026, 10, 19) - (count - 1 - at) * 86_400_000).toISOString().slice(0, 10),
      ),
      open: close,
      high: close.map((value) => value + 1),
      low: close.map((value) => value - 1),
      close,
      volume: close.map(() => 1e6),
    }
  })()
  const known = (symbol: string) => {
    if (market.fail) throw new Error('the source is down')
    return Object.hasOwn(companies, symbol)
  }
  const profileOf = (symbol: string): Profile => ({
    symbol,
    companyName: companies[symbol]!,
    sector: 'Technology',
    exchange: 'NASDAQ',
    region: 'US',
    marketCap: 1e12,
    eps: 5,
    dividendYield: 0,
    dividend: null,
    kind: symbol === 'SPY' ? 'etf' : 'stock',
  })
  const market: TestMarket = {
    fail: false,
    frame: { state: 'open', delayedSeconds: 0, simulated: true, asOf: null },
    now: () => new Date(clock()),
    today: () => '2026-11-20',
    status: () => market.frame,
    source: () => 'simulated',
    riskFreeRate: () => 0.04,
    benchmark: () => 'SPY',
    universe: async () => Object.keys(companies),
    profile: async (symbol) => (known(symbol) ? profileOf(symbol) : undefined),
    bars: async (symbol) => (known(symbol) ? bars : undefined),
    chain: async (symbol) =>
      known(symbol)
        ? { symbol, asOf: new Date(clock()), underlyingPrice: 100, style: 'american', contracts: [] }
        : undefined,
    quote: async (symbol) => (known(symbol) ? (quotes.get(symbol) ?? quoteOf(symbol, 100)) : undefined),
    watch: (symbols, onQuote) => {
      const listener = { symbols, onQuote }
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    earnings: async () => null,
    news: async (symbol) => [
      { id: 'n1', headline: `${symbol} rises`, source: 'Wire', time: new Date(clock()), url: null },
    ],
    volatilityHistory: async () => [],
    close: async () => {},
    trade: (symbol, last) => {
      const quote = quoteOf(symbol, last)
      quotes.set(symbol, quote)
      for (const listener of listeners) if (listener.symbols.includes(symbol)) listener.onQuote(quote)
    },
    watchers: () => listeners.size,
  }
  return market
}

export type World = {
  readonly service: Service
  readonly store: Store
  readonly market: TestMarket
  readonly app: App
  readonly demo: DemoCredentials
  readonly logged: { level: string; event: string; fields: unknown }[]
  /** Moves the clock. */
  pass(ms: number): void
  get(path: string, headers?: Record<string, string>, context?: SocketContext): Promise<Response>
  /** As the widget's own page does it. */
  post(path: string, body: unknown, headers?: Record<string, string>): Promise<Response>
  form(
    path: string,
    fields: Record<string, string> | URLSearchParams,
    headers?: Record<string, string>,
  ): Promise<Response>
  /** POST /Token with the demo's apiKey. */
  token(): Promise<string>
  /** An established session. */
  session(instance?: string): Promise<{ token: string; cookie: string }>
}

/** `clock` is given where timers are faked as well. */
export async function makeWorld(
  config: Partial<Config> = {},
  store: Store = memoryStore(),
  clock?: () => number,
): Promise<World> {
  let now = begin
  const time = clock ?? (() => now)
  const logged: World['logged'] = []
  const log: Log = (level, event, fields) => void logged.push({ level, event, fields })
  const market = testMarket(time)
  const service = await createService({
    market,
    store,
    pepper: new Uint8Array(32).fill(7),
    clock: time,
    config: { ...defaultConfig, ...config },
    log,
  })
  const demo = await ensureDemo({ store, operator: service.access.operator, hash: service.hash }, [
    partnerOrigin,
  ])
  const app = createApp(service)
  const own = { Origin: widgetOrigin }
  const send = (
    method: string,
    path: string,
    headers: Record<string, string>,
    body: string | null,
    context?: SocketContext,
  ) => app.fetch(new Request(new URL(path, widgetOrigin), { method, headers, body }), context)

  const world: World = {
    service,
    store,
    market,
    app,
    demo,
    logged,
    pass: (ms) => void (now += ms),
    get: (path, headers = {}, context) => send('GET', path, headers, null, context),
    post: (path, body, headers = {}) =>
      send('POST', path, { ...own, 'Content-Type': 'application/json', ...headers }, JSON.stringify(body)),
    form: (path, fields, headers = {}) =>
      send(
        'POST',
        path,
        { 'Content-Type': 'application/x-www-form-urlencoded', ...headers },
        new URLSearchParams(fields).toString(),
      ),
    token: async () => {
      const response = await world.post('/Token', { apiKey: demo.apiKey, userId: 'user-1' })
      return ((await response.json()) as { access_token: string }).access_token
    },
    session: async (instance = 'instance-1') => {
      const token = await world.token()
      const response = await world.post(
        '/setCookie',
        { origin: partnerOrigin, instance },
        { Authorization: `Bearer ${token}` },
      )
      return { token, cookie: response.headers.get('set-cookie')!.split(';')[0]! }
    },
  }
  return world
}

export const dataPath = '/api/v1/platform'

/** Code and status of a problem answer, having checked its form. */
export async function problemOf(response: Response): Promise<Record<string, unknown>> {
  const body = (await response.json()) as Record<string, unknown>
  if (response.headers.get('content-type') !== 'application/problem+json')
    throw new Error(`not a problem: ${response.status}`)
  if (body['status'] !== response.status || body['type'] !== `/problems/${String(body['code'])}`)
    throw new Error('status and type must agree')
  return body
}
