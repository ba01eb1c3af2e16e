/**
 * The environment of a scenario: the real service with a simulated market and an in-memory store,
 * in this page.
 */
import { closeCodes } from '#contract/feed.ts'
import { problemDetails } from '#contract/api/problem-details.ts'
import { accessRoutes } from '#contract/api/routes.ts'
import { ensureDemo } from '#service/access/demo.ts'
import { demoPartnerId } from '#service/access/demo-account.ts'
import { keyedHash } from '#service/access/credentials/hashing.ts'
import { createOperator } from '#service/access/operator/operator.ts'
import { createApp } from '#service/http/app.ts'
import type { Connection } from '#service/feed/connection.ts'
import { type Feed, type FeedParts, openFeed } from '#service/feed/feed.ts'
import type { Market } from '#service/markets/market.ts'
import type { Stop } from '#service/shared/stop.ts'
import { simulatedMarket } from '#service/markets/simulated/simulated.ts'
import { runScan } from '#service/scan/scan.ts'
import { createService } from '#service/service.ts'
import { memoryStore } from '#service/store/memory/memory.ts'
import type { Store } from '#service/store/store.ts'
import { type Scenario, type ScenarioName, scenarios } from './scenarios.ts'

export type MockEnvironment = {
  /** Sends a request under the scenario's network conditions. A cut connection returns `Response.error()`. */
  fetch: (request: Request) => Promise<Response>
  /** Opens a feed without a cookie: its first message is a ticket. Undefined if there is no connection. */
  connect: (connection: Connection) => Feed | undefined
  /** Called when the scenario cuts the connection. */
  onCut: (listener: () => void) => void
  stop: Stop
}

export type MockEnvironmentOptions = {
  /** Origin of the page that embeds the widget. */
  origin: string
  clock?: () => Date
  /** Number of symbols in the scan; default all, which takes a browser a second or two. */
  symbols?: number
}

const dataPath = '/api/v1/platform/'
/** Seed of a market with many ideas. */
const seed = 1
/** Not a secret: keys derived from it are valid in this page only. */
const pepper = new Uint8Array(32).fill(7)

/**
 * Creates the demo account, which every mock service has. Its keys are derived from the public
 * pepper.
 */
async function demoAccount(store: Store, origins: readonly string[]) {
  const hash = await keyedHash(pepper)
  const operator = createOperator({ store, hash, clock: () => Date.now(), actor: 'service' })
  return { operator, credentials: await ensureDemo({ store, operator, hash }, origins) }
}

/** Returns the page's API key, which is the same in every environment. */
export const mockApiKey = async (): Promise<string> =>
  (await demoAccount(memoryStore(), [])).credentials.apiKey

/** Creates the service of a scenario and runs its overnight scan. `revokeKey` revokes the page's key. */
async function openService(scenario: Scenario, { origin, clock, symbols }: MockEnvironmentOptions) {
  const fullMarket = simulatedMarket({
    seed,
    ...(clock && { clock }),
    ...(scenario.tickMs && { tickMs: scenario.tickMs }),
  })
  const universe = (await fullMarket.universe()).slice(0, symbols)
  const limitedMarket: Market = { ...fullMarket, universe: async () => universe }
  const scannedMarket = scenario.market?.(limitedMarket) ?? limitedMarket
  const market = scenario.afterScan?.(scannedMarket) ?? scannedMarket

  const store = memoryStore()
  const { operator, credentials } = await demoAccount(store, scenario.listed === false ? [] : [origin])
  const revokeKey = () => operator.revokeKey(credentials.apiKey)
  const service = await createService({ market, store, pepper })
  await runScan({ market: scannedMarket, batches: store.batches, chains: 'matched' })
  const batch = await store.batches.latest()
  if (scenario.noIdeas && batch) await store.batches.publish({ ...batch, id: `${batch.id}-empty`, ideas: [] })
  for (const [setting, value] of Object.entries(scenario.settings ?? {}))
    await operator.set(demoPartnerId, setting, value)
  if (scenario.data) await operator.setData(demoPartnerId, scenario.data)
  if (scenario.revoked) await revokeKey()
  return { market, service, revokeKey }
}

/** Creates a registry of open feeds. `end` closes them and prevents new ones. */
function createFeeds(service: FeedParts) {
  const open = new Map<Feed, Connection>()
  let hasEnded = false
  return {
    connect(connection: Connection): Feed | undefined {
      if (hasEnded) return undefined
      const feed = openFeed({ service, connection, session: null })
      open.set(feed, connection)
      return {
        receive: (text) => feed.receive(text),
        onClose() {
          open.delete(feed)
          feed.onClose()
        },
      }
    },
    end() {
      hasEnded = true
      for (const [feed, connection] of open) {
        feed.onClose()
        connection.close(closeCodes.goingAway, 'the scenario ends the feed')
      }
      open.clear()
    },
  }
}

/** Opens the environment of a scenario and runs its overnight scan. */
export async function openMockEnvironment(
  name: ScenarioName,
  options: MockEnvironmentOptions,
): Promise<MockEnvironment> {
  const scenario: Scenario = scenarios[name]
  const network = scenario.network ?? {}
  const { market, service, revokeKey } = await openService(scenario, options)
  const app = createApp(service)
  const feeds = createFeeds(service)
  const cutListeners = new Set<() => void>()
  const timers: ReturnType<typeof setTimeout>[] = []
  let isReachable = true
  let hasStartedTimers = false

  const schedule = (milliseconds: number | undefined, action: () => void) => {
    if (milliseconds !== undefined) timers.push(setTimeout(action, milliseconds))
  }
  /** Starts the timers of the scenario's later changes. Called when the widget has a session. */
  const startTimers = () => {
    if (hasStartedTimers) return
    hasStartedTimers = true
    schedule(network.feedEndsAfterMs, () => feeds.end())
    schedule(network.cutAfterMs, () => {
      isReachable = false
      feeds.end()
      for (const listener of cutListeners) listener()
    })
    schedule(scenario.endsAfterMs, () => void revokeKey())
  }

  return {
    async fetch(request) {
      if (!isReachable) return Response.error()
      const { pathname } = new URL(request.url)
      if (pathname.startsWith(dataPath)) {
        if (network.delayMs) await new Promise((resolve) => timers.push(setTimeout(resolve, network.delayMs)))
        if (network.broken?.test(pathname.slice(dataPath.length))) return unavailableResponse()
      }
      const isOpening = pathname === accessRoutes.setCookie.path
      const affectsData = network.delayMs !== undefined || network.broken !== undefined
      const response = await app.fetch(
        isOpening && affectsData ? await withoutFirstRequest(request) : request,
      )
      if (response.ok && isOpening) startTimers()
      return response
    },
    connect: (connection) => (isReachable ? feeds.connect(connection) : undefined),
    onCut: (listener) => void cutListeners.add(listener),
    stop() {
      for (const timer of timers) clearTimeout(timer)
      feeds.end()
      void market.close()
    },
  }
}

/** Lets the widget send its first data request on its own, so that the network's conditions apply to it. */
async function withoutFirstRequest(request: Request): Promise<Request> {
  const { firstRequest: _, ...body } = (await request.json()) as Record<string, unknown>
  return new Request(request.url, {
    method: request.method,
    headers: request.headers,
    body: JSON.stringify(body),
  })
}

function unavailableResponse(): Response {
  const body = problemDetails('unavailable', { detail: 'The scenario breaks this look-up.' })
  return Response.json(body, { status: 503, headers: { 'Content-Type': 'application/problem+json' } })
}
