/** An option that the user has sold, evaluated with today's chain. */
import type { RefusalReason } from '#contract/responses/income.ts'
import { daysBetween } from '#service/markets/calendar.ts'
import type { Contract, Day } from '#service/markets/market.ts'
import { intrinsicOf, probabilityOf } from '../income/candidate.ts'
import type { EvaluatedChain } from '../income/chain.ts'
import { expiryRefusalOf } from '../income/tradable.ts'
import { isStandard, type PricedExpiry } from '../surface.ts'

/** An open option with its accepted data. Dollars per share. */
export type OpenOption = {
  readonly contract: Contract
  /** Calendar days left; 0 on the last one. */
  readonly days: number
  /** Undefined on the last day, and if the chain is refused. */
  readonly expiry: PricedExpiry | undefined
  /** Why its quote is refused; null if it is accepted. */
  readonly refused: RefusalReason | null
  /** The ask if it is accepted; null also without an ask. */
  readonly costToClose: number | null
  /** Probability of expiring worthless; null if unknown. */
  readonly probability: number | null
  /** Exercise value at the chain's price. */
  readonly intrinsic: number
}

/** On its last day an option has no fitted distribution: only its own quote is checked. */
const quoteRefusalOf = (contract: Contract): RefusalReason | null => {
  if (!isStandard(contract)) return 'adjusted'
  return contract.bid > 0 && !(contract.bid < contract.ask) ? 'crossed' : null
}

const refusalOf = (
  contract: Contract,
  expiry: PricedExpiry | undefined,
  { expiries, reason }: EvaluatedChain,
): RefusalReason | null => {
  if (reason !== null) return reason
  if (!expiry) return quoteRefusalOf(contract)
  const screened = expiry.refused.find((quote) => quote.contract.id === contract.id)?.reason
  if (screened !== undefined) return screened
  const expiryRefusal = expiryRefusalOf(expiries)(expiry)
  if (expiryRefusal !== undefined) return expiryRefusal
  return probabilityOf(contract, expiry) === undefined ? 'far-from-smile' : null
}

/**
 * The accepted data of an open contract. For an index, `evaluated` has expiries although How recommends none.
 */
export const openOptionOf = (contract: Contract, evaluated: EvaluatedChain, today: Day): OpenOption => {
  const expiry = evaluated.expiries.find(({ day }) => day === contract.expiry)
  const refused = refusalOf(contract, expiry, evaluated)
  const hasAsk = contract.ask > 0 && Number.isFinite(contract.ask)
  return {
    contract,
    days: daysBetween(today, contract.expiry),
    expiry,
    refused,
    costToClose: refused === null && hasAsk ? contract.ask : null,
    probability: refused === null && expiry ? (probabilityOf(contract, expiry) ?? null) : null,
    intrinsic: intrinsicOf(contract, evaluated.price),
  }
}
