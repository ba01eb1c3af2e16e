/** The price a quote would have without the right to exercise early: what parity and the smile are made of. */
import type { Chain, Contract } from '#service/market/market.ts'
import { middle } from './strike-pairs.ts'

/** What early exercise depends on. */
export type ExerciseTerms = {
  /** The underlying's price at the chain's moment, dollars. */
  readonly spot: number
  readonly years: number
  /** Yearly, continuously compounded, decimal, as is the next. */
  readonly riskFreeRate: number
  /** What the underlying yields: as the forward says where that is known, else as the profile does. */
  readonly yield: number
  readonly style: Chain['style']
}

/**
 * The European price that the middle of a quote stands for, dollars per share. American options near the money and out
 * of it are worth hardly more, and what they are worth more is still in it.
 */
const europeanMid = (contract: Contract, _terms: ExerciseTerms): number => middle(contract)

/** The same of one expiry, each contract's computed once. */
export const europeanMids = (terms: ExerciseTerms): ((contract: Contract) => number) => {
  const known = new Map<Contract, number>()
  return (contract) => {
    let mid = known.get(contract)
    if (mid === undefined) known.set(contract, (mid = europeanMid(contract, terms)))
    return mid
  }
}
