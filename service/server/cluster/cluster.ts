/** Coordinates the nodes of one service over Redis: invalidation, leases, rate limits, the scan and the market. */
import { randomUUID } from 'node:crypto'
import type { MemoryRateLimiter } from '#service/access/limits/rate-limiter.ts'
import type { ClusterState } from '#service/http/request/request.ts'
import type { Market } from '#service/markets/market.ts'
import type { Scanner } from '#service/scan/schedule.ts'
import type { Log } from '#service/shared/log.ts'
import type { Readings } from '#service/shared/metrics.ts'
import type { Invalidations } from '#service/store/invalidation-events.ts'
import { createLeases } from './leases.ts'
import { singleFlightScan } from './single-flight-scan.ts'
import type { SingleFlightScanParts } from './single-flight-scan.ts'
import { redisLink } from './redis-link.ts'
import type { RedisLink } from './redis-link.ts'
import { redisInvalidation } from './redis-invalidation.ts'
import { sharedLimiter } from './shared-limiter.ts'
import { sharedMarket } from './shared-market.ts'

export type Cluster = {
  readonly invalidations: Invalidations
  /** Returns a limiter whose buckets all nodes share. `localLimiter` counts while Redis does not respond. */
  readonly shareLimits: (localLimiter: MemoryRateLimiter) => ReturnType<typeof sharedLimiter>
  /** Wraps a market so that only one node watches it, for all nodes. */
  readonly shareMarket: (market: Market) => Market
  /** Wraps a scanner so that it runs in only one node or command at a time. */
  readonly shareScanner: (
    scanner: Scanner,
    repositories: Pick<SingleFlightScanParts, 'batches' | 'scans'>,
  ) => Scanner
  readonly state: () => ClusterState
  /** The values for `/metrics`. */
  readonly metrics: () => Readings
  /** Leaves the cluster and releases its leases for other nodes immediately. */
  readonly close: () => Promise<void>
}

export type ClusterParts = {
  /** Value of REDIS_URL. */
  readonly url: string
  readonly log: Log
  readonly elapsed?: () => number
  /** A command publishes invalidations and waits for acknowledgements, but does not send any. */
  readonly role?: 'node' | 'command'
}

/**
 * Joins the cluster at a Redis. While Redis is unreachable, the node works alone. It rejoins when
 * Redis is back.
 */
export async function joinCluster({
  url,
  log,
  elapsed = () => performance.now(),
  role = 'node',
}: ClusterParts): Promise<Cluster> {
  const prefix = prefixOf(url)
  const node = randomUUID()
  const invalidations = redisInvalidation({ url, prefix, log, elapsed, role })
  const leases = createLeases({ redis: invalidations.redis, prefix, holder: node, elapsed })
  const closeCallbacks: (() => Promise<void>)[] = [invalidations.close]
  let limiter: ReturnType<typeof sharedLimiter> | undefined
  let latency: RedisLink['latency'] | undefined
  let market: ReturnType<typeof sharedMarket> | undefined
  await invalidations.firstAttempt
  const state = (): ClusterState => ({
    isJoined: invalidations.isJoined(),
    limitsShared: limiter?.isShared() ?? false,
    isMarketSource: market?.isSource() ?? true,
  })
  return {
    invalidations,
    shareLimits(localLimiter) {
      const link = redisLink({ url, log, name: 'limits' })
      closeCallbacks.push(link.close)
      latency = link.latency
      return (limiter = sharedLimiter({ redis: link.redis, prefix, localLimiter, log, elapsed }))
    },
    shareMarket(localMarket) {
      market = sharedMarket({ market: localMarket, url, prefix, node, leases, log, elapsed })
      closeCallbacks.push(market.stop)
      return market.market
    },
    shareScanner: (scanner, { batches, scans }) =>
      singleFlightScan({ scanner, leases, invalidations, batches, scans }),
    state,
    metrics() {
      const { isJoined, limitsShared, isMarketSource } = state()
      return {
        service_cluster_joined: Number(isJoined),
        service_limits_shared: Number(limitsShared),
        service_market_source: Number(isMarketSource),
        service_redis_latency_seconds: latency?.(),
      }
    },
    async close() {
      for (const closeResource of closeCallbacks.toReversed()) await closeResource()
    },
  }
}

/** Returns the prefix of all keys and channels. It has the database number, because databases share channels. */
function prefixOf(url: string): string {
  return `options-service:${new URL(url).pathname.slice(1) || '0'}:`
}
