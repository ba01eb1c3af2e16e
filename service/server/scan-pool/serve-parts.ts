/** The worker of worker-pool.ts: runs on a separate thread. */
import { parentPort } from 'node:worker_threads'
import type { Market } from '#service/markets/market.ts'
import type { PartResult, ScanContext } from '#service/scan/scan-context.ts'
import { scanSymbols } from '#service/scan/scan-symbols.ts'
import type { BatchRepository } from '#service/store/batches.ts'

export type PartRequest = { readonly night: ScanContext; readonly symbols: readonly string[] }
/** `ready` once; `alive` before each symbol, as heartbeat; then the result. */
export type WorkerMessage = 'ready' | 'alive' | { readonly found: PartResult }

/** Reports readiness, then processes one request after the other until the thread is terminated. */
export function serveParts(market: Market, batches: Pick<BatchRepository, 'volatilities'>): void {
  const port = parentPort
  if (!port) throw new Error('this is the work of a thread')
  const say = (message: WorkerMessage) => port.postMessage(message)
  // No other work shares this thread, so there is no need to yield.
  const pause = async (): Promise<void> => say('alive')
  port.on('message', ({ night, symbols }: PartRequest) => {
    void scanSymbols({ market, batches, night, pause }, symbols).then((found) => say({ found }))
  })
  say('ready')
}
