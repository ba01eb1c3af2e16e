/**
 * Composition and start of the service on Node. main.ts runs only the service; `npm start` also runs the demo.
 */
import { setImmediate as nextTurn, setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import type { DemoCredentials } from '#service/access/demo.ts'
import { createWarmUp } from '#service/lookups/warm-up.ts'
import { combineAccessLogs, createAccessLog } from '#service/http/access-log.ts'
import { createResponseSerializer } from '#service/http/response/response-serializer.ts'
import { createApp } from '#service/http/app.ts'
import type { Market } from '#service/markets/market.ts'
import { createRateLimiter } from '#service/access/limits/rate-limiter.ts'
import { localInvalidations } from '#service/store/invalidation-events.ts'
import type { Cluster } from './cluster/cluster.ts'
import { makeScanner, scheduleScans } from '#service/scan/schedule.ts'
import { createService } from '#service/service.ts'
import { defaultConfig } from '#service/shared/config.ts'
import { jsonLog } from '#service/shared/log.ts'
import { feedConnectionLimitsOf } from '#service/shared/limits.ts'
import type { Log } from '#service/shared/log.ts'
import type { Readings } from '#service/shared/metrics.ts'
import type { PoolUse } from '#service/store/postgres/pool.ts'
import type { Store } from '#service/store/store.ts'
import { ensureRecordKey, readRecordKey } from './config/record-key-file.ts'
import { lockDataDir } from './config/data-dir-lock.ts'
import { storeMarketName } from './config/data-dir.ts'
import { missingDoorHosts } from './config/door-hosts.ts'
import { demoDataText, demoEntitlementOf } from './config/demo-data.ts'
import { playgroundMarketOf, reportPlayground } from './config/playground-market.ts'
import { createEmbeddedDemo } from './config/embedded-demo.ts'
import type { Environment } from './config/environment.ts'
import { serveFeed } from './feed/feed-socket.ts'
import { createHttpServer, listen } from './http/http-server.ts'
import { openCluster } from './cluster/open-cluster.ts'
import { nodeKeyedHash } from './fast/keyed-hash.ts'
import { openMarket } from '#service/markets/registry.ts'
import { oncePerTick } from './fast/once-per-tick.ts'
import { openData } from './open-store.ts'
import { nodeCompression } from './fast/compression.ts'
import { nodeRecordPublisher, reportNightWithoutEntry } from './record-publisher.ts'
import { watchProcess } from './process-metrics.ts'
import { servicePool } from './scan-pool/worker-pool.ts'
import { openTelemetry } from './telemetry/open-telemetry.ts'
import { lineSink } from './line-sink.ts'
import { asTlsServer, plainServer, secureServer } from './http/secure-server.ts'
import { createGracefulShutdown } from './http/graceful-shutdown.ts'
import { startAssetPublication } from './files/asset-publication.ts'
import { createPublishedAssets } from './files/published-assets.ts'
import { readSiteFiles } from './files/site-files.ts'
import { openTls } from './http/tls.ts'
import { builtVersion as version } from './built-version.ts'

export type RunningService = {
  /** Address at which this machine reaches the service. */
  readonly url: string
  readonly port: number
  /** Null if DATABASE_URL is set, because there is no demo account then. */
  readonly demo: DemoCredentials | null
  /** Whitelists the demo site at its actual port. */
  whitelistDemoSite(port: number): Promise<void>
  /** What the demo shows of the market, and how the operator changes it, in one line. */
  demoDataText(): Promise<string>
  stop(): Promise<void>
}

export type StartOptions = {
  readonly log?: Log
  /** Folder of the build. */
  readonly dist?: string
  /** Whether to create the key of the sealed record if it is missing; default false. */
  readonly createsRecordKey?: boolean
}

const root = fileURLToPath(new URL('../..', import.meta.url))
const clock = () => Date.now()
const stdout = lineSink(process.stdout.fd)
const stdoutLog = jsonLog((line) => stdout.write(line), clock)
/** Interval at which expired tokens and sessions are deleted, milliseconds. */
const cleanUpEveryMs = 3600_000

/**
 * Starts the service. It responds to requests while the first scan runs.
 *
 * @throws EnvironmentError for a problem that an operator must fix
 */
export async function startService(
  environment: Environment,
  { log = stdoutLog, dist = `${root}/dist`, createsRecordKey = false }: StartOptions = {},
): Promise<RunningService> {
  // Closes opened resources in reverse order, even if a later step fails.
  const closeCallbacks: (() => unknown)[] = []
  const close = async () => {
    for (const closeResource of closeCallbacks.toReversed()) await closeResource()
  }
  try {
    const running = await openService(environment, { log, dist, createsRecordKey }, closeCallbacks)
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

/**
 * Opens all resources and starts to listen.
 *
 * @param closeCallbacks receives a function for each opened resource that closes it
 */
async function openService(
  environment: Environment,
  { log, dist, createsRecordKey }: Required<StartOptions>,
  closeCallbacks: (() => unknown)[],
): Promise<Omit<RunningService, 'stop'>> {
  const { host, port, dataDir, hosts, market: marketChoice, trustedProxies } = environment
  // With Postgres, several nodes may use the same folder, so only the embedded store locks it.
  if (environment.databaseUrl === null) closeCallbacks.push(lockDataDir(dataDir))
  let poolUse: (() => PoolUse) | undefined
  const { store, pepper } = await openData(environment, {
    onLost: ({ message }) => log('warn', 'store-connection-lost', { reason: message }),
    onPool: (use) => (poolUse = use),
    onNewerSchema: (schema) => log('warn', 'newer-schema-used', schema),
  })
  closeCallbacks.push(() => store.close())
  await openRecordKey(environment, createsRecordKey, log)
  const cluster = await openCluster(environment, log)
  if (cluster) closeCallbacks.push(cluster.close)
  const invalidations = cluster?.invalidations ?? localInvalidations()
  const localMarket = await openMarket(marketChoice, { log, purpose: 'serve' })
  closeCallbacks.push(() => localMarket.close())
  const market = cluster?.shareMarket(localMarket) ?? localMarket

  const feedConnectionLimits = feedConnectionLimitsOf(
    environment.connections.feeds,
    environment.connections.feedsPerAddress,
  )
  const demoEntitlement = demoEntitlementOf(environment)
  const { commission } = environment
  const playgroundMarket = playgroundMarketOf(environment)
  const limits = { feedConnectionLimits, demoEntitlement, playgroundMarket }
  const config = { ...defaultConfig, hosts, version, commission, ...limits }
  const limiter = cluster?.shareLimits(createRateLimiter(() => performance.now()))
  const hash = nodeKeyedHash(pepper)
  const serviceParts = {
    market,
    store,
    pepper,
    hash,
    clock,
    nextTurn,
    config,
    log,
    invalidations,
    oncePerTick,
  }
  const service = await createService({ ...serviceParts, ...(limiter && { limiter }) })
  const demo = await createEmbeddedDemo({ ...service, store }, environment)

  const folders = { dist, releases: environment.releasesDir, playground: `${root}/public` }
  const files = await readSiteFiles(folders, version)
  closeCallbacks.push(await startAssetPublication({ files, assets: store.assets, clock, log }))
  const serializer = createResponseSerializer(nodeCompression)
  /** Each reader watches the process itself, because a reading starts the next period of the event loop's delay. */
  const watchMetrics = () => {
    const processWatch = watchProcess()
    closeCallbacks.push(processWatch.stop)
    return (): Readings => ({
      ...processWatch.read(),
      service_log_lines_dropped_total: stdout.dropped(),
      ...cluster?.metrics(),
      ...(poolUse && poolMetrics(poolUse())),
    })
  }
  const telemetry = await openTelemetry(environment.telemetry, {
    log,
    clock,
    version,
    metrics: service.metrics,
    readMetrics: () => app.readMetrics(),
    watchMetrics,
  })
  if (telemetry) closeCallbacks.push(telemetry.stop)
  const accessLog = combineAccessLogs(environment.accessLog && createAccessLog(log), telemetry?.recordSpan)
  const app = createApp(
    {
      ...service,
      serializer,
      accessLog,
      findPublishedAsset: createPublishedAssets({ ...service, assets: service.store.assets, delay }),
      ...(demo && { playground: demo.playground }),
    },
    files,
  )
  service.metrics.set('service_build_info', { version, node: process.version }, 1)
  const processMetrics = watchMetrics()
  const processState = () => ({
    metrics: processMetrics,
    ...(cluster && { cluster: cluster.state() }),
    isStopping: shutdown.isStopping(),
  })
  const tls = environment.tls && openTls(environment.tls, service)
  const makeServer = tls ? secureServer(tls) : plainServer
  const server = createHttpServer(app, environment, processState, makeServer, service)
  if (tls) closeCallbacks.push(tls.reloadOnChange(asTlsServer(server)))
  const shutdown = createGracefulShutdown(server)
  const stopFeed = serveFeed(server, service, app, { trustedProxies })
  closeCallbacks.push(stopFeed)
  const listening = await listen(server, port, host)
  // Closes the feed first, because the server closes only when its connections have ended.
  closeCallbacks.splice(closeCallbacks.indexOf(stopFeed), 0, shutdown.close)
  await demo?.whitelistPlayground(listening.port)
  if (demo) await reportPlayground(environment, demo.playground, { log, keys: store.keys })
  storeMarketName(dataDir, marketChoice)

  const warmUp = createWarmUp({
    lookups: service.environments.environmentOf('live').lookups,
    pack: serializer.prepare,
    log,
  })
  warmUp.prepare()
  await reportNightWithoutEntry({ market, store, log })
  closeCallbacks.push(
    warmUp.stop,
    invalidations.listen(({ kind }) => {
      if (kind === 'batch-published') warmUp.prepare()
    }),
    startScans({ market, store, log, environment }, cluster),
    startCleanUp(service.store),
    shutdown.announce,
  )
  const missing = missingDoorHosts(environment)
  if (missing.length > 0) log('warn', 'door-hosts-missing', { host, variables: missing.join(', ') })
  log('info', 'started', { url: listening.url, market: marketChoice.kind, version })
  return {
    ...listening,
    demo: demo?.credentials ?? null,
    whitelistDemoSite: async (demoPort) => demo?.whitelistDemoSite(demoPort),
    demoDataText: () => demoDataText({ market, accounts: store.accounts }, environment),
  }
}

const poolMetrics = ({ inUse, idle, waiting }: PoolUse): Readings => ({
  service_store_connections_in_use: inUse,
  service_store_connections_idle: idle,
  service_store_calls_waiting: waiting,
})

/** Creates the key of the sealed record if `creates` is true; otherwise logs its absence. */
async function openRecordKey({ recordKeyFile: file }: Environment, creates: boolean, log: Log) {
  if (creates) await ensureRecordKey(file)
  else if (!(await readRecordKey(file))) log('info', 'record-key-missing', { file })
}

type ScanParts = {
  readonly market: Market
  readonly store: Store
  readonly log: Log
  readonly environment: Environment
}

/** Starts the schedule: a scan at the start if needed, and one per night. Each runs on one node of the cluster. */
function startScans({ market, store, log, environment }: ScanParts, cluster: Cluster | null) {
  const localScanner = makeScanner({
    market,
    batches: store.batches,
    scans: store.scans,
    openPool: servicePool(environment),
    commission: environment.commission,
    publishRecord: nodeRecordPublisher({ market, store, environment, log }),
    log: (line) => log('info', 'scan-progressed', { line }),
  })
  // The schedule logs only scans that published nothing.
  return scheduleScans({
    market,
    batches: store.batches,
    scans: store.scans,
    scanner: cluster?.shareScanner(localScanner, store) ?? localScanner,
    log: (line) => log('warn', 'scan-failed', { line }),
  })
}

/** Deletes expired tokens and sessions at the start and every hour, in the background. */
function startCleanUp(store: Store) {
  const cleanUp = () => void store.deleteExpired(clock()).catch(() => {})
  cleanUp()
  const timer = setInterval(cleanUp, cleanUpEveryMs)
  return () => clearInterval(timer)
}
