/**
 * The HTTP surface as one function, `Request → Response`. Web-standard APIs only: `main.ts` puts it behind a socket,
 * the mock behind the page's own `fetch`.
 */
import { Hono } from 'hono'
import type { Context as HonoContext } from 'hono'
import * as v from 'valibot'
import { problemDetails } from '#contract/problem-details.ts'
import type { ProblemExtras } from '#contract/problem.ts'
import { dataRoutes, SymbolParameter } from '#contract/routes.ts'
import type { DataRoute } from '#contract/routes.ts'
import type { Caller } from '#service/access/access.ts'
import type { RequestContext } from '#service/access/widget-access.ts'
import { scopeOf } from '#service/access/scopes.ts'
import { mountAccess } from './widget.ts'
import { acceptedEncodings, gzipped } from './encodings.ts'
import { docsPage } from './docs-page.ts'
import { openApi } from './openapi.ts'
import { Problem } from '#contract/problem.ts'
import { readQuery } from './requests.ts'
import type { Service } from '#service/service.ts'

/** What the socket knows and a Request does not. */
export type Context = {
  /** The caller's IP address. */
  readonly address?: string
  /** Bytes of memory the process holds, for `/metrics`. */
  readonly memory?: number
}

export type App = { fetch(request: Request, context?: Context): Promise<Response> }

type Env = { Bindings: Context; Variables: { requestId: string; route: string } }

/** On every answer. HSTS counts only where the address is https; browsers ignore it elsewhere. */
const everywhere = {
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'no-referrer',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
  'Strict-Transport-Security': 'max-age=31536000; includeSubDomains',
} as const
const noStore = { 'Cache-Control': 'private, no-store' }
/** Shorter answers fit a packet as they are. Characters. */
const compressFrom = 1400

