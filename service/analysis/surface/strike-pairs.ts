/** The contracts of one expiry, strike by strike, and which of their quotes can be read. */
import type { Contract } from '#service/markets/market.ts'

/** Whether there are a bid and a higher ask. */
export const isQuoted = (contract: Contract | undefined): contract is Contract =>
  contract !== undefined && contract.bid > 0 && contract.ask > contract.bid

/** Dollars per share. */
export const middle = (contract: Contract): number => (contract.bid + contract.ask) / 2

/** Both contracts of one strike. */
export type StrikePair = { readonly strike: number; call: Contract | undefined; put: Contract | undefined }

/** `contracts` are sorted by strike. */
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
