/** A thread of the service's own scan: the market and the store it was started with, opened once more. */
import { workerData } from 'node:worker_threads'
import { openMarket } from '#service/markets/registry.ts'
import { reopenStore } from '#service/server/open-store.ts'
import type { StorePlace } from '#service/server/open-store.ts'
import { serveParts } from './serve-parts.ts'

export type ServiceWorkerData = {
  readonly place: StorePlace
  /** The time of the market's clock, milliseconds. */
  readonly at: number
}

const { place, at } = workerData as ServiceWorkerData
// Broken files were reported when the service opened the same market.
const market = await openMarket(place.market, () => {}, { at: new Date(at) })
const { batches } = await reopenStore(place, { connections: 1 })
serveParts(market, batches)
