/** Stand-in server for Tradier: REST and stream over the simulated market, with faults that a test enables. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createStandInData, type StandInState } from './stand-in-data.fixture.ts'
import { createStandInSocket } from './stand-in-socket.fixture.ts'

/**
 * - `status`: an error response; by default with Tradier's body for it
 * - `slow`: no response
 * - `held`: the usual response, once `until` is resolved
 * - `truncated`: half of the JSON
 * - `text`: another body with status 200
 */
export type Fault =
  | { readonly kind: 'status'; readonly status: number; readonly headers?: Readonly<Record<string, string>> }
  | { readonly kind: 'slow' }
  | { readonly kind: 'held'; readonly until: Promise<void> }
  | { readonly kind: 'truncated' }
  | { readonly kind: 'text'; readonly text: string }

type Request = { readonly method: string; readonly path: string; readonly query: URLSearchParams }

export const standInToken = 'stand-in-token-9QxR4'

const errorBodies: Readonly<Record<number, string>> = {
  401: '{"fault":{"faultstring":"Invalid Access Token","detail":{"errorcode":"keymanagement.service.invalid_access_token"}}}',
  403: `{"fault":{"faultstring":"Access denied for ${standInToken}","detail":{"errorcode":"oauth.v2.InvalidApiKey"}}}`,
  429: '{"fault":{"faultstring":"Rate limit quota violation","detail":{"errorcode":"policies.ratelimit.QuotaViolation"}}}',
  500: '<html>Internal Server Error</html>',
}

/** Calls a minute, enough for tests. */
const allowed = 1_000_000

