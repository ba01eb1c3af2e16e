/** An option that the user has sold, found in today's chain. */
import type { RefusalReason } from '#contract/responses/income.ts'
import { daysBetween } from '#service/markets/calendar.ts'
import type { Contract, Day } from '#service/markets/market.ts'
import { intrinsicOf, probabilityOf } from '../income/candidate.ts'
import type { ReadChain } from '../income/chain.ts'
import { doubtOf } from '../income/reach.ts'
import { isStandard, type PricedExpiry } from '../surface.ts'

/** An open option with its accepted data. Dollars per share. */
export type OpenOption = {
  readonly contract: Contract
  /** Calendar days left; 0 on the last one. */
  readonly days: number
  /** Undefined on the last day, and if the whole chain is refused. */
  readonly expiry: PricedExpiry | undefined
  /** Why its quote is not believed; null if it is. */
  readonly refused: RefusalReason | null
  /** The ask if it is accepted; null also without an ask. */
  readonly costToClose: number | null
  /** Of expiring worthless; null if that is not known. */
  readonly probability: number | null
  /** What exercise pays at the chain's price. */
  readonly intrinsic: number
}

/** On its last day an option has no fitted distribution: its quote is checked alone. */
const refusedByItself = (contract: Contract): RefusalReason | null => {
  if (!isStandard(contract)) return 'adjusted'
  return contract.bid > 0 && !(contract.bid < contract.ask) ? 'crossed' : null
}

const refusedOf = (
  contract: Contract,
  expiry: PricedExpiry | undefined,
  { expiries, reason }: ReadChain,
): RefusalReason | null => {
  if (reason !== null) return reason
  if (!expiry) return refusedByItself(contract)
  const screened = expiry.refused.find((each) => each.contract.id === contract.id)?.reason
  if (screened !== undefined) return screened
  const doubt = doubtOf(expiries)(expiry)
  if (doubt !== undefined) return doubt
  return probabilityOf(contract, expiry) === undefined ? 'far-from-smile' : null
}

/**
 * The accepted data of an open contract. An index has expiries in `read` although How recommends none of
 * them.
 */
export const openOptionOf = (contract: Contract, read: ReadChain, today: Day): OpenOption => {
  const expiry = read.expiries.find(({ day }) => day === contract.expiry)
  const refused = refusedOf(contract, expiry, read)
  const isAsked = contract.ask > 0 && Number.isFinite(contract.ask)
  return {
    contract,
    days: daysBetween(today, contract.expiry),
    expiry,
    refused,
    costToClose: refused === null && isAsked ? contract.ask : null,
    probability: refused === null && expiry ? (probabilityOf(contract, expiry) ?? null) : null,
    intrinsic: intrinsicOf(contract, read.price),
  }
}
