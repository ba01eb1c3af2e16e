/** Evaluates an option that the user has sold, with the quotes of the current chain. */
import type { RefusalReason } from '#contract/responses/income.ts'
import { daysBetween } from '#service/markets/calendar.ts'
import type { Contract, Day } from '#service/markets/market.ts'
import { intrinsicOf, probabilityOf } from '../income/candidate.ts'
import type { EvaluatedChain } from '../income/evaluated-chain.ts'
import { isStandard, type PricedExpiry } from '../surface.ts'
import { expiryRefusalOf } from '../surface/refused-expiries.ts'

/** An open option and its figures. Prices are dollars per share. */
export type OpenOption = {
  readonly contract: Contract
  /** Calendar days until expiry; 0 on the last day. */
  readonly days: number
  /** `undefined` on the last day, and if the chain is refused. */
  readonly expiry: PricedExpiry | undefined
  /** Reason why the option's quote is refused; null if it is accepted. */
  readonly refused: RefusalReason | null
  /** The ask; null if the quote is refused or has no ask. */
  readonly costToClose: number | null
  /** Probability of expiring worthless; null if unknown. */
  readonly probability: number | null
  /** Exercise value at the chain's price of the underlying. */
  readonly intrinsic: number
}

/** Checks only the option's own quote: on its last day there is no fitted distribution. */
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
  const screenRefusal = expiry.refused.find((quote) => quote.contract.id === contract.id)?.reason
  if (screenRefusal !== undefined) return screenRefusal
  const expiryRefusal = expiryRefusalOf(expiries)(expiry)
  if (expiryRefusal !== undefined) return expiryRefusal
  return probabilityOf(contract, expiry) === undefined ? 'far-from-smile' : null
}

/**
 * Returns the figures of an open contract. `evaluated.expiries` must contain the expiries of an
 * index, too, although How recommends no trades for it.
 */
export const openOptionOf = (contract: Contract, evaluated: EvaluatedChain, date: Day): OpenOption => {
  const expiry = evaluated.expiries.find(({ day }) => day === contract.expiry)
  const refused = refusalOf(contract, expiry, evaluated)
  const hasAsk = contract.ask > 0 && Number.isFinite(contract.ask)
  return {
    contract,
    days: daysBetween(date, contract.expiry),
    expiry,
    refused,
    costToClose: refused === null && hasAsk ? contract.ask : null,
    probability: refused === null && expiry ? (probabilityOf(contract, expiry) ?? null) : null,
    intrinsic: intrinsicOf(contract, evaluated.price),
  }
}
