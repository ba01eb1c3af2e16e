/** The option chain of a symbol, and expirations that are asked for. */
import { Problem } from '#contract/problem.ts'
import type { Chain } from '#contract/chain.ts'
import { readChain } from '#service/analysis/income/chain.ts'
import { analyseChain } from '#service/analysis/whole-chain.ts'
import { turn } from '#service/settings/turn.ts'
import type { SymbolFacts } from './symbol-facts.ts'

/**
 * The whole chain, an expiry at a time: what is not yet known of one takes milliseconds, and others want to be answered
 * meanwhile.
 */
export async function readWholeChain(facts: SymbolFacts): Promise<Chain> {
  for (const expiry of readChain(facts).quoted) {
    expiry.atTheMoney()
    await turn()
    void expiry.refused
    await turn()
  }
  return analyseChain(facts)
}

/** @throws Problem `symbol-unknown` where the chain has no such expiration */
export function assertExpiry({ expiries }: Chain, day: string): void {
  if (expiries.some(({ expiryDate }) => expiryDate === day)) return
  throw new Problem('symbol-unknown', {
    parameter: 'expiry',
    detail: 'No options with this expiration are listed. Expected a day that the chain has.',
  })
}
