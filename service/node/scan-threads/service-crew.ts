/** The service's own crew: as many threads as there are cores, at most four. */
import { availableParallelism } from 'node:os'
import type { Crew } from '#service/scan/night.ts'
import type { StorePlace } from '../open-store.ts'
import type { ServiceThreadData } from './service-thread.ts'
import { threadCrew } from './thread-crew.ts'

/** Each opens the market for itself, which takes memory. */
const mostThreads = 4

/** Opens the crew of a scan, for `runScan`. */
export const serviceCrew =
  ({ databaseUrl, dataDir, market, pepperFile }: StorePlace): ((at: Date) => Promise<Crew>) =>
  (at) =>
    threadCrew({
      entry: new URL('./service-thread.ts', import.meta.url),
      data: {
        place: { databaseUrl, dataDir, market, pepperFile },
        at: at.getTime(),
      } satisfies ServiceThreadData,
      threads: Math.min(mostThreads, availableParallelism()),
    })
