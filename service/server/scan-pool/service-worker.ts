/** A thread of the service's own scan: the market and the store it was started with, opened once more. */
import { workerData } from 'node:worker_threads'
import { openMarket } from '../../markets/registry.ts'
import { reopenStore } from '../open-store.ts'
import type { StorePlace } from '../open-store.ts'
import { serveSweeps } from './serve-parts.ts'

export type ServiceThreadData = {
  readonly place: StorePlace
  /** What the market's clock stands at, milliseconds. */
  readonly at: number
}

const { place, at } = workerData as ServiceThreadData
// What is broken was said when the service opened the same market.
const market = await openMarket(place.market, () => {}, { at: new Date(at) })
const { batches } = await reopenStore(place, { connections: 1 })
serveSweeps(market, batches)
