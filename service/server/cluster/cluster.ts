/** Coordination of the nodes of one service over Redis: invalidation, leases, shared limits, one scan, one market watch. */
import { randomUUID } from 'node:crypto'
import type { MemoryRateLimiter } from '#service/access/limits/rate-limiter.ts'
import type { ClusterReadings } from '#service/http/request/request.ts'
import type { Market } from '#service/markets/market.ts'
import type { Scanner } from '#service/scan/schedule.ts'
import type { Log } from '#service/shared/log.ts'
import type { Readings } from '#service/shared/metrics.ts'
import type { Invalidations } from '#service/store/invalidation-events.ts'
import { createLeases } from './leases.ts'
import { singleFlightScan } from './single-flight-scan.ts'
import type { SingleFlightScanParts } from './single-flight-scan.ts'
import { redisLink } from './redis-link.ts'
import { redisInvalidation } from './redis-invalidation.ts'
import { sharedLimiter } from './shared-limiter.ts'
import { sharedMarket } from './shared-market.ts'

export type Cluster = {
  readonly invalidations: Invalidations
  /** `own` counts while Redis does not answer. */
  readonly shareLimits: (own: MemoryRateLimiter) => ReturnType<typeof sharedLimiter>
  /** The same market, watched by one node for all. */
  readonly shareMarket: (market: Market) => Market
  /** The same scanner, one at a time among all nodes and commands. */
  readonly oneScan: (scanner: Scanner, told: Pick<SingleFlightScanParts, 'batches' | 'scans'>) => Scanner
  readonly readings: () => ClusterReadings
  /** The same, for `/metrics`. */
  readonly metrics: () => Readings
  /** Leaves the cluster: its leases are free for other nodes at once. */
  readonly close: () => Promise<void>
}

export type ClusterParts = {
  /** REDIS_URL. */
  readonly url: string
  readonly log: Log
  readonly elapsed?: () => number
  /** CLI processes publish invalidations and wait for acknowledgements but never acknowledge themselves. */
  readonly role?: 'node' | 'command'
}

/**
 * Joins the cluster at a Redis. While Redis is unreachable the node works alone, and joins again when it is
 * back.
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
  const ends: (() => Promise<void>)[] = [invalidations.close]
  let limiter: ReturnType<typeof sharedLimiter> | undefined
  let market: ReturnType<typeof sharedMarket> | undefined
  await invalidations.tried
  const readings = (): ClusterReadings => ({
    isJoined: invalidations.isJoined(),
    limitsShared: limiter?.isShared() ?? false,
    isMarketSource: market?.isSource() ?? true,
  })
  return {
    invalidations,
    shareLimits(own) {
      const link = redisLink({ url, log, name: 'limits' })
      ends.push(link.close)
      return (limiter = sharedLimiter({ redis: link.redis, prefix, own, log, elapsed }))
    },
    shareMarket(given) {
      market = sharedMarket({ market: given, url, prefix, node, leases, log, elapsed })
      ends.push(market.stop)
      return market.market
    },
    oneScan: (scanner, { batches, scans }) =>
      singleFlightScan({ scanner, leases, invalidations, batches, scans }),
    readings,
    metrics() {
      const { isJoined, limitsShared, isMarketSource } = readings()
      return {
        service_cluster_joined: Number(isJoined),
        service_limits_shared: Number(limitsShared),
        service_market_source: Number(isMarketSource),
      }
    },
    async close() {
      for (const end of ends.toReversed()) await end()
    },
  }
}

/** Channels are shared by all databases of a Redis: its number is part of every name. */
function prefixOf(url: string): string {
  return `options-service:${new URL(url).pathname.slice(1) || '0'}:`
}
