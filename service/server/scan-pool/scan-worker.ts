/** A worker thread of the scan: opens the market and the store of the service once, then processes parts. */
import { Tinypool } from 'tinypool'
import { openMarket } from '#service/markets/registry.ts'
import { reopenStore } from '#service/server/open-store.ts'
import type { StoreLocation } from '#service/server/open-store.ts'
import { partProcessor } from './part-task.ts'

export type ScanWorkerData = {
  readonly location: StoreLocation
  /** Time of the scan by the clock of the market, milliseconds. */
  readonly scanTimeMs: number
}

const { location, scanTimeMs } = Tinypool.workerData as ScanWorkerData
// The service has already logged broken files of this market.
const market = await openMarket(location.market, {
  log: () => {},
  purpose: 'scan',
  fixedTime: new Date(scanTimeMs),
})
const { batches } = await reopenStore(location, { connections: 1 })

export const processPart = partProcessor(market, batches)
