/** The service over a licensed market, with one partner for each entitlement. */
import { dataEntitlements } from '#contract/responses/data-class.ts'
import type { DataEntitlement } from '#contract/responses/data-class.ts'
import type { ClientFrame } from '#contract/feed.ts'
import { instanceHeader } from '#contract/api/first-paths.ts'
import type { RequestCredentials } from '#service/access/credentials/request-credentials.ts'
import type { SessionIdentity } from '#service/access/environments.ts'
import { openFeed } from '#service/feed/feed.ts'
import type { Feed } from '#service/feed/feed.ts'
import { createApp } from '#service/http/app.ts'
import type { App } from '#service/http/app.ts'
import { readCredentials } from '#service/http/request/read-credentials.ts'
import { runScan } from '#service/scan/scan.ts'
import { nodeKeyedHash } from '#service/server/fast/keyed-hash.ts'
import { createService } from '#service/service.ts'
import type { Service } from '#service/service.ts'
import { defaultConfig } from '#service/shared/config.ts'
import type { Log } from '#service/shared/log.ts'
import { memoryStore } from '#service/store/memory/memory.ts'
import type { Store } from '#service/store/store.ts'
import { licensedMarket } from './licensed-market.ts'
import type { LicensedMarket } from './licensed-market.ts'
import { dataPath, limitsOf, partnerOrigin, widgetOrigin } from './test-service.ts'

/** A partner with a key of each kind. */
export type LicensedPartner = {
  readonly id: string
  readonly subscriptionKey: string
  readonly apiKey: string
}

export type LicensedService = {
  readonly service: Service
  readonly app: App
  readonly store: Store
  readonly market: LicensedMarket
  readonly partners: Readonly<Record<DataEntitlement, LicensedPartner>>
  readonly logged: { event: string; fields: unknown }[]
  addPartner(entitlement: DataEntitlement): Promise<LicensedPartner>
  /** Requests a path of the data API with the subscription key of the partner. */
  get(partner: LicensedPartner, path: string): Promise<Response>
  /** Opens a session of a user and returns its bearer token. */
  session(partner: LicensedPartner, userId?: string): Promise<string>
  /** Requests a path of the data API with the token of a session. */
  getInSession(bearer: string, path: string): Promise<Response>
  /** Opens a session and returns the header fields with which the widget's browser uses its cookie. */
  cookieSession(partner: LicensedPartner): Promise<Record<string, string>>
  /** Requests a path of the data API with header fields. */
  getWith(headers: Record<string, string>, path: string): Promise<Response>
  /** The credentials in header fields, as access control receives them. */
  credentials(headers: Record<string, string>): RequestCredentials
  /** Opens a feed with the token of a session. */
  connect(bearer: string): Promise<LicensedClient>
}

/** A client of the feed. */
export type LicensedClient = {
  readonly feed: Feed
  /** Code with which the service closed the connection; undefined while it is open. */
  closeCode(): number | undefined
  send(frame: ClientFrame): void
  /** Text of all frames since the last call. */
  takeText(): string
  /** Waits for a frame with this text, and returns the text of all frames since the last call. */
  textWith(expected: string): Promise<string>
}

const unlimited = limitsOf(
  Object.fromEntries(Object.keys(defaultConfig.limits).map((name) => [name, 1_000_000])),
)

/** @param options.hasScan whether a scan has run, for ideas and best income; takes a second */
export async function makeLicensedService({ hasScan = false } = {}): Promise<LicensedService> {
  const market = licensedMarket()
  const store = memoryStore()
  const logged: LicensedService['logged'] = []
  const log: Log = (_level, event, fields) => void logged.push({ event, fields })
  const clock = () => market.now().getTime()
  const pepper = new Uint8Array(32).fill(7)
  const service = await createService({
    market,
    store,
    pepper,
    // Synchronous, as in production: sessions that were verified recently are found without a promise.
    hash: nodeKeyedHash(pepper),
    clock,
    elapsed: clock,
    config: { ...defaultConfig, limits: unlimited },
    log,
  })
  if (hasScan) await runScan({ market, batches: store.batches, chains: 'all' })
  const { operator } = service.access
  const addPartner = async (entitlement: DataEntitlement): Promise<LicensedPartner> => {
    const { id } = await operator.addPartner(`Partner ${entitlement}`)
    if (entitlement !== 'none') await operator.setData(id, entitlement)
    await operator.addDomain(id, partnerOrigin)
    const { secret: subscriptionKey } = await operator.issueKey(id, 'subscription', { mode: 'live' })
    const { id: apiKey } = await operator.issueKey(id, 'widget', { mode: 'live' })
    return { id, subscriptionKey, apiKey }
  }
  const partners = {} as Record<DataEntitlement, LicensedPartner>
  for (const entitlement of dataEntitlements) partners[entitlement] = await addPartner(entitlement)
  const app = createApp(service)
  const send = (method: string, path: string, headers: Record<string, string>, body: unknown = null) =>
    app.fetch(
      new Request(new URL(path, widgetOrigin), {
        method,
        headers: { Origin: widgetOrigin, ...headers },
        body: body === null ? null : JSON.stringify(body),
      }),
    )
  const json = { 'Content-Type': 'application/json' }
  const instance = 'instance-1'
  const openSession = async ({ apiKey }: LicensedPartner, userId = 'user-1') => {
    const response = await send('POST', '/Token', json, { apiKey, userId })
    const { access_token: bearer } = (await response.json()) as { access_token: string }
    const headers = { ...json, Authorization: `Bearer ${bearer}` }
    const opened = await send('POST', '/setCookie', headers, { origin: partnerOrigin, instance })
    if (opened.status !== 200) throw new Error(`POST /setCookie: expected status 200, got ${opened.status}`)
    return { bearer, cookie: opened.headers.get('set-cookie')!.split(';')[0]! }
  }
  const getWith: LicensedService['getWith'] = (headers, path) => send('GET', `${dataPath}/${path}`, headers)
  const credentials: LicensedService['credentials'] = (headers) => {
    const url = new URL(widgetOrigin)
    const doors = service.access.doorsAt(url)
    return readCredentials({ headers: new Headers(headers), url, address: undefined, doors })
  }
  return {
    service,
    app,
    store,
    market,
    partners,
    logged,
    addPartner,
    get: ({ subscriptionKey }, path) => getWith({ 'Op-Subscription-Key': subscriptionKey }, path),
    session: async (partner, userId) => (await openSession(partner, userId)).bearer,
    getInSession: (bearer, path) => getWith({ Authorization: `Bearer ${bearer}` }, path),
    cookieSession: async (partner) => ({
      Cookie: (await openSession(partner)).cookie,
      [instanceHeader]: instance,
    }),
    getWith,
    credentials,
    async connect(bearer) {
      const session = await service.access.sessionOf(credentials({ Authorization: `Bearer ${bearer}` }))
      return openClient(service, session)
    },
  }
}

function openClient(service: Service, session: SessionIdentity): LicensedClient {
  const frames: string[] = []
  let closeCode: number | undefined
  const connection = {
    send: (text: string) => void frames.push(text),
    close: (code: number) => void (closeCode = code),
  }
  const feed = openFeed({ service, session, connection })
  const takeText = () => frames.splice(0).join('\n')
  return {
    feed,
    closeCode: () => closeCode,
    send: (frame) => feed.receive(JSON.stringify(frame)),
    takeText,
    async textWith(expected) {
      while (!frames.some((text) => text.includes(expected)))
        await new Promise((resolve) => setImmediate(resolve))
      return takeText()
    },
  }
}
