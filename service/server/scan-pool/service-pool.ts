/** The service's own crew: as many threads as there are cores, at most four. */
import { availableParallelism } from 'node:os'
import type { Crew } from '#service/scan/scan-context.ts'
import type { StorePlace } from '../open-store.ts'
import type { ServiceThreadData } from './service-worker.ts'
import { threadCrew } from './worker-pool.ts'

/** Each opens the market for itself, which takes memory. */
const mostThreads = 4

/** Opens the crew of a scan, for `runScan`. */
export const serviceCrew =
  ({ databaseUrl, dataDir, market, pepperFile }: StorePlace): ((at: Date) => Promise<Crew>) =>
  (at) =>
    threadCrew({
      entry: new URL('./service-worker.ts', import.meta.url),
      data: {
        place: { databaseUrl, dataDir, market, pepperFile },
        at: at.getTime(),
      } satisfies ServiceThreadData,
      threads: Math.min(mostThreads, availableParallelism()),
    })
