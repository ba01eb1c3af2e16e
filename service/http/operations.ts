/** What an operator's machines ask: whether it lives, whether it is ready, how it fares. */
import { Problem } from '#contract/problem.ts'
import type { Market } from '#service/market/market.ts'
import type { Config } from '#service/settings/config.ts'
import type { Metrics } from '#service/settings/metrics.ts'
import type { Store } from '#service/store/store.ts'
import type { RequestContext, Route } from './route.ts'

export type OperationsParts = {
  readonly config: Pick<Config, 'version'>
  readonly market: Pick<Market, 'now' | 'status'>
  readonly metrics: Pick<Metrics, 'text'>
  readonly store: Store
}

const noStore = { 'Cache-Control': 'private, no-store' }

/** The rows, answered at every host name, so that a load balancer can ask by address. */
export function operationsTable({ config, market, metrics, store }: OperationsParts): Route[] {
  const batchAge = async () => {
    const batch = await store.batches.latest()
    return batch && Math.max(0, (market.now().getTime() - Date.parse(batch.dateOfScan)) / 1000)
  }
  const row = (name: string, handle: Route['handle']): Route => ({
    name,
    method: 'GET',
    path: `/${name}`,
    door: 'every-host',
    handle,
  })
  return [
    row('healthz', () => Response.json({ status: 'alive', version: config.version }, { headers: noStore })),
    row('readyz', async ({ readings }: RequestContext) => {
      if (readings?.().isStopping) throw new Problem('unavailable', { detail: 'The service is stopping.' })
      await store.check()
      const { state, simulated } = market.status()
      const age = await batchAge()
      if (age === undefined)
        throw new Problem(
          'unavailable',
          { detail: 'The first scan has not finished yet.' },
          { retryAfterSeconds: 2 },
        )
      return Response.json(
        { status: 'ready', store: 'ok', market: { state, simulated }, batchAgeSeconds: Math.round(age) },
        { headers: noStore },
      )
    }),
    row('metrics', async ({ readings }: RequestContext) => {
      const told = readings?.()
      const text = metrics.text({
        service_batch_age_seconds: {
          help: 'Age of the latest batch on the clock of the market.',
          value: await batchAge(),
        },
        process_resident_memory_bytes: { help: 'Memory of the process.', value: told?.memory },
        service_log_lines_dropped_total: {
          help: 'Log lines that could not be written: the disk is full, or nobody reads them.',
          type: 'counter',
          value: told?.droppedLogLines,
        },
      })
      return new Response(text, {
        headers: { ...noStore, 'Content-Type': 'text/plain; version=0.0.4; charset=utf-8' },
      })
    }),
  ]
}
