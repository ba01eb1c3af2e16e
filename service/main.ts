/**
 * The service on Node: the only file that knows sockets and signals. `node service/main.ts` runs it by itself;
 * `start.ts` runs it beside the demo.
 */
import { readFileSync } from 'node:fs'
import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { fileURLToPath } from 'node:url'
import { createAdaptorServer } from '@hono/node-server'
import type { HttpBindings } from '@hono/node-server'
import { callerAddress } from './access/address.ts'
import { ensureDemo } from './access/demo.ts'
import type { DemoCredentials } from './access/demo.ts'
import { createApp } from './http/app.ts'
import { defaultConfig } from './settings/config.ts'
import { keepMarket, openDataDir } from './node/data-dir.ts'
import { readSiteFiles } from './node/site-files.ts'
import { demoOrigins, EnvironmentError, readEnvironment } from './node/environment.ts'
import type { Environment } from './node/environment.ts'
import { serveFeed } from './node/feed-socket.ts'
import { jsonLog } from './settings/log.ts'
import type { Log } from './settings/log.ts'
import { openMarket } from './node/market-choice.ts'
import { makeScanner, scheduleScans } from './scan/schedule.ts'
import { createService } from './service.ts'

export type RunningService = {
  /** Where it can be reached from this machine. */
  readonly url: string
  readonly port: number
  readonly demo: DemoCredentials
  /** Whitelists the demo site at the port it got. */
  allowDemo(port: number): Promise<void>
  stop(): Promise<void>
}

export type StartOptions = {
  readonly log?: Log
  /** Folder of the build. */
  readonly dist?: string
}

const root = fileURLToPath(new URL('..', import.meta.url))
const { version } = JSON.parse(readFileSync(`${root}/package.json`, 'utf8')) as { version: string }
const forgetEveryMs = 3600_000

/**
 * Starts everything; the first scan runs while requests are already answered.
 *
 * @throws EnvironmentError for what an operator must put right
 */
export async function startService(
  environment: Environment,
  options: StartOptions = {},
): Promise<RunningService> {
  const clock = () => Date.now()
  const { log = jsonLog((line) => process.stdout.write(`${line}\n`), clock), dist = `${root}/dist` } = options
  const { host, port, dataDir, demoPort, hosts } = environment

  const { store, pepper } = openDataDir(dataDir, environment.market)
  // What was opened is closed again where a later step fails.
  const opened: (() => unknown)[] = [() => store.close()]
  const close = async () => {
    for (const one of opened.toReversed()) await one()
  }
  try {
    const market = await openMarket(environment.market, log)
    opened.push(() => market.close())

    const config = { ...defaultConfig, hosts, version }
    const service = await createService({ market, store, pepper, clock, config, log })
    const demoParts = { store, operator: service.access.operator, hash: service.hash }
    const demo = await ensureDemo(demoParts, demoPort === 0 ? [] : demoOrigins(demoPort))
    const folders = { dist, releases: `${root}/releases`, docs: `${root}/docs` }
    const app = createApp(service, await readSiteFiles(folders, version))

    const fetch = async (request: Request, { incoming }: HttpBindings) => {
      const address = callerAddress(
        incoming.socket.remoteAddress,
        request.headers.get('x-forwarded-for'),
        environment.trustedProxies,
      )
      return app.fetch(request, {
        memory: process.memoryUsage.rss(),
        ...(address === undefined ? {} : { address }),
      })
    }
    const server = createAdaptorServer({
      fetch: fetch as (request: Request) => Promise<Response>,
      serverOptions: {
        // Clients that offer HTTP/2 on every request (`Upgrade: h2c`) are answered as if they had not.
        shouldUpgradeCallback: ({ headers }) => headers.upgrade?.toLowerCase() === 'websocket',
        requestTimeout: 10_000,
        headersTimeout: 5000,
        keepAliveTimeout: 60_000,
      },
    }) as Server
    const stopFeed = serveFeed(server, service)
    await listen(server, port, host)
    opened.push(() => closeServer(server), stopFeed)
    const bound = (server.address() as AddressInfo).port
    keepMarket(dataDir, environment.market)

    const line = (text: string) => log('info', 'scan', { line: text })
    const scanner = makeScanner({ market, store, log: line })
    // The schedule speaks only of what failed.
    const failed = (text: string) => log('warn', 'scan-failed', { line: text })
    opened.push(scheduleScans({ market, store, scanner, log: failed }))
    const forget = setInterval(() => void service.store.forget(clock()).catch(() => {}), forgetEveryMs)
    opened.push(() => clearInterval(forget))

    const name = ['127.0.0.1', '0.0.0.0', '::', '::1', 'localhost'].includes(host) ? 'localhost' : host
    const url = `http://${name.includes(':') ? `[${name}]` : name}:${bound}`
    log('info', 'started', { url, market: environment.market.kind, version })
    return {
      url,
      port: bound,
      demo,
      allowDemo: async (at) => void (await ensureDemo(demoParts, demoOrigins(at))),
      stop: async () => {
        await close()
        log('info', 'stopped')
      },
    }
  } catch (error) {
    await close()
    throw error
  }
}

function listen(server: Server, port: number, host: string): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      const why = error.code === 'EADDRINUSE' ? 'the port is taken; set PORT to another one' : error.message
      reject(new EnvironmentError(`Cannot listen at ${host}:${port}: ${why}.`))
    })
    server.listen(port, host, resolve)
  })
}

/** Lets requests that are being answered finish, for a second. */
function closeServer(server: Server): Promise<void> {
  return new Promise((resolve) => {
    const impatience = setTimeout(() => server.closeAllConnections(), 1000)
    server.close(() => {
      clearTimeout(impatience)
      resolve()
    })
    server.closeIdleConnections()
  })
}

/** Runs until SIGTERM or SIGINT, then stops in order; a second signal ends the process at once. */
export function stopOnSignal(stop: () => Promise<void>): void {
  let stopping = false
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.on(signal, () => {
      if (stopping) process.exit(1)
      stopping = true
      // Whatever hangs, the process is gone within 5 s.
      setTimeout(() => process.exit(1), 4500).unref()
      void stop().then(
        () => process.exit(0),
        () => process.exit(1),
      )
    })
  }
}

/** Prints what an operator must put right as one line; anything else is a fault of ours and keeps its stack. */
export function failStart(error: unknown): never {
  process.stderr.write(
    error instanceof EnvironmentError
      ? `${error.message}\n`
      : `${error instanceof Error ? error.stack : String(error)}\n`,
  )
  process.exit(1)
}

if (import.meta.main) {
  try {
    const service = await startService(readEnvironment(process.env))
    stopOnSignal(() => service.stop())
  } catch (error) {
    failStart(error)
  }
}
