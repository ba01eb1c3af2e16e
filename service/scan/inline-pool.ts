/** A scan pool of width 1: processes parts on this thread and yields to the event loop. */
import type { Market } from '#service/markets/market.ts'
import { createEventLoopYield } from '#service/shared/yield-to-event-loop.ts'
import type { BatchRepository } from '#service/store/batches.ts'
import type { ScanPool } from './scan-context.ts'
import { scanSymbols } from './scan-symbols.ts'

export type InlinePoolInput = {
  readonly market: Market
  readonly batches: Pick<BatchRepository, 'volatilities'>
  /** Clock for durations, milliseconds. */
  readonly now: () => number
  /** Milliseconds of work after which the scan yields to the event loop. */
  readonly yieldEvery: number
  /** Timeout of each market call, milliseconds. */
  readonly timeoutMs?: number
}

/** Creates the pool. */
export const inlinePool = ({ now, yieldEvery, ...partInput }: InlinePoolInput): ScanPool => {
  const pause = createEventLoopYield({ elapsed: now, sliceMs: yieldEvery })
  return {
    width: 1,
    scanPart: (context, symbols) => scanSymbols({ ...partInput, context, pause }, symbols),
    close: async () => {},
  }
}
