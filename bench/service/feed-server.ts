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
  /** Resident set size of the process, bytes. */
  readonly residentBytes: number
  /** Heap and buffers, including garbage that is not collected yet, bytes. */
  readonly usedBytes: number
  readonly connections: number
  /** Delay of the event loop, milliseconds: maximum and 99th percentile. */
  readonly loopDelayMs: { readonly maximum: number; readonly p99: number }
  /** Share of one core. */
  readonly processor: number
}

const origin = 'http://localhost:8081'
const folder = mkdtempSync(join(tmpdir(), 'bench-feed-'))
process.on('exit', () => rmSync(folder, { recursive: true, force: true }))
process.on('disconnect', () => process.exit())

const { store, pepper } = await openDataDir(folder, { kind: 'simulated' })
// All requests come from one address within seconds, so the rate limits are lifted.
const limits = Object.fromEntries(
  Object.entries(defaultConfig.limits).map(([name, limit]) => [name, { ...limit, perMinute: 1e9 }]),
) as Limits
const config = { ...defaultConfig, limits }
const service = await createService({ market: fastMarket(Number(process.argv[2])), store, pepper, config })
const operatorParts = { store, operator: service.access.operator, hash: service.hash }
const demo = await ensureDemo(operatorParts, [origin])
const server = createServer()
createGracefulShutdown(server)
serveFeed(server, service, createApp(service))
server.listen(0, '127.0.0.1')
await once(server, 'listening')
const { port } = server.address() as AddressInfo

/** Cookies of new sessions, `name=value`. */
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
let intervalStart = { at: performance.now(), processor: process.cpuUsage() }

function takeFigures(): ServerFigures {
  const { rss, heapUsed, external } = process.memoryUsage()
  const { user, system } = process.cpuUsage(intervalStart.processor)
  const result = {
    residentBytes: rss,
    usedBytes: heapUsed + external,
    connections: connections(),
    loopDelayMs: { maximum: loopDelay.max / 1e6, p99: loopDelay.percentile(99) / 1e6 },
    processor: (user + system) / 1000 / (performance.now() - intervalStart.at),
  }
  loopDelay.reset()
  intervalStart = { at: performance.now(), processor: process.cpuUsage() }
  return result
}

function connections(): number {
  return Number(/^service_feed_connections (\d+)$/m.exec(service.metrics.text({}))![1])
}

async function execute(command: ServerOrder): Promise<unknown> {
  if (typeof command === 'object') return openSessions(command.sessions)
  if (command === 'settle') globalThis.gc?.()
  return takeFigures()
}

process.on('message', (command: ServerOrder) => {
  void execute(command).then((result) => process.send?.(result))
})
process.send?.(port)
