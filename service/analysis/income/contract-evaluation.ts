/**
 * Evaluates a single listed contract, inside or outside the grid: checks its quote and computes the
 * trade.
 */
import {
  riskProfiles,
  timeframes,
  type IncomeOption,
  type RefusalReason,
} from '#contract/responses/income.ts'
import type { UnknownField } from '#contract/responses/unknown.ts'
import type { Contract } from '#service/markets/market.ts'
import { config } from '../config.ts'
import type { PricedExpiry } from '../surface.ts'
import { expiryRefusalOf } from '../surface/refused-expiries.ts'
import { candidateOf, type Candidate, type Cell } from './candidate.ts'
import type { EvaluatedChain } from './evaluated-chain.ts'
import { isInBand, daysOutsideTimeframe } from './entry.ts'
import { optionOf, type TradeContext } from './option.ts'

/** Result of the check of one contract. */
export type ContractEvaluation = {
  /** Reason why the quote is refused; null if it is accepted. */
  readonly refused: RefusalReason | null
  /**
   * Whether the expiry's smile is valid at the contract's strike. May be true for a contract
   * without a bid.
   */
  readonly isSmileValid: boolean
  /** `undefined` if the quote is refused, or the bid is at most the intrinsic value. */
  readonly candidate: Candidate | undefined
}

/**
 * Returns a function that evaluates contracts of one expiry by the rules of the grid.
 * `expiryRefusal` is the reason if the complete expiry is refused.
 */
export const createContractEvaluator = (
  expiry: PricedExpiry,
  expiryRefusal: RefusalReason | undefined,
  chain: Pick<EvaluatedChain, 'price' | 'commission'>,
): ((contract: Contract) => ContractEvaluation) => {
  const refusalByContract = new Map(expiry.refused.map(({ contract, reason }) => [contract, reason]))
  const refusedEvaluation = (reason: RefusalReason, isSmileValid = false): ContractEvaluation => ({
    refused: reason,
    isSmileValid,
    candidate: undefined,
  })
  return (contract) => {
    const reason = refusalByContract.get(contract)
    if (reason !== undefined) return refusedEvaluation(reason)
    const candidate = candidateOf(contract, expiry, chain, 0)
    if (typeof candidate === 'string')
      return refusedEvaluation(candidate, candidate === 'no-bid' && expiryRefusal === undefined)
    if (expiryRefusal !== undefined) return refusedEvaluation(expiryRefusal)
    return { refused: null, isSmileValid: true, candidate }
  }
}

/**
 * The cell whose time frame and probability band contain the candidate, otherwise the nearest cell.
 */
const nearestCell = (candidate: Candidate): Cell => {
  const { probability } = candidate
  const distanceToBand = (riskProfile: Cell['riskProfile']): number => {
    const { low, high } = config.income.profiles[riskProfile]
    return isInBand(candidate, { timeframe: 'short', riskProfile })
      ? 0
      : Math.max(low - probability, probability - high)
  }
  const distanceToTimeframe = (timeframe: Cell['timeframe']): number =>
    daysOutsideTimeframe(candidate, { timeframe, riskProfile: 'optimal' })
  const [timeframe] = timeframes.toSorted((a, b) => distanceToTimeframe(a) - distanceToTimeframe(b))
  const [riskProfile] = riskProfiles.toSorted((a, b) => distanceToBand(a) - distanceToBand(b))
  return { timeframe: timeframe!, riskProfile: riskProfile! }
}

/** A listed contract as a trade, or the reason why it cannot be sold. */
export type ListedTrade = {
  readonly contract: IncomeOption | null
  readonly contractRefused: RefusalReason | null
  readonly unknown: readonly UnknownField[]
}

/** Result of a query that names no contract. */
export const noListedTrade: ListedTrade = { contract: null, contractRefused: null, unknown: [] }

const unavailableTrade = (
  refused: RefusalReason | null,
  reason: UnknownField['reason'],
  asOf: UnknownField['asOf'] = null,
): ListedTrade => ({
  contract: null,
  contractRefused: refused,
  unknown: [{ field: 'contract', reason, asOf }],
})

/**
 * Evaluates one contract of the chain as a trade. A contract that expires today and a contract of
 * an index cannot be sold: they have the reason `not-offered`.
 */
export const listedTradeOf = (
  contract: Contract,
  chain: EvaluatedChain,
  context: TradeContext,
): ListedTrade => {
  if (chain.reason !== null) return unavailableTrade(chain.reason, chain.reason, chain.day)
  const expiry = chain.expiries.find(({ day }) => day === contract.expiry)
  if (!expiry) return unavailableTrade(null, 'not-offered')
  const { refused, candidate } = createContractEvaluator(
    expiry,
    expiryRefusalOf(chain.expiries)(expiry),
    chain,
  )(contract)
  if (refused !== null) return unavailableTrade(refused, 'refused')
  if (!candidate) return unavailableTrade(null, 'not-offered')
  return {
    contract: optionOf(candidate, nearestCell(candidate), context),
    contractRefused: null,
    unknown: [],
  }
}
