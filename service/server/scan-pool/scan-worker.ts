/** A worker thread of the service's scan: opens the service's market and store once, then processes parts. */
import { Tinypool } from 'tinypool'
import { openMarket } from '#service/markets/registry.ts'
import { reopenStore } from '#service/server/open-store.ts'
import type { StorePlace } from '#service/server/open-store.ts'
import { partProcessor } from './part-task.ts'

export type ScanWorkerData = {
  readonly place: StorePlace
  /** The time of the market's clock, milliseconds. */
  readonly at: number
}

const { place, at } = Tinypool.workerData as ScanWorkerData
// Broken files were logged when the service opened the same market.
const market = await openMarket(place.market, { log: () => {}, purpose: 'scan', fixedTime: new Date(at) })
const { batches } = await reopenStore(place, { connections: 1 })

export const processPart = partProcessor(market, batches)