/** Builds the routes once; the credential presented picks the door (`access.admit`). */
export function createApp(service: Service): App {
  const { access, clock, config, log, lookups, market, metrics, store } = service
  const app = new Hono<Env>()

  const asking = (c: HonoContext<Env>): RequestContext => ({
    headers: c.req.raw.headers,
    url: new URL(c.req.url),
    address: c.env.address,
  })
  const answered = (error: unknown, requestId: string): Response => {
    const problem = error instanceof Problem ? error : new Problem('internal')
    if (problem !== error)
      log('error', 'request-failed', {
        requestId,
        reason: error instanceof Error ? (error.stack ?? error.message) : String(error),
      })
    const body: Record<string, unknown> = problemDetails(problem.code, {
      ...problem.extras,
      requestId,
    } satisfies ProblemExtras)
    if (problem.code === 'rate-limited') body['violated-policies'] = ['per-minute']
    return new Response(JSON.stringify(body), {
      status: problemDetails(problem.code).status,
      headers: {
        'Cache-Control': 'no-store',
        ...problem.headers,
        'Content-Type': 'application/problem+json',
      },
    })
  }

  app.use('*', async (c, next) => {
    const requestId = crypto.randomUUID()
    c.set('requestId', requestId)
    c.set('route', 'none')
    const began = clock()
    const url = new URL(c.req.url)
    if (access.doorsAt(url).size === 0 && !probes.has(url.pathname))
      c.res = answered(new Problem('host-unknown'), requestId)
    else await next()
    for (const [name, value] of Object.entries(everywhere))
      if (!c.res.headers.has(name)) c.res.headers.set(name, value)
    c.res.headers.set('X-Request-Id', requestId)
    metrics.request(c.get('route'), c.res.status, Math.max(0, clock() - began) / 1000)
  })
  app.onError((error, c) => answered(error, c.get('requestId')))
  app.notFound((c) => answered(new Problem('route-unknown'), c.get('requestId')))

  /** One route and the 405 of every other method at its path. */
  const mount = (
    name: string,
    method: string,
    path: string,
    handle: (request: Request, asking: RequestContext, c: HonoContext<Env>) => Promise<Response>,
  ) => {
    const pattern = path.replaceAll(/\{(\w+)\}/g, ':$1')
    app.on(method, pattern, async (c) => {
      c.set('route', name)
      return handle(c.req.raw, asking(c), c)
    })
    app.all(pattern, (c) => {
      c.set('route', name)
      throw new Problem(
        'method-refused',
        { detail: `Use ${method}.` },
        { Allow: method === 'GET' ? 'GET, HEAD' : method },
      )
    })
  }

  // The data API: read-only, the same at all three doors.
  // Its answers are shared by all who ask at the same time: each is written, and compressed, once.
  const texts = new WeakMap<object, string>()
  const zipped = new WeakMap<object, Promise<ArrayBuffer>>()
  const send = async (answer: object, request: Request, callerHeaders: Caller['headers']) => {
    let text = texts.get(answer)
    if (text === undefined) texts.set(answer, (text = JSON.stringify(answer)))
    const headers = {
      ...callerHeaders,
      ...noStore,
      'Content-Type': 'application/json',
      Vary: 'Accept-Encoding',
    }
    if (text.length < compressFrom || !acceptedEncodings(request.headers.get('accept-encoding')).has('gzip'))
      return new Response(text, { headers })
    let bytes = zipped.get(answer)
    if (!bytes) zipped.set(answer, (bytes = gzipped(text)))
    return new Response(await bytes, { headers: { ...headers, 'Content-Encoding': 'gzip' } })
  }
  const look: Record<DataRoute, (symbol: string, query: URLSearchParams) => Promise<object | undefined>> = {
    tradeIdeas: () => lookups.tradeIdeas(),
    why: (symbol) => lookups.why(symbol),
    income: (symbol, query) => lookups.income(symbol, readQuery(query, dataRoutes.income.query)),
    symbols: (_, query) => lookups.symbols(readQuery(query, dataRoutes.symbols.query).query),
    history: (symbol, query) => lookups.history(symbol, readQuery(query, dataRoutes.history.query).range),
    tone: () => lookups.tone(),
    news: (symbol) => lookups.news(symbol),
  }
  const mountData = (name: DataRoute) =>
    mount(name, 'GET', dataRoutes[name].path, async (request, given, c) => {
      const caller = await access.admit(given, scopeOf(name))
      const symbol = v.safeParse(SymbolParameter, c.req.param('symbol') ?? 'NONE')
      if (!symbol.success) {
        throw new Problem('malformed-symbol', {
          parameter: 'symbol',
          detail: 'Expected a ticker such as AAPL or BRK.B.',
        })
      }
      const answer = await look[name](symbol.output, given.url.searchParams)
      if (!answer) throw new Problem('symbol-unknown', { parameter: 'symbol' })
      return send(answer, request, caller.headers)
    })
  for (const name of Object.keys(dataRoutes) as DataRoute[]) mountData(name)

  mountAccess(service, mount)

  const batchAge = async () => {
    const batch = await store.batches.latest()
    return batch && Math.max(0, (market.now().getTime() - Date.parse(batch.dateOfScan)) / 1000)
  }
  mount('healthz', 'GET', '/healthz', async () =>
    Response.json({ status: 'alive', version: config.version }, { headers: noStore }),
  )
  mount('readyz', 'GET', '/readyz', async () => {
    await store.check()
    const { state, simulated } = market.status()
    const age = await batchAge()
    if (age === undefined)
      throw new Problem(
        'unavailable',
        { detail: 'The first scan has not finished yet.' },
        { 'Retry-After': '2' },
      )
    return Response.json(
      { status: 'ready', store: 'ok', market: { state, simulated }, batchAgeSeconds: Math.round(age) },
      { headers: noStore },
    )
  })
  mount('metrics', 'GET', '/metrics', async (_, __, c) => {
    const text = metrics.text({
      service_batch_age_seconds: {
        help: 'Age of the latest batch on the clock of the market.',
        value: await batchAge(),
      },
      process_resident_memory_bytes: { help: 'Memory of the process.', value: c.env.memory },
    })
    return new Response(text, {
      headers: { ...noStore, 'Content-Type': 'text/plain; version=0.0.4; charset=utf-8' },
    })
  })
  mount('openapi', 'GET', '/openapi.json', async () =>
    Response.json(openApi(config.version), { headers: { 'Cache-Control': 'public, max-age=300' } }),
  )
  mount('docs', 'GET', '/docs', async () => docsPage(openApi(config.version)))

  return { fetch: async (request, context = {}) => app.fetch(request, context) }
}

/** Answered at every host name, so that a load balancer can ask by address. */
const probes = new Set(['/healthz', '/readyz', '/metrics'])