const textNumbersIn = (json: string): string => json.replaceAll(/(":)(-?\d+(?:\.\d+)?)(?=[,}])/g, '$1"$2"')

export async function startStandIn({
  now = new Date('2026-11-20T15:30:00Z'),
  symbols = ['AAPL', 'BRK/B', 'KO', 'SPY'],
  closedDays = [],
}: { now?: Date; symbols?: readonly string[]; closedDays?: readonly string[] } = {}) {
  const state: StandInState = {
    now,
    symbols: new Set(symbols),
    renamed: new Map(),
    textNumbers: false,
    greeksAnyway: false,
    emptyDays: new Set(),
    closedDays: new Set(closedDays),
    sent: new Map(),
    overrides: new Map(),
  }
  const data = createStandInData(state)
  const requests: Request[] = []
  const faults: { path: string; fault: Fault; times: number }[] = []
  const settings = { sessionMs: 300_000 }
  let used = 0
  let extraHeaders: Readonly<Record<string, string>> = {}

  const bodyOf = async ({ path, query, method }: Request): Promise<unknown> => {
    const text = (name: string) => query.get(name) ?? ''
    if (method === 'POST') return path === '/v1/markets/events/session' ? stream.createSession() : undefined
    if (path === '/v1/markets/quotes') return data.quotes(text('symbols').split(','))
    if (path === '/v1/markets/history') return data.history(text('symbol'), text('start'), text('end'))
    if (path === '/v1/markets/options/expirations') return data.expirations(text('symbol'))
    if (path === '/v1/markets/options/chains')
      return data.chain(text('symbol'), text('expiration'), text('greeks') === 'true')
    if (path === '/v1/markets/clock') return data.clock()
    return path === '/v1/markets/calendar' ? data.calendar() : undefined
  }
  const takeFault = (path: string): Fault | undefined => {
    const entry = faults.find((candidate) => path.includes(candidate.path) && candidate.times > 0)
    if (entry) entry.times--
    return entry?.fault
  }
  const respond = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const url = new URL(request.url ?? '/', 'http://stand-in')
    const received = { method: request.method ?? 'GET', path: url.pathname, query: url.searchParams }
    requests.push(received)
    used++
    response.setHeader('X-Ratelimit-Allowed', allowed)
    response.setHeader('X-Ratelimit-Used', used)
    response.setHeader('X-Ratelimit-Available', Math.max(0, allowed - used))
    response.setHeader('X-Ratelimit-Expiry', Date.now() + 60_000)
    for (const [name, value] of Object.entries(extraHeaders)) response.setHeader(name, value)
    extraHeaders = {}
    const isAuthorized = request.headers.authorization === `Bearer ${standInToken}`
    const fault = isAuthorized ? takeFault(received.path) : ({ kind: 'status', status: 401 } as const)
    if (fault?.kind === 'slow') return
    if (fault?.kind === 'held') await fault.until
    if (fault?.kind === 'status') {
      for (const [name, value] of Object.entries(fault.headers ?? {})) response.setHeader(name, value)
      return void response.writeHead(fault.status).end(errorBodies[fault.status] ?? '')
    }
    if (fault?.kind === 'text') return void response.end(fault.text)
    const body = await bodyOf(received)
    if (body === undefined) return void response.writeHead(404).end()
    const json = state.textNumbers ? textNumbersIn(JSON.stringify(body)) : JSON.stringify(body)
    response.setHeader('Content-Type', 'application/json')
    response.end(fault?.kind === 'truncated' ? json.slice(0, json.length / 2) : json)
  }
  const server = createServer((request, response) => void respond(request, response))
  const stream = createStandInSocket({ server, isKnown: data.isKnown, sessionMs: () => settings.sessionMs })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))

  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    state,
    settings,
    requests,
    stream,
    /** The requests of a path, from the first that is in `requests`. */
    calls: (path: string) => requests.filter((request) => request.path === path),
    /** Answers the next requests of paths that contain `path` with a fault. */
    fail(path: string, fault: Fault, times = Infinity) {
      faults.push({ path, fault, times })
    },
    recover: () => faults.splice(0),
    /** Headers of the next response. */
    nextHeaders: (headers: Readonly<Record<string, string>>) => void (extraHeaders = headers),
    /** A symbol has a new name from now on. */
    rename(from: string, to: string) {
      state.symbols.delete(from)
      state.symbols.add(to)
      state.renamed.set(to, from)
    },
    /** A trade: on the stream as text numbers, and in later quotes. */
    trade(
      symbol: string,
      last: number,
      { volume = 1000, timeMs = state.now.getTime(), type = 'trade' } = {},
    ) {
      state.sent.set(symbol, { ...state.sent.get(symbol), last, volume, tradeMs: timeMs })
      stream.send(tradeFrame(symbol, last, { volume, timeMs, type }))
    },
    /** A frame of a trade alone, for example a late one. */
    tradeFrame(
      symbol: string,
      last: number,
      { volume = 1000, timeMs = state.now.getTime(), type = 'trade' } = {},
    ) {
      stream.send(tradeFrame(symbol, last, { volume, timeMs, type }))
    },
    quote(symbol: string, bid: number, ask: number, timeMs = state.now.getTime()) {
      const seconds = Math.floor(timeMs / 1000) * 1000
      state.sent.set(symbol, { ...state.sent.get(symbol), bid, ask, bookMs: seconds })
      const exchange = { bidsz: 60, bidexch: 'M', asksz: 6, askexch: 'Z' }
      stream.send(
        Object.assign(
          { type: 'quote', symbol, ...exchange },
          { bid, biddate: `${seconds}`, ask, askdate: `${seconds}` },
        ),
      )
    },
    summary(symbol: string, previousClose: number) {
      state.sent.set(symbol, { ...state.sent.get(symbol), previousClose })
      const prevClose = String(previousClose)
      stream.send(Object.assign({ type: 'summary', symbol }, { open: '1', high: '2', low: '1', prevClose }))
    },
    close() {
      stream.close()
      server.closeAllConnections()
      server.close()
    },
  }
}

const tradeFrame = (
  symbol: string,
  last: number,
  { volume, timeMs, type }: { volume: number; timeMs: number; type: string },
) => ({
  type,
  symbol,
  exch: 'Q',
  price: String(last),
  size: '100',
  cvol: String(volume),
  date: String(timeMs),
  last: String(last),
})
