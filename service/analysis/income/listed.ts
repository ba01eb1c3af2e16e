/** Evaluates one listed contract, inside or outside the grid: whether its quote is accepted, and the trade. */
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
import { candidateOf, type Candidate, type Cell } from './candidate.ts'
import type { EvaluatedChain } from './chain.ts'
import { isInBand, daysOffWindow } from './entry.ts'
import { optionOf, type TradeContext } from './option.ts'
import { expiryRefusalOf } from './tradable.ts'

export type ContractVerdict = {
  /** Why its quote is refused; null if it is accepted. */
  readonly refused: RefusalReason | null
  /** Whether the smile is valid at its strike; may be true without a bid. */
  readonly isSmileValid: boolean
  /** `undefined` if the quote is refused, or the bid is at most the intrinsic value. */
  readonly candidate: Candidate | undefined
}

/**
 * Evaluates contracts of one expiry by the rules of the grid; `expiryRefusal` is the refusal of the complete expiry.
 */
export const createVerdicts = (
  expiry: PricedExpiry,
  expiryRefusal: RefusalReason | undefined,
  chainPrice: number,
): ((contract: Contract) => ContractVerdict) => {
  const screened = new Map(expiry.refused.map(({ contract, reason }) => [contract, reason]))
  const refusedVerdict = (reason: RefusalReason, isSmileValid = false): ContractVerdict => ({
    refused: reason,
    isSmileValid,
    candidate: undefined,
  })
  return (contract) => {
    const reason = screened.get(contract)
    if (reason !== undefined) return refusedVerdict(reason)
    const candidate = candidateOf(contract, expiry, chainPrice, 0)
    if (typeof candidate === 'string')
      return refusedVerdict(candidate, candidate === 'no-bid' && expiryRefusal === undefined)
    if (expiryRefusal !== undefined) return refusedVerdict(expiryRefusal)
    return { refused: null, isSmileValid: true, candidate }
  }
}

/** The cell whose window and band contain the candidate, or the nearest one. */
const nearestCell = (candidate: Candidate): Cell => {
  const { probability } = candidate
  const distanceToBand = (riskProfile: Cell['riskProfile']): number => {
    const { low, high } = config.income.profiles[riskProfile]
    return isInBand(candidate, { timeframe: 'short', riskProfile })
      ? 0
      : Math.max(low - probability, probability - high)
  }
  const distanceToWindow = (timeframe: Cell['timeframe']): number =>
    daysOffWindow(candidate, { timeframe, riskProfile: 'optimal' })
  const [timeframe] = timeframes.toSorted((a, b) => distanceToWindow(a) - distanceToWindow(b))
  const [riskProfile] = riskProfiles.toSorted((a, b) => distanceToBand(a) - distanceToBand(b))
  return { timeframe: timeframe!, riskProfile: riskProfile! }
}

/** The contract as a trade, or the reason why it is not one. */
export type ListedTrade = {
  readonly contract: IncomeOption | null
  readonly contractRefused: RefusalReason | null
  readonly unknown: readonly UnknownField[]
}

/** Result for a query without a contract. */
export const noTrade: ListedTrade = { contract: null, contractRefused: null, unknown: [] }

const noTradeFor = (
  refused: RefusalReason | null,
  reason: UnknownField['reason'],
  asOf: UnknownField['asOf'] = null,
): ListedTrade => ({
  contract: null,
  contractRefused: refused,
  unknown: [{ field: 'contract', reason, asOf }],
})

/** Evaluates one contract of the chain. Contracts that expire today and those of an index cannot be sold. */
export const listedTradeOf = (
  contract: Contract,
  chain: EvaluatedChain,
  context: TradeContext,
): ListedTrade => {
  if (chain.reason !== null) return noTradeFor(chain.reason, chain.reason, chain.day)
  const expiry = chain.expiries.find(({ day }) => day === contract.expiry)
  if (!expiry) return noTradeFor(null, 'not-offered')
  const { refused, candidate } = createVerdicts(
    expiry,
    expiryRefusalOf(chain.expiries)(expiry),
    chain.price,
  )(contract)
  if (refused !== null) return noTradeFor(refused, 'refused')
  if (!candidate) return noTradeFor(null, 'not-offered')
  return {
    contract: optionOf(candidate, nearestCell(candidate), context),
    contractRefused: null,
    unknown: [],
  }
}
