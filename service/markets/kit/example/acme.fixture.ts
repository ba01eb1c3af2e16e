/**
 * A stand-in for Acme's servers: responses of the simulated market in Acme's format, and errors on
 * demand.
 */
import type { Market } from '#service/markets/market.ts'

export const acmeKey = 'acme-key-51c2d7'
export const acmeUrl = 'https://api.acme.test'

export type AcmeServer = {
  readonly fetch: typeof globalThis.fetch
  /** Paths and queries of the requests so far. */
  readonly requests: readonly string[]
  /** Status of all responses; null for those that a working server gives. */
  status: number | null
}

/** A server that lists a few symbols of `market`. `KO` has no options and `F` no bars. */
export function createAcmeServer(market: Market): AcmeServer {
  const symbols = ['AAPL', 'BRK.B', 'F', 'KO', 'SPY']
  const requests: string[] = []
  const json = (value: unknown, status = 200) => new Response(JSON.stringify(value), { status })
  const notFound = () => json({ error: 'no such resource' }, 404)

  const quotes = async (wanted: readonly string[]) => {
    const listed = wanted.filter((symbol) => symbols.includes(symbol))
    return Promise.all(
      listed.map(async (symbol) => {
        const { last, change, volume, time } = (await market.quote(symbol))!
        return { symbol, last, previousClose: last - (change ?? 0), volume, timeMs: Date.parse(time) }
      }),
    )
  }
  const bars = async (symbol: string) => {
    const { date, open, high, low, close, volume } = (await market.bars(symbol))!
    return date.map((day, i) => ({
      day,
      open: open[i],
      high: high[i],
      low: low[i],
      close: close[i],
      volume: volume[i],
    }))
  }
  const respond = async ({ pathname, searchParams }: URL): Promise<Response> => {
    const [, , resource, symbol = ''] = pathname.split('/')
    if (resource === 'symbols')
      return json({ symbols: symbols.map((each) => ({ symbol: each, name: `${each} Inc.` })) })
    if (resource === 'quotes') return json({ quotes: await quotes(searchParams.get('symbols')!.split(',')) })
    if (!symbols.includes(symbol)) return notFound()
    if (resource === 'bars') return symbol === 'F' ? notFound() : json({ bars: await bars(symbol) })
    if (resource !== 'options' || symbol === 'KO') return notFound()
    const { asOf, underlyingPrice, contracts } = (await market.chain(symbol))!
    return json({ timeMs: asOf.getTime(), price: underlyingPrice, contracts: contracts.toReversed() })
  }

  const server: AcmeServer = {
    requests,
    status: null,
    fetch: async (input, init) => {
      const url = input instanceof URL ? input : new URL(input)
      requests.push(url.pathname + url.search)
      const headers = init?.headers as Record<string, string>
      if (headers['Authorization'] !== `Bearer ${acmeKey}`)
        return json({ error: `unknown key ${headers['Authorization']}` }, 401)
      return server.status === null ? respond(url) : json({ error: 'out of order' }, server.status)
    },
  }
  return server
}
