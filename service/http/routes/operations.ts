/** Operational routes: liveness, readiness and metrics. */
import { Problem } from '#contract/api/problem.ts'
import type { Market } from '#service/markets/market.ts'
import type { Config } from '#service/shared/config.ts'
import type { Metrics, Readings } from '#service/shared/metrics.ts'
import type { Batch } from '#service/store/batches.ts'
import type { CachingStore } from '#service/store/caching.ts'
import type { Store } from '#service/store/store.ts'
import { jsonResponse, textResponse } from '#service/http/response/response.ts'
import type { Route } from '#service/http/route.ts'
import { marketState, setMarketMetrics } from './market-state.ts'
import { createReadiness, valueOrUndefined } from './readiness.ts'
import { isBehind, setScanMetrics, scanState } from './scan-state.ts'
import { createStoreFigures } from './store-figures.ts'

export type OperationsParts = Pick<CachingStore, 'servesFromCache'> & {
  readonly config: Pick<Config, 'version'>
  readonly market: Pick<Market, 'now' | 'status' | 'capabilities'>
  readonly metrics: Pick<Metrics, 'set' | 'removeSeries' | 'text'>
  readonly store: Store
  readonly clock: () => number
  readonly elapsed: () => number
}

const noStore = { 'Cache-Control': 'private, no-store' }

/** Updates the metrics of the store and the market, and returns the values that are read on request. */
export type ReadMetrics = () => Promise<Readings>

/** Returns the function that reads the metrics for `/metrics` and for the OpenTelemetry collector. */
export function createMetricReader({ market, metrics, store, clock, elapsed }: OperationsParts): ReadMetrics {
  const batchAge = async () => {
    const batch = await store.batches.latest()
    return batch && ageOf(batch, market)
  }
  const storeFigures = createStoreFigures({ store, clock, elapsed })
  return async () => {
    const [scans, age, figures] = await Promise.all([
      valueOrUndefined(store.scans.summary()),
      valueOrUndefined(batchAge()),
      storeFigures(),
    ])
    setScanMetrics(metrics, scans)
    setMarketMetrics(metrics, market)
    return { service_batch_age_seconds: age, ...figures }
  }
}

/** Age of a batch by the market clock, seconds. */
const ageOf = ({ dateOfScan }: Batch, market: Pick<Market, 'now'>): number =>
  Math.max(0, (market.now().getTime() - Date.parse(dateOfScan)) / 1000)

/**
 * Returns the operational routes. Every host name has them, so that a load balancer can request
 * them by IP address.
 */
export function createOperationsRoutes(
  { config, market, metrics, store, servesFromCache }: OperationsParts,
  readMetrics: ReadMetrics,
): Route[] {
  const readiness = createReadiness({ store, servesFromCache })
  const createRoute = (name: string, handle: Route['handle']): Route => ({
    name,
    method: 'GET',
    path: `/${name}`,
    door: 'every-host',
    limits: [],
    handle,
  })
  return [
    livenessRoute(config.version),
    createRoute('readyz', async ({ processState, url }) => {
      const { isStopping, cluster } = processState?.() ?? {}
      if (isStopping) throw new Problem('unavailable', { detail: 'The service is stopping.' })
      const { batch, scans, reason } = await readiness(url.searchParams.has('strict'))
      // The service is still ready, because it serves the previous batch. So it is while a vendor fails.
      const status = reason !== null || isBehind(scans) ? 'degraded' : 'ready'
      return jsonResponse(
        {
          status,
          store: reason === null ? 'ok' : 'unavailable',
          ...(reason !== null && { reason }),
          market: marketState(market),
          batchAgeSeconds: Math.round(ageOf(batch, market)),
          lastScan: scanState(scans),
          ...(cluster && {
            cluster: cluster.isJoined ? 'joined' : 'alone',
            limits: cluster.limitsShared ? 'shared' : 'per-node',
          }),
        },
        noStore,
      )
    }),
    createRoute('metrics', async ({ processState }) => {
      const text = metrics.text({ ...(await readMetrics()), ...processState?.().metrics() })
      return textResponse(text, {
        ...noStore,
        'Content-Type': 'text/plain; version=0.0.4; charset=utf-8',
      })
    }),
  ]
}

/** Liveness route. Its response is constant, because it is requested often. */
function livenessRoute(version: string): Route {
  const response = jsonResponse({ status: 'alive', version }, noStore)
  return {
    name: 'healthz',
    method: 'GET',
    path: '/healthz',
    door: 'every-host',
    limits: [],
    handle: () => response,
  }
}
