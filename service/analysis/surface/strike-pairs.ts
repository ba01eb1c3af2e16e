/** The contracts of one expiry by strike, and checks of their quotes. */
import type { Contract } from '#service/markets/market.ts'

/** Whether the contract has a bid and a higher ask. */
export const isQuoted = (contract: Contract | undefined): contract is Contract =>
  contract !== undefined && contract.bid > 0 && contract.ask > contract.bid

/** Mid price, dollars per share. */
export const midOf = (contract: Contract): number => (contract.bid + contract.ask) / 2

/** The call and the put of one strike. */
export type StrikePair = { readonly strike: number; call: Contract | undefined; put: Contract | undefined }

/**
 * Groups contracts, which are sorted by strike. Of several with the same strike and right, the
 * first counts.
 */
export const pairsOf = (contracts: readonly Contract[]): StrikePair[] => {
  const pairs: StrikePair[] = []
  for (const contract of contracts) {
    let pair = pairs.at(-1)
    if (pair?.strike !== contract.strike)
      pairs.push((pair = { strike: contract.strike, call: undefined, put: undefined }))
    pair[contract.right] ??= contract
  }
  return pairs
}
