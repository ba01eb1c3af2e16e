/**
 * The service process of the feed benchmark: the real store, sessions and sockets over a fast
 * market. It executes the commands of its parent, which sends one at a time.
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
import { feedConnectionLimitsOf } from '#service/shared/limits.ts'
import type { Limits } from '#service/shared/rate-limits.ts'
import { fastMarket } from './feed-market.ts'

/**
 * Commands of the parent. `sessions`: creates this many sessions and returns their cookies.
 * `figures`: returns the figures since the last command. `figures-after-gc`: collects garbage
 * first.
 */
export type ServerCommand = { readonly sessions: number } | 'figures' | 'figures-after-gc'

export type ServerFigures = {
  /** Resident set size of the process, bytes. */
  readonly residentBytes: number
  /** Heap and buffers, including garbage that has not been collected, bytes. */
  readonly usedBytes: number
  /** Number of open feed connections. */
  readonly connections: number
  /** Delay of the event loop, milliseconds: maximum and 99th percentile. */
  readonly loopDelayMs: { readonly maximum: number; readonly p99: number }
  /** Used share of one core; more than 1 if several threads work. */
  readonly cpuShare: number
}

const origin = 'http://localhost:8081'
const folder = mkdtempSync(join(tmpdir(), 'bench-feed-'))
process.on('exit', () => rmSync(folder, { recursive: true, force: true }))
process.on('disconnect', () => process.exit())

const { store, pepper } = await openDataDir(folder, { kind: 'simulated' })
// Lifts the rate limits, because all requests come from one address within seconds.
const limits = Object.fromEntries(
  Object.entries(defaultConfig.limits).map(([name, limit]) => [name, { ...limit, perMinute: 1e9 }]),
) as Limits
// All connections come from one address as well.
const config = { ...defaultConfig, limits, feedConnectionLimits: feedConnectionLimitsOf(10_000, 10_000) }
const service = await createService({ market: fastMarket(Number(process.argv[2])), store, pepper, config })
const operatorParts = { store, operator: service.access.operator, hash: service.hash }
const demo = await ensureDemo(operatorParts, [origin])
const server = createServer()
createGracefulShutdown(server)
serveFeed(server, service, createApp(service))
server.listen(0, '127.0.0.1')
await once(server, 'listening')
const { port } = server.address() as AddressInfo

/** Opens sessions and returns their cookies, `name=value`. */
async function openSessions(count: number): Promise<string[]> {
  const cookies: string[] = []
  for (let index = 0; index < count; index++) {
    const user = `user-${index}`
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

const loopDelay = monitorEventLoopDelay({ resolution: 5 })
loopDelay.enable()
let intervalStart = { timeMs: performance.now(), cpuUsage: process.cpuUsage() }

/** Returns the figures since the last call. */
function takeFigures(): ServerFigures {
  const { rss, heapUsed, external } = process.memoryUsage()
  const { user, system } = process.cpuUsage(intervalStart.cpuUsage)
  const figures = {
    residentBytes: rss,
    usedBytes: heapUsed + external,
    connections: countConnections(),
    loopDelayMs: { maximum: loopDelay.max / 1e6, p99: loopDelay.percentile(99) / 1e6 },
    cpuShare: (user + system) / 1000 / (performance.now() - intervalStart.timeMs),
  }
  loopDelay.reset()
  intervalStart = { timeMs: performance.now(), cpuUsage: process.cpuUsage() }
  return figures
}

/** Reads the number of open feed connections from the service's metrics. */
function countConnections(): number {
  return Number(/^service_feed_connections (\d+)$/m.exec(service.metrics.text({}))![1])
}

async function execute(command: ServerCommand): Promise<unknown> {
  if (typeof command === 'object') return openSessions(command.sessions)
  if (command === 'figures-after-gc') globalThis.gc?.()
  return takeFigures()
}

process.on('message', (command: ServerCommand) => {
  void execute(command).then((result) => process.send?.(result))
})
process.send?.(port)
