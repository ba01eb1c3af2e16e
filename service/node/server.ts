/** The service on Node, put together and started. main.ts runs it by itself; `npm start` runs it beside the demo. */
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { ensureDemo, ensurePlayground } from '#service/access/demo.ts'
import type { DemoCredentials } from '#service/access/demo.ts'
import { createFirstAnswers } from '#service/answers/first-answers.ts'
import { createAnswerBytes } from '#service/http/answer-bytes.ts'
import { createApp } from '#service/http/app.ts'
import type { Market } from '#service/market/market.ts'
import { makeScanner, scheduleScans } from '#service/scan/schedule.ts'
import { createService } from '#service/service.ts'
import { defaultConfig } from '#service/settings/config.ts'
import { jsonLog } from '#service/settings/log.ts'
import type { Log } from '#service/settings/log.ts'
import type { Store } from '#service/store/store.ts'
import { brotli } from './brotli.ts'
import { keepMarket, openDataDir } from './data-dir.ts'
import { demoOrigins } from './environment.ts'
import type { Environment } from './environment.ts'
import { serveFeed } from './feed-socket.ts'
import { createHttpServer, listen } from './http-server.ts'
import { openMarket } from './market-choice.ts'
import { serviceCrew } from './scan-threads/service-crew.ts'
import { lineSink } from './line-sink.ts'
import { watchEnd } from './server-end.ts'
import { readSiteFiles } from './site-files.ts'

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

const root = fileURLToPath(new URL('../..', import.meta.url))
const { version } = JSON.parse(readFileSync(`${root}/package.json`, 'utf8')) as { version: string }
const clock = () => Date.now()
const stdout = lineSink(process.stdout.fd)
const stdoutLog = jsonLog((line) => stdout.write(line), clock)
const forgetEveryMs = 3600_000

/**
 * Starts everything; the first scan runs while requests are already answered.
 *
 * @throws EnvironmentError for what an operator must put right
 */
export async function startService(
  environment: Environment,
  { log = stdoutLog, dist = `${root}/dist` }: StartOptions = {},
): Promise<RunningService> {
  // What was opened is closed again, the last first, also where a later step fails.
  const opened: (() => unknown)[] = []
  const close = async () => {
    for (const one of opened.toReversed()) await one()
  }
  try {
    const running = await open(environment, { log, dist }, opened)
    const stop = async () => {
      await close()
      log('info', 'stopped')
      await stdout.flushed()
    }
    return { ...running, stop }
  } catch (error) {
    await close()
    throw error
  }
}

/** @param opened gets the end of each thing that is opened, as soon as it is */
async function open(
  { host, port, dataDir, demoPort, hosts, market: choice, trustedProxies }: Environment,
  { log, dist }: Required<StartOptions>,
  opened: (() => unknown)[],
): Promise<Omit<RunningService, 'stop'>> {
  const { store, pepper } = openDataDir(dataDir, choice)
  opened.push(() => store.close())
  const market = await openMarket(choice, log)
  opened.push(() => market.close())

  const config = { ...defaultConfig, hosts, version }
  const service = await createService({ market, store, pepper, clock, config, log })
  const demoParts = { store, operator: service.access.operator, hash: service.hash }
  const demo = await ensureDemo(demoParts, demoPort === 0 ? [] : demoOrigins(demoPort))

  const playground = (origins: readonly string[]) => ensurePlayground(demoParts, origins)
  const apiKey = await playground(hosts.widget ? [`https://${hosts.widget}`] : [])

  const folders = { dist, releases: `${root}/releases`, playground: `${root}/public` }
  const bytes = createAnswerBytes(brotli)
  const app = createApp(
    { ...service, bytes, playground: { apiKey, testKey: demo.testKey } },
    await readSiteFiles(folders, version),
  )
  const server = createHttpServer(app, trustedProxies, () => ({
    memory: process.memoryUsage.rss(),
    droppedLogLines: stdout.dropped(),
    isStopping: ending.isStopping(),
  }))
  const ending = watchEnd(server)
  const stopFeed = serveFeed(server, service)
  opened.push(stopFeed)
  const reached = await listen(server, port, host)
  // The server ends when its connections have: the feed's are closed first.
  opened.splice(opened.indexOf(stopFeed), 0, ending.close)
  // The playground is a page of the service’s own.
  await playground([...demoOrigins(reached.port), `http://widget.localhost:${reached.port}`])
  keepMarket(dataDir, choice)

  const first = createFirstAnswers({ lookups: service.worlds.of('live').lookups, pack: bytes.prepare, log })
  first.prepare()
  opened.push(
    first.stop,
    startScans({ market, store, log, openCrew: serviceCrew(choice, dataDir) }, first.prepare),
    forgetExpired(service.store),
    ending.announce,
  )
  log('info', 'started', { url: reached.url, market: choice.kind, version })
  return {
    ...reached,
    demo,
    allowDemo: async (at) => void (await ensureDemo(demoParts, demoOrigins(at))),
  }
}

type ScanParts = {
  readonly market: Market
  readonly store: Store
  readonly log: Log
  readonly openCrew: ReturnType<typeof serviceCrew>
}

/** The first scan, and those of every night; `published` hears of each batch. */
function startScans({ market, store, log, openCrew }: ScanParts, published: () => void) {
  const scanner = makeScanner({
    market,
    batches: store.batches,
    openCrew,
    log: (line) => log('info', 'scan', { line }),
  })
  // The schedule speaks only of what failed.
  return scheduleScans({
    market,
    batches: store.batches,
    scanner: {
      async run() {
        const batch = await scanner.run()
        published()
        return batch
      },
    },
    log: (line) => log('warn', 'scan-failed', { line }),
  })
}

/** Tokens and sessions that expired are removed now and then; nobody waits for it. */
function forgetExpired(store: Store) {
  const timer = setInterval(() => void store.forget(clock()).catch(() => {}), forgetEveryMs)
  return () => clearInterval(timer)
}
