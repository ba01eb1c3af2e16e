/** A thread of the service's own scan: the market and the store it was started with, opened once more. */
import { workerData } from 'node:worker_threads'
import { openStore } from '../data-dir.ts'
import type { MarketChoice } from '../environment.ts'
import { openMarket } from '../market-choice.ts'
import { serveSweeps } from './serve-sweeps.ts'

export type ServiceThreadData = {
  readonly market: MarketChoice
  readonly dataDir: string
  /** What the market's clock stands at, milliseconds. */
  readonly at: number
}

const { market: choice, dataDir, at } = workerData as ServiceThreadData
// What is broken was said when the service opened the same market.
const market = await openMarket(
  choice,
  () => {},
  () => new Date(at),
)
serveSweeps(market, openStore(dataDir, choice).batches)
