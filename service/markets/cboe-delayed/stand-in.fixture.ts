/**
 * A stand-in for Cboe's delayed quotes, made from the simulated market: the same paths, field names and
 * peculiarities, with switches for faults. Tests call it through `fetch`; `listen` serves it over HTTP.
 */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Market } from '#service/markets/market.ts'
import { simulatedMarket } from '#service/markets/simulated/simulated.ts'

export const standInSymbols = ['AAPL', 'BRK.B', 'JPM', 'KO', 'MSFT', 'SPY', 'XOM'] as const

export type StandInFault =
  | 'none'
  /** 403 to every name, as to a blocked caller. */
  | 'blocked'
  | 'unavailable'
  /** The connection stays open without a response. */
  | 'silent'
  | 'truncated'
  | 'wrong-types'
  /** Optional fields are missing or null. */
  | 'sparse'
  | 'no-price'

export type CboeStandIn = {
  fault: StandInFault
  /** Status for names that Cboe does not have: 403, as its file server answers, or 404. */
  unknownStatus: 403 | 404
  /** The wall clock. Quotes are 15 minutes older. */
  now: Date
  /** Paths of the requests so far. */
  readonly paths: string[]
  readonly fetch: typeof globalThis.fetch
  /** Serves over HTTP on a free port of the loopback address; the result stops it. */
  listen(): Promise<{ readonly url: string; readonly stop: () => Promise<void> }>
}

const prefix = '/api/global/delayed_quotes/options/'

export function createCboeStandIn(now: Date): CboeStandIn {
  const paths: string[] = []
  const standIn: CboeStandIn = {
    fault: 'none',
    unknownStatus: 403,
    now,
    paths,
    async fetch(input, init) {
      const { pathname } = new URL(input instanceof Request ? input.url : input)
      paths.push(pathname)
      if (standIn.fault === 'silent')
        return new Promise((_, reject) => {
          init?.signal?.addEventListener('abort', () => reject(init.signal!.reason as Error))
        })
      const { status, body } = await respond(standIn, pathname)
      return new Response(body, { status })
    },
    async listen() {
      const server = createServer((request, response) => {
        paths.push(request.url ?? '')
        void respond(standIn, request.url ?? '').then(({ status, body }) => {
          response.writeHead(status, { 'Content-Type': 'application/json' }).end(body)
        })
      })
      await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
      const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
      return { url, stop: () => new Promise((resolve) => void server.close(() => resolve())) }
    },
  }
  return standIn
}

const accessDenied = '<?xml version="1.0" encoding="UTF-8"?>\n<Error><Code>AccessDenied</Code></Error>'

async function respond(
  { fault, unknownStatus, now }: CboeStandIn,
  path: string,
): Promise<{ status: number; body: string }> {
  if (fault === 'blocked') return { status: 403, body: accessDenied }
  if (fault === 'unavailable') return { status: 503, body: 'Service Unavailable' }
  const name = decodeURIComponent(path.slice(prefix.length).replace(/\.json$/, ''))
  const response = path.startsWith(prefix) ? await responseOf(name, now) : undefined
  if (!response) return { status: unknownStatus, body: accessDenied }
  const { data } = response
  if (fault === 'no-price') Object.assign(data, { current_price: 0, close: 0 })
  if (fault === 'wrong-types') Object.assign(data.options[3] as object, { bid: 'n/a' })
  if (fault === 'sparse') {
    const { current_price, close, options } = data
    const sparseOptions = options.map(({ option }, index) =>
      index % 2 ? { option } : { option, bid: null, ask: 1 },
    )
    return {
      status: 200,
      body: JSON.stringify({ ...response, data: { current_price, close, options: sparseOptions } }),
    }
  }
  const body = JSON.stringify(response)
  return { status: 200, body: fault === 'truncated' ? body.slice(0, body.length / 2) : body }
}

/** The response for a name; undefined if Cboe does not have it. `_RUT` is made from the options of a fund. */
async function responseOf(name: string, now: Date) {
  const isIndex = name === '_RUT'
  const symbol = isIndex ? 'IWM' : name
  if (!isIndex && !standInSymbols.some((listed) => listed === symbol)) return undefined
  const market = simulatedMarket({ seed: 3, clock: () => new Date(now.getTime() - 900_000) })
  const [chain, quote] = [await market.chain(symbol), await market.quote(symbol)]
  if (!chain || !quote) return undefined
  return {
    timestamp: now.toISOString().slice(0, 19).replace('T', ' '),
    data: {
      options: chain.contracts.map((contract, index) => optionOf(contract, isIndex ? index : null)),
      symbol: name.replace('_', '^'),
      security_type: isIndex ? 'index' : 'stock',
      current_price: quote.last,
      price_change: quote.change ?? 0,
      prev_day_close: quote.change === null ? 0 : Math.round((quote.last - quote.change) * 100) / 100,
      close: quote.last,
      volume: isIndex ? 0 : quote.volume,
      iv30: 17.031,
      last_trade_time: newYorkText(new Date(quote.time)),
    },
    symbol: name,
  }
}

type Contracts = NonNullable<Awaited<ReturnType<Market['chain']>>>['contracts']

/** Options of the index have the roots RUT and RUTW in turn. Cboe reports 0 for every unknown number. */
const optionOf = (contract: Contracts[number], indexPosition: number | null) => ({
  option:
    indexPosition === null ? contract.id : (indexPosition % 2 ? 'RUTW' : 'RUT') + contract.id.slice(-15),
  bid: contract.bid,
  bid_size: 7,
  ask: contract.ask,
  ask_size: 7,
  iv: 0,
  open_interest: contract.openInterest ?? 0,
  volume: contract.volume ?? 0,
  delta: 0,
  gamma: 0,
  theta: 0,
  rho: 0,
  vega: 0,
  theo: 0,
  last_trade_price: contract.last ?? 0,
  last_trade_time: null,
  prev_day_close: 0,
})

/** The wall clock of New York without a zone: `2026-11-20T13:00:00`. */
const newYorkText = (instant: Date): string =>
  instant.toLocaleString('sv-SE', { timeZone: 'America/New_York' }).replace(' ', 'T')
