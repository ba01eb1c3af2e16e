/**
 * The service process of the feed's bench: the real store, sessions and sockets over a market at full speed.
 * Executes commands of its parent one at a time.
 */
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { ensureDemo } from '#service/access/demo.ts'
import { anonymous } from '#service/access/credentials/request-credentials.ts'
import type { RequestCredentials } from '#service/access/credentials/request-credentials.ts'
import { createApp } from '#service/http/app.ts'
import { openDataDir } from '#service/server/config/data-dir.ts'
import { serveFeed } from '#service/server/feed/feed-socket.ts'
import { createGracefulShutdown } from '#service/server/http/graceful-shutdown.ts'
import { createService } from '#service/service.ts'
import { defaultConfig } from '#service/shared/config.ts'
import type { Limits } from '#service/shared/limits.ts'
import { fastMarket } from './feed-market.ts'

/**
 * Commands of the parent. `sessions`: creates this many. `figures`: since the last command. `settle`: after a
 * garbage collection.
 */
export type ServerOrder = { readonly sessions: number } | 'figures' | 'settle'

export type ServerFigures = {
  /** Bytes the whole process has. */
  readonly resident: number
  /** Bytes in objects and buffers that are in use or not collected yet. */
  readonly used: number
  readonly connections: number
  /** Milliseconds the event loop was held: at most, and 99 of a hundred times. */
  readonly held: { readonly most: number; readonly p99: number }
  /** Share of one core. */
  readonly processor: number
}

const origin = 'http://localhost:8081'
const folder = mkdtempSync(join(tmpdir(), 'bench-feed-'))
process.on('exit', () => rmSync(folder, { recursive: true, force: true }))
process.on('disconnect', () => process.exit())

const { store, pepper } = await openDataDir(folder, { kind: 'simulated' })
// All come from one address within seconds; the rate limit is not part of the measurement.
const limits = Object.fromEntries(
  Object.entries(defaultConfig.limits).map(([name, limit]) => [name, { ...limit, perMinute: 1e9 }]),
) as Limits
const config = { ...defaultConfig, limits }
const service = await createService({ market: fastMarket(Number(process.argv[2])), store, pepper, config })
const parts = { store, operator: service.access.operator, hash: service.hash }
const demo = await ensureDemo(parts, [origin])
const server = createServer()
createGracefulShutdown(server)
serveFeed(server, service, createApp(service))
server.listen(0, '127.0.0.1')
await once(server, 'listening')
const { port } = server.address() as AddressInfo

/** Cookies of new sessions, `name=value`. */
async function openSessions(count: number): Promise<string[]> {
  const cookies: string[] = []
  for (let at = 0; at < count; at++) {
    const user = `user-${at}`
    const { access_token: token } = await service.access.makeAccessToken(
      { apiKey: demo.apiKey },
      user,
      anonymous,
    )
    const bearer = { ...anonymous, bearer: token } as RequestCredentials
    const ownOrigin = `http://localhost:${port}`
    const { cookie } = await service.access.openSession(bearer, { origin, instance: 'i', ownOrigin })
    cookies.push(`__Host-sw-i=${cookie}`)
  }
  return cookies
}

const held = monitorEventLoopDelay({ resolution: 5 })
held.enable()
let since = { at: performance.now(), processor: process.cpuUsage() }

function figures(): ServerFigures {
  const { rss, heapUsed, external } = process.memoryUsage()
  const { user, system } = process.cpuUsage(since.processor)
  const taken = {
    resident: rss,
    used: heapUsed + external,
    connections: connections(),
    held: { most: held.max / 1e6, p99: held.percentile(99) / 1e6 },
    processor: (user + system) / 1000 / (performance.now() - since.at),
  }
  held.reset()
  since = { at: performance.now(), processor: process.cpuUsage() }
  return taken
}

function connections(): number {
  return Number(/^service_feed_connections (\d+)$/m.exec(service.metrics.text({}))![1])
}

async function answer(order: ServerOrder): Promise<unknown> {
  if (typeof order === 'object') return openSessions(order.sessions)
  if (order === 'settle') globalThis.gc?.()
  return figures()
}

process.on('message', (order: ServerOrder) => {
  void answer(order).then((answered) => process.send?.(answered))
})
process.send?.(port)
