/** Addresses and clients of the vendor. */
import type * as v from 'valibot'
import { createRateBudget } from '#service/markets/kit/rate-budget.ts'
import { createVendorClient, type Query, type VendorClient } from '#service/markets/kit/vendor-client.ts'
import { VendorError } from '#service/markets/kit/vendor-error.ts'
import type { Log } from '#service/shared/log.ts'

export const vendorName = 'massive'
const officialAddress = 'https://api.massive.com'
/** Addresses that the vendor writes into `next_url`; Polygon.io is its former name. */
const vendorOrigins: ReadonlySet<string> = new Set([officialAddress, 'https://api.polygon.io'])
const socketAddresses = {
  'real-time': 'wss://socket.massive.com',
  delayed: 'wss://delayed.massive.com',
} as const

export type MassiveConnection = {
  readonly key: string
  readonly host: 'delayed' | 'real-time'
  readonly url: string | undefined
  readonly log: Log
  readonly fetch?: typeof globalThis.fetch
}

/** Parts of the plan by kind of data, for the operator's log. */
const plans = {
  quotes: 'stocks snapshots',
  options: 'options snapshots',
  bars: 'stocks aggregates',
  reference: 'reference data',
  news: 'news',
} as const

export type MassiveClients = {
  /**
   * One client for each kind of data: a plan without news, or a failure of one endpoint, leaves the others working, and
   * the state of each is known.
   */
  readonly [Kind in keyof typeof plans]: VendorClient
} & {
  readonly baseUrl: string
  /** Whether the key was refused, so that no data can be read, until a call succeeds. */
  isKeyRefused(): boolean
}

/** The clients share one rate budget: paid plans have no limit, but a 429 pauses all. */
export function createClients({ key, url = officialAddress, log, fetch }: MassiveConnection): MassiveClients {
  const budget = createRateBudget({ perMinute: null })
  /** A wrong key is refused by every endpoint: one line for all clients, until it is accepted. */
  let isKeyRefused = false
  const client = (data: keyof typeof plans) =>
    createVendorClient({
      vendor: vendorName,
      baseUrl: url,
      headers: { Authorization: `Bearer ${key}` },
      budget,
      log(level, event, fields) {
        const isKeyError = event === 'market-access-denied' && fields?.['status'] === 401
        if (isKeyError && isKeyRefused) return
        isKeyRefused ||= isKeyError
        log(level, event, { ...fields, data })
      },
      accessAdvice: `check MASSIVE_API_KEY, and that its plan includes ${plans[data]}`,
      readLimits: limitsIn,
      fetch: async (input, init) => {
        const response = await (fetch ?? globalThis.fetch)(input, init)
        if (response.ok) isKeyRefused = false
        return response
      },
    })
  return {
    quotes: client('quotes'),
    options: client('options'),
    bars: client('bars'),
    reference: client('reference'),
    news: client('news'),
    baseUrl: url,
    isKeyRefused: () => isKeyRefused,
  }
}

export type SocketChannel = 'stocks' | 'options' | 'indices'

/** Address of the socket of a channel. */
export const socketAddress = ({ host, url }: MassiveConnection, channel: SocketChannel): string =>
  `${(url ?? socketAddresses[host]).replace(/^http/, 'ws').replace(/\/$/, '')}/${channel}`

/** The rate-limit headers of the free plan and of proxies. */
function limitsIn(headers: Headers) {
  const remaining = headers.get('x-ratelimit-remaining')
  const reset = headers.get('x-ratelimit-reset')
  if (remaining === null || reset === null) return undefined
  const [calls, seconds] = [Number(remaining), Number(reset)]
  // Some send the seconds that are left, others the Unix time.
  const resetMs = seconds > 1e9 ? seconds * 1000 - Date.now() : seconds * 1000
  return Number.isFinite(calls) && resetMs >= 0 ? { remaining: calls, resetMs } : undefined
}

type ListPage<Item> = {
  readonly results?: readonly Item[] | null | undefined
  readonly next_url?: string | null | undefined
}

/** More pages than the longest list has: a vendor that repeats itself must not be read forever. */
const maxPages = 200

/**
 * Every item of a list, page by page. A page that was read before ends the list: vendors have repeated them.
 *
 * @throws VendorError `malformed`, without a call, if the next page is on a foreign host
 */
export async function allPages<Item>(
  client: VendorClient,
  baseUrl: string,
  request: {
    readonly path: string
    readonly query: Query
    readonly schema: v.GenericSchema<unknown, ListPage<Item>>
  },
): Promise<Item[]> {
  const items: Item[] = []
  const seen = new Set<string>()
  let page = await client.get(request.path, request.query, request.schema)
  for (;;) {
    items.push(...(page.results ?? []))
    const next = page.next_url ? onBase(page.next_url, baseUrl) : undefined
    if (next === undefined || seen.has(next)) return items
    if (seen.size >= maxPages)
      throw new VendorError('malformed', `${vendorName} ${request.path}: expected at most ${maxPages} pages`)
    seen.add(next)
    page = await client.getPage(next, request.schema)
  }
}

/** Behind a proxy the vendor still names its own host: the next page is requested from the proxy as well. */
function onBase(address: string, baseUrl: string): string {
  const url = URL.parse(address)
  if (!url || !vendorOrigins.has(url.origin)) return address
  const base = new URL(baseUrl)
  return base.origin + base.pathname.replace(/\/$/, '') + url.pathname + url.search
}

/** Milliseconds of the vendor's nanoseconds. Rounded: as a number they are exact to a quarter of a microsecond only. */
export const fromNanoseconds = (nanoseconds: number): number => Math.round(nanoseconds / 1e6)
