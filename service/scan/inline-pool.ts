/** The crew of one: this thread, which gives the event loop its turns. */
import type { Market } from '#service/markets/market.ts'
import { createEventLoopYield } from '#service/shared/yield-to-event-loop.ts'
import type { BatchRepository } from '#service/store/batches.ts'
import type { ScanPool } from './scan-context.ts'
import { scanSymbols } from './scan-symbols.ts'

export type InlinePoolInput = {
  readonly market: Market
  readonly batches: Pick<BatchRepository, 'volatilities'>
  /** Wall clock in milliseconds, for durations only. */
  readonly now: () => number
  /** The event loop has its turn where it had none for so long, milliseconds. */
  readonly yieldEvery: number
  /** How long each call of the market may take, milliseconds. */
  readonly deadlineMs?: number
}

export const inlinePool = ({ now, yieldEvery, ...about }: InlinePoolInput): ScanPool => {
  const pause = createEventLoopYield({ elapsed: now, stretchMs: yieldEvery })
  return {
    width: 1,
    sweep: (night, symbols) => scanSymbols({ ...about, night, pause }, symbols),
    close: async () => {},
  }
}
