/** One scenario come to life: the real service over a made-up market and an empty memory, in this process. */
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

export type World = {
  /** The service over the scenario's way to it. A connection that is cut gives `Response.error()`. */
  fetch: (request: Request) => Promise<Response>
  /** A feed without a cookie: its first frame is a ticket. Returns nothing where there is no way through. */
  connect: (connection: Connection) => Feed | undefined
  /** Called when the scenario cuts the connection. */
  onCut: (listener: () => void) => void
  stop: Stop
}

export type WorldOptions = {
  /** Origin of the page that embeds the widget. */
  origin: string
  clock?: () => Date
  /** How many symbols the scan looks at; default all, which takes a browser a second or two. */
  symbols?: number
}

const dataPath = '/api/v1/platform/'
/** A market with a good number of ideas. */
const seed = 1
/** Not a secret: nothing outside this page ever meets a key made with it. */
const pepper = new Uint8Array(32).fill(7)

/** The account of every mock service: the demo's, from a public pepper. */
async function demoAccount(store: Store, origins: readonly string[]) {
  const hash = await keyedHash(pepper)
  const operator = createOperator({ store, hash, clock: () => Date.now(), actor: 'service' })
  return { operator, credentials: await ensureDemo({ store, operator, hash }, origins) }
}

/** The public key a page uses, the same in every world. */
export const mockApiKey = async (): Promise<string> =>
  (await demoAccount(memoryStore(), [])).credentials.apiKey

/** The service of a scenario, its overnight scan done. `revokeKey` takes the page's key away. */
async function openService(scenario: Scenario, { origin, clock, symbols }: WorldOptions) {
  const simulated = simulatedMarket({
    seed,
    ...(clock && { clock }),
    ...(scenario.tickMs && { tickMs: scenario.tickMs }),
  })
  const known = (await simulated.universe()).slice(0, symbols)
  const whole: Market = { ...simulated, universe: async () => known }
  const scanned = scenario.market?.(whole) ?? whole
  const market = scenario.afterScan?.(scanned) ?? scanned

  const store = memoryStore()
  const { operator, credentials } = await demoAccount(store, scenario.listed === false ? [] : [origin])
  const revokeKey = () => operator.revokeKey(credentials.apiKey)
  const service = await createService({ market, store, pepper })
  await runScan({ market: scanned, batches: store.batches, chains: 'matched' })
  const batch = await store.batches.latest()
  if (scenario.noIdeas && batch) await store.batches.publish({ ...batch, id: `${batch.id}-empty`, ideas: [] })
  for (const [setting, value] of Object.entries(scenario.settings ?? {}))
    await operator.set(demoPartnerId, setting, value)
  if (scenario.revoked) await revokeKey()
  return { market, service, revokeKey }
}

/** The feeds that are open; `end` closes them, and none opens again. */
function createFeeds(service: FeedParts) {
  const open = new Map<Feed, Connection>()
  let ended = false
  return {
    connect(connection: Connection): Feed | undefined {
      if (ended) return undefined
      const feed = openFeed({ service, connection, session: null })
      open.set(feed, connection)
      return {
        receive: (text) => feed.receive(text),
        closed() {
          open.delete(feed)
          feed.closed()
        },
      }
    },
    end() {
      ended = true
      for (const [feed, connection] of open) {
        feed.closed()
        connection.close(closeCodes.goingAway, 'the scenario ends the feed')
      }
      open.clear()
    },
  }
}

/** Opens the world of a scenario and runs its overnight scan. */
export async function openWorld(name: ScenarioName, options: WorldOptions): Promise<World> {
  const scenario: Scenario = scenarios[name]
  const way = scenario.way ?? {}
  const { market, service, revokeKey } = await openService(scenario, options)
  const app = createApp(service)
  const feeds = createFeeds(service)
  const cutListeners = new Set<() => void>()
  const timers: ReturnType<typeof setTimeout>[] = []
  let reachable = true
  let begun = false

  const after = (milliseconds: number | undefined, act: () => void) => {
    if (milliseconds !== undefined) timers.push(setTimeout(act, milliseconds))
  }
  /** Later changes of a scenario are timed from the moment the widget has a session. */
  const begin = () => {
    if (begun) return
    begun = true
    after(way.feedEndsAfterMs, () => feeds.end())
    after(way.cutAfterMs, () => {
      reachable = false
      feeds.end()
      for (const listener of cutListeners) listener()
    })
    after(scenario.endsAfterMs, () => void revokeKey())
  }

  return {
    async fetch(request) {
      if (!reachable) return Response.error()
      const { pathname } = new URL(request.url)
      if (pathname.startsWith(dataPath)) {
        if (way.delayMs) await new Promise((resolve) => timers.push(setTimeout(resolve, way.delayMs)))
        if (way.broken?.test(pathname.slice(dataPath.length))) return brokenAnswer()
      }
      const response = await app.fetch(request)
      if (response.ok && pathname === accessRoutes.setCookie.path) begin()
      return response
    },
    connect: (connection) => (reachable ? feeds.connect(connection) : undefined),
    onCut: (listener) => void cutListeners.add(listener),
    stop() {
      for (const timer of timers) clearTimeout(timer)
      feeds.end()
      void market.close()
    },
  }
}

function brokenAnswer(): Response {
  const body = problemDetails('unavailable', { detail: 'The scenario breaks this look-up.' })
  return Response.json(body, { status: 503, headers: { 'Content-Type': 'application/problem+json' } })
}
