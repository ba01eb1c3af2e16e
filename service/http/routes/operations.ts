/** Operational routes: liveness, readiness and metrics. */
import { Problem } from '#contract/api/problem.ts'
import type { Market } from '#service/markets/market.ts'
import type { Config } from '#service/shared/config.ts'
import type { Metrics } from '#service/shared/metrics.ts'
import { withTimeout } from '#service/shared/with-timeout.ts'
import type { Batch } from '#service/store/batches.ts'
import type { Store } from '#service/store/store.ts'
import { jsonResponse, textResponse } from '#service/http/response/response.ts'
import type { Route } from '#service/http/route.ts'
import { isBehind, measureScans, scanState } from './scan-state.ts'

export type OperationsParts = {
  readonly config: Pick<Config, 'version'>
  readonly market: Pick<Market, 'now' | 'status'>
  readonly metrics: Pick<Metrics, 'set' | 'forget' | 'text'>
  readonly store: Store
}

/**
 * Timeout of a silent store: monitoring gives up after some seconds and would report the service as dead.
 * Milliseconds.
 */
const timeoutMs = 2000

const silent = () =>
  new Problem('unavailable', { detail: 'The store does not answer.' }, { retryAfterSeconds: 2 })

const noStore = { 'Cache-Control': 'private, no-store' }

/** The rows, served at every host name, so that a load balancer can request them by IP address. */
export function operationsTable({ config, market, metrics, store }: OperationsParts): Route[] {
  const ageOf = ({ dateOfScan }: Batch) =>
    Math.max(0, (market.now().getTime() - Date.parse(dateOfScan)) / 1000)
  const batchAge = async () => {
    const batch = await store.batches.latest()
    return batch && ageOf(batch)
  }
  const readiness = async () => {
    await store.check()
    return { age: ageOf(await answerable(store)), scans: await store.scans.summary() }
  }
  const row = (name: string, handle: Route['handle']): Route => ({
    name,
    method: 'GET',
    path: `/${name}`,
    door: 'every-host',
    limits: [],
    handle,
  })
  return [
    alive(config.version),
    row('readyz', async ({ readings }) => {
      const { isStopping, cluster } = readings?.() ?? {}
      if (isStopping) throw new Problem('unavailable', { detail: 'The service is stopping.' })
      const { age, scans } = await withTimeout(timeoutMs, readiness(), silent)
      const { state, simulated } = market.status()
      // The previous batch is still served: the service is ready.
      const status = isBehind(scans) ? 'degraded' : 'ready'
      const batchAgeSeconds = Math.round(age)
      return jsonResponse(
        {
          status,
          store: 'ok',
          market: { state, simulated },
          batchAgeSeconds,
          lastScan: scanState(scans),
          ...(cluster && {
            cluster: cluster.isJoined ? 'joined' : 'alone',
            limits: cluster.limitsShared ? 'shared' : 'per-node',
          }),
        },
        noStore,
      )
    }),
    row('metrics', async ({ readings }) => {
      const [scans, age] = await Promise.all([known(store.scans.summary()), known(batchAge())])
      measureScans(metrics, scans)
      const text = metrics.text({ service_batch_age_seconds: age, ...readings?.().metrics() })
      return textResponse(text, {
        ...noStore,
        'Content-Type': 'text/plain; version=0.0.4; charset=utf-8',
      })
    }),
  ]
}

/**
 * The store's result, undefined after the timeout: the store's own metrics count that, and the other metrics
 * are needed most then.
 */
const known = <Answer>(asked: Promise<Answer>): Promise<Answer | undefined> =>
  withTimeout(timeoutMs, asked, silent).catch(() => undefined)

/**
 * The batch, if there is one to serve.
 *
 * @throws Problem with the reason if not
 */
async function answerable(store: Store): Promise<Batch> {
  const refuse = (detail: string): never => {
    throw new Problem('unavailable', { detail }, { retryAfterSeconds: 2 })
  }
  const batch = await store.batches.latest()
  if (!batch) return refuse(await whyNoBatch(store))
  if (batch.scores.length === 0) return refuse('The latest batch is empty: its scan could analyse no symbol.')
  return batch
}

async function whyNoBatch({ scans }: Pick<Store, 'scans'>): Promise<string> {
  const last = scanState(await scans.summary())
  return last
    ? `No scan has published a batch yet; the last ${last.outcome === 'refused' ? 'was refused' : 'failed'}: ${last.reason}.`
    : 'Scanning: the first scan has not finished yet.'
}

/** Liveness: a constant response, requested all the time. */
function alive(version: string): Route {
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
