/** Removes the early-exercise premium from mid prices; parity and the smile need European prices. */
import type { Contract } from '#service/markets/market.ts'
import type { EarlyExercisePremium } from './early-exercise.ts'
import { midOf } from './strike-pairs.ts'

/** The European price that corresponds to the mid of a quote, dollars per share. */
export const europeanMid = (contract: Contract, earlyExercise: EarlyExercisePremium): number => {
  const mid = midOf(contract)
  // If the premium exceeds half the mid, the quote or the premium is wrong: the result is clamped to half the mid.
  return Math.max(0.5 * mid, mid - earlyExercise(contract.right, contract.strike))
}
