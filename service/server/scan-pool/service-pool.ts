/** The service's own crew: as many threads as there are cores, at most four. */
import { availableParallelism } from 'node:os'
import type { ScanPool } from '#service/scan/scan-context.ts'
import type { StorePlace } from '#service/server/open-store.ts'
import type { ServiceWorkerData } from './service-worker.ts'
import { workerPool } from './worker-pool.ts'

/** Each opens the market for itself, which takes memory. */
const mostThreads = 4

/** Opens the crew of a scan, for `runScan`. */
export const servicePool =
  ({ databaseUrl, dataDir, market, pepperFile }: StorePlace): ((at: Date) => Promise<ScanPool>) =>
  (at) =>
    workerPool({
      entry: new URL('./service-worker.ts', import.meta.url),
      data: {
        place: { databaseUrl, dataDir, market, pepperFile },
        at: at.getTime(),
      } satisfies ServiceWorkerData,
      threads: Math.min(mostThreads, availableParallelism()),
    })
