/**
 * A small setup for tests: the real service over a memory store, a clock that the test advances, and a market of three
 * symbols.
 */
import { nodeKeyedHash } from '#service/server/fast/keyed-hash.ts'
import { ensureDemo } from '#service/access/demo.ts'
import type { DemoCredentials } from '#service/access/demo.ts'
import { createApp } from '#service/http/app.ts'
import type { App } from '#service/http/app.ts'
import type { ConnectionInfo } from '#service/http/web.ts'
import { defaultConfig } from '#service/shared/config.ts'
import type { Config } from '#service/shared/config.ts'
import { defaultLimits } from '#service/shared/rate-limits.ts'
import type { Limits } from '#service/shared/rate-limits.ts'
import type { Log } from '#service/shared/log.ts'
import { createService } from '#service/service.ts'
import type { Service } from '#service/service.ts'
import { memoryStore } from '#service/store/memory/memory.ts'
import type { Store } from '#service/store/store.ts'
import { testMarket, type TestMarket } from './test-market.ts'

export const widgetOrigin = 'http://widget.test'
export const partnerOrigin = 'http://localhost:8081'
/** Time at the start of each test: 2026-11-20 15:00 UTC, epoch milliseconds. */
export const testStartMs = Date.UTC(2026, 10, 20, 15)

/** The request header with a bearer token (RFC 6750, section 2.1). */
export const bearer = (token: string) => ({ Authorization: `Bearer ${token}` })

/** The default limits, with some replaced by other limits per minute. */
export const limitsOf = (perMinute: Partial<Record<keyof Limits, number>>): Limits => ({
  ...defaultLimits,
  ...Object.fromEntries(
    (Object.entries(perMinute) as [keyof Limits, number][]).map(([name, limit]) => [
      name,
      { ...defaultLimits[name], perMinute: limit, burst: limit },
    ]),
  ),
})

/** Requests to the service at the widget's origin. */
type Requests = {
  get(path: string, headers?: Record<string, string>, context?: ConnectionInfo): Promise<Response>
  /** Sends JSON with the widget's origin, like the widget document. */
  post(path: string, body: unknown, headers?: Record<string, string>): Promise<Response>
  form(
    path: string,
    fields: Record<string, string> | URLSearchParams,
    headers?: Record<string, string>,
  ): Promise<Response>
}

export type TestService = Requests & {
  readonly service: Service
  readonly store: Store
  readonly market: TestMarket
  readonly app: App
  readonly demo: DemoCredentials
  readonly logged: { level: string; event: string; fields: unknown }[]
  /** Advances the wall clock and the monotonic clock. */
  advanceTime(ms: number): void
  /** Shifts only the wall clock; a negative value shifts it back. */
  stepClock(ms: number): void
  /** An access token from `POST /Token` with the demo's API key. */
  token(): Promise<string>
  /** The token and cookie of a new session. */
  session(instance?: string): Promise<{ token: string; cookie: string }>
}

function requestsTo(app: App): Requests {
  const send = (
    method: string,
    path: string,
    headers: Record<string, string>,
    body: string | null,
    context?: ConnectionInfo,
  ) => app.fetch(new Request(new URL(path, widgetOrigin), { method, headers, body }), context)
  return {
    get: (path, headers = {}, context) => send('GET', path, headers, null, context),
    post: (path, body, headers = {}) =>
      send(
        'POST',
        path,
        { Origin: widgetOrigin, 'Content-Type': 'application/json', ...headers },
        JSON.stringify(body),
      ),
    form: (path, fields, headers = {}) =>
      send(
        'POST',
        path,
        { 'Content-Type': 'application/x-www-form-urlencoded', ...headers },
        new URLSearchParams(fields).toString(),
      ),
  }
}

/**
 * Creates the service. With `clock`, for example of fake timers, both clocks of the service follow
 * it.
 */
export async function makeTestService(
  config: Partial<Config> = {},
  store: Store = memoryStore(),
  clock?: () => number,
): Promise<TestService> {
  let now = testStartMs
  let clockOffset = 0
  const elapsed = clock ?? (() => now)
  const time = () => elapsed() + clockOffset
  const logged: TestService['logged'] = []
  const log: Log = (level, event, fields) => void logged.push({ level, event, fields })
  const market = testMarket(time)
  const pepper = new Uint8Array(32).fill(7)
  const service = await createService({
    market,
    store,
    pepper,
    // Synchronous, as in production: requests whose credential was verified recently await nothing.
    hash: nodeKeyedHash(pepper),
    clock: time,
    elapsed,
    config: { ...defaultConfig, ...config },
    log,
  })
  const demo = await ensureDemo({ store, operator: service.access.operator, hash: service.hash }, [
    partnerOrigin,
  ])
  const app = createApp(service)
  const requests = requestsTo(app)
  const token = async () => {
    const response = await requests.post('/Token', { apiKey: demo.apiKey, userId: 'user-1' })
    return ((await response.json()) as { access_token: string }).access_token
  }
  return {
    ...requests,
    service,
    store,
    market,
    app,
    demo,
    logged,
    advanceTime: (ms) => void (now += ms),
    stepClock: (ms) => void (clockOffset += ms),
    token,
    session: async (instance = 'instance-1') => {
      const bearer = await token()
      const response = await requests.post(
        '/setCookie',
        { origin: partnerOrigin, instance },
        { Authorization: `Bearer ${bearer}` },
      )
      return { token: bearer, cookie: response.headers.get('set-cookie')!.split(';')[0]! }
    },
  }
}

export const dataPath = '/api/v1/platform'

/** Body of a problem response. Throws if its format is not that of RFC 9457. */
export async function problemOf(response: Response): Promise<Record<string, unknown>> {
  const body = (await response.json()) as Record<string, unknown>
  if (response.headers.get('content-type') !== 'application/problem+json')
    throw new Error(
      `expected application/problem+json, got status ${response.status} with another content type`,
    )
  if (body['status'] !== response.status || body['type'] !== `/problems/${String(body['code'])}`)
    throw new Error(`status and type of the problem disagree with the response: ${JSON.stringify(body)}`)
  return body
}
