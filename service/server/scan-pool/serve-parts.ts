/** The other end of thread-crew.ts: what runs in a thread of its own. */
import { parentPort } from 'node:worker_threads'
import type { Market } from '#service/markets/market.ts'
import type { Found, Night } from '#service/scan/scan-context.ts'
import { sweepSymbols } from '#service/scan/scan-symbols.ts'
import type { BatchRepository } from '#service/store/batches.ts'

export type SweepRequest = { readonly night: Night; readonly symbols: readonly string[] }
/** `ready` once; `alive` before each symbol, so that a thread that hangs is known; then what was found. */
export type ThreadMessage = 'ready' | 'alive' | { readonly found: Found }

/** Says that it is ready, then answers one request after the other until the thread is ended. */
export function serveSweeps(market: Market, batches: Pick<BatchRepository, 'volatilities'>): void {
  const port = parentPort
  if (!port) throw new Error('this is the work of a thread')
  const say = (message: ThreadMessage) => port.postMessage(message)
  // Nobody waits for a turn here.
  const pause = async (): Promise<void> => say('alive')
  port.on('message', ({ night, symbols }: SweepRequest) => {
    void sweepSymbols({ market, batches, night, pause }, symbols).then((found) => say({ found }))
  })
  say('ready')
}
