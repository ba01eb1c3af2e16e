/** The task of a scan worker: one part of the scan. */
import type { MessagePort } from 'node:worker_threads'
import type { Market } from '#service/markets/market.ts'
import { emptyPartResult } from '#service/scan/scan-context.ts'
import type { PartResult, ScanContext } from '#service/scan/scan-context.ts'
import { scanSymbols } from '#service/scan/scan-symbols.ts'
import type { BatchRepository } from '#service/store/batches.ts'

export type PartTask = {
  /** Null if the worker only opens its market. */
  readonly context: ScanContext | null
  readonly symbols: readonly string[]
  /** Receives a heartbeat before each symbol. */
  readonly port: MessagePort
}

/** Creates the export `processPart` of a scan worker, which processes one part. */
export const partProcessor =
  (market: Market, batches: Pick<BatchRepository, 'volatilities'>) =>
  async ({ context, symbols, port }: PartTask): Promise<PartResult> => {
    if (!context) return emptyPartResult()
    // Sends a heartbeat instead of yielding, because nothing else runs on this thread.
    const pause = async (): Promise<void> => port.postMessage('alive')
    return scanSymbols({ market, batches, context, pause }, symbols)
  }
