/** The crew of one: this thread, which gives the event loop its turns. */
import type { Market } from '#service/markets/market.ts'
import { createPace } from '#service/shared/yield-to-event-loop.ts'
import type { BatchRepository } from '#service/store/batches.ts'
import type { Crew } from './scan-context.ts'
import { sweepSymbols } from './scan-symbols.ts'

export type OwnCrewInput = {
  readonly market: Market
  readonly batches: Pick<BatchRepository, 'volatilities'>
  /** Wall clock in milliseconds, for durations only. */
  readonly now: () => number
  /** The event loop has its turn where it had none for so long, milliseconds. */
  readonly yieldEvery: number
  /** How long each call of the market may take, milliseconds. */
  readonly deadlineMs?: number
}

export const ownCrew = ({ now, yieldEvery, ...about }: OwnCrewInput): Crew => {
  const pause = createPace({ elapsed: now, stretchMs: yieldEvery })
  return {
    width: 1,
    sweep: (night, symbols) => sweepSymbols({ ...about, night, pause }, symbols),
    close: async () => {},
  }
}
