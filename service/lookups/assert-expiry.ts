/** Validates the `expiry` of a chain request. */
import { Problem } from '#contract/api/problem.ts'
import type { Chain } from '#contract/responses/chain.ts'

/** @throws Problem `symbol-unknown` if the chain has no such expiration */
export function assertExpiry({ expiries }: Chain, day: string): void {
  if (expiries.some(({ expiryDate }) => expiryDate === day)) return
  throw new Problem('symbol-unknown', {
    parameter: 'expiry',
    detail: 'No options with this expiration are listed. Expected an expiration of the chain.',
  })
}
