/** The crew of one: this thread, which gives the event loop its turns. */
import type { Market } from '#service/market/market.ts'
import { turn } from '#service/settings/turn.ts'
import type { BatchRepository } from '#service/store/batches.ts'
import type { Crew } from './night.ts'
import { sweepSymbols } from './sweep.ts'

/** Gives the event loop its turn where it had none for `yieldEvery` milliseconds. */
const createPause = (now: () => number, yieldEvery: number): (() => Promise<void>) => {
  let rested = now()
  return async () => {
    if (now() - rested < yieldEvery) return
    await turn()
    rested = now()
  }
}

export type OwnCrewInput = {
  readonly market: Market
  readonly batches: Pick<BatchRepository, 'volatilities'>
  /** Wall clock in milliseconds, for durations only. */
  readonly now: () => number
  readonly yieldEvery: number
  /** How long each call of the market may take, milliseconds. */
  readonly deadlineMs?: number
}

export const ownCrew = ({ now, yieldEvery, ...about }: OwnCrewInput): Crew => {
  const pause = createPause(now, yieldEvery)
  return {
    width: 1,
    sweep: (night, symbols) => sweepSymbols({ ...about, night, pause }, symbols),
    close: async () => {},
  }
}
