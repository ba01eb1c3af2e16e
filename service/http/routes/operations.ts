/** What an operator's machines ask: whether it lives, whether it is ready, how it fares. */
import { Problem } from '#contract/api/problem.ts'
import type { Market } from '#service/markets/market.ts'
import type { Config } from '#service/shared/config.ts'
import type { Metrics } from '#service/shared/metrics.ts'
import { within } from '#service/shared/with-timeout.ts'
import type { Batch } from '#service/store/batches.ts'
import type { Store } from '#service/store/store.ts'
import { fieldList } from '../response/kept-answer.ts'
import type { BytesAnswer } from '../response/kept-answer.ts'
import type { HandledRoute, RequestContext, Route } from '../route.ts'
import { isBehind, measureScans, scanState } from './scan-state.ts'

export type OperationsParts = {
  readonly config: Pick<Config, 'version'>
  readonly market: Pick<Market, 'now' | 'status'>
  readonly metrics: Pick<Metrics, 'set' | 'forget' | 'text'>
  readonly store: Store
}

/**
 * A store that has gone silent is waited for so long: who watches the service gives up after some seconds himself, and would
 * take it for dead. Milliseconds.
 */
const patienceMs = 2000

const silent = () =>
  new Problem('unavailable', { detail: 'The store does not answer.' }, { retryAfterSeconds: 2 })

const noStore = { 'Cache-Control': 'private, no-store' }

/** The rows, answered at every host name, so that a load balancer can ask by address. */
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
  const row = (name: string, handle: HandledRoute['handle']): Route => ({
    name,
    method: 'GET',
    path: `/${name}`,
    door: 'every-host',
    handle,
  })
  return [
    alive(config.version),
    row('readyz', async ({ readings }: RequestContext) => {
      const { isStopping, cluster } = readings?.() ?? {}
      if (isStopping) throw new Problem('unavailable', { detail: 'The service is stopping.' })
      const { age, scans } = await within(patienceMs, readiness(), silent)
      const { state, simulated } = market.status()
      // The batch before is served on: who asks whether requests can be answered is told that they can.
      const status = isBehind(scans) ? 'degraded' : 'ready'
      const batchAgeSeconds = Math.round(age)
      return Response.json(
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
        { headers: noStore },
      )
    }),
    row('metrics', async ({ readings }: RequestContext) => {
      const [scans, age] = await Promise.all([known(store.scans.summary()), known(batchAge())])
      measureScans(metrics, scans)
      const text = metrics.text({ service_batch_age_seconds: age, ...readings?.().metrics() })
      return new Response(text, {
        headers: { ...noStore, 'Content-Type': 'text/plain; version=0.0.4; charset=utf-8' },
      })
    }),
  ]
}

/** What the store says in time; undefined where it does not: its own metrics count that, and the other lines are needed most then. */
const known = <Answer>(asked: Promise<Answer>): Promise<Answer | undefined> =>
  within(patienceMs, asked, silent).catch(() => undefined)

/**
 * The batch, where there is something to answer from it.
 *
 * @throws Problem that says why there is not
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

/** Says that the process answers at all: asked for all the time, and always the same. */
function alive(version: string): Route {
  const body = new TextEncoder().encode(JSON.stringify({ status: 'alive', version }))
  const fields = fieldList({
    ...noStore,
    'Content-Type': 'application/json',
    'Content-Length': String(body.byteLength),
  })
  const answer: BytesAnswer = { kept: { status: 200, fields, body } }
  return { name: 'healthz', method: 'GET', path: '/healthz', door: 'every-host', bytes: () => answer }
}
