/** One listed contract, whether or not the grid reaches it: is it believed, and how would it sell. */
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
import type { ReadChain } from './chain.ts'
import { isInBand, offWindow } from './entry.ts'
import { optionOf, type TradeContext } from './option.ts'
import { doubtOf } from './reach.ts'

export type ContractVerdict = {
  /** Why its quote takes no part; null if it may. */
  readonly refused: RefusalReason | null
  /** Whether the smile is valid at its strike: true also without a bid. */
  readonly isBelieved: boolean
  /** As a trade; `undefined` if it is refused, or the bid is at most the intrinsic value. */
  readonly candidate: Candidate | undefined
}

/** Judges contracts of one expiry, which `doubt` speaks against as a whole, by the same rules as the grid. */
export const verdictsOn = (
  expiry: PricedExpiry,
  doubt: RefusalReason | undefined,
  chainPrice: number,
): ((contract: Contract) => ContractVerdict) => {
  const screened = new Map(expiry.refused.map(({ contract, reason }) => [contract, reason]))
  const refusedFor = (reason: RefusalReason, isBelieved = false): ContractVerdict => ({
    refused: reason,
    isBelieved,
    candidate: undefined,
  })
  return (contract) => {
    const reason = screened.get(contract)
    if (reason !== undefined) return refusedFor(reason)
    const read = candidateOf(contract, expiry, chainPrice, 0)
    if (typeof read === 'string') return refusedFor(read, read === 'no-bid' && doubt === undefined)
    if (doubt !== undefined) return refusedFor(doubt)
    return { refused: null, isBelieved: true, candidate: read }
  }
}

/** The cell of its window and band, or the nearest one. */
const cellOf = (candidate: Candidate): Cell => {
  const { probability } = candidate
  const offBand = (riskProfile: Cell['riskProfile']): number => {
    const { low, high } = config.income.profiles[riskProfile]
    return isInBand(candidate, { timeframe: 'short', riskProfile })
      ? 0
      : Math.max(low - probability, probability - high)
  }
  const days = (timeframe: Cell['timeframe']): number =>
    offWindow(candidate, { timeframe, riskProfile: 'optimal' })
  const [timeframe] = timeframes.toSorted((a, b) => days(a) - days(b))
  const [riskProfile] = riskProfiles.toSorted((a, b) => offBand(a) - offBand(b))
  return { timeframe: timeframe!, riskProfile: riskProfile! }
}

/** The contract as a trade, or the reason why not. */
export type ListedTrade = {
  readonly contract: IncomeOption | null
  readonly contractRefused: RefusalReason | null
  readonly unknown: readonly UnknownField[]
}

/** The query names no contract. */
export const noTrade: ListedTrade = { contract: null, contractRefused: null, unknown: [] }

const without = (
  refused: RefusalReason | null,
  reason: UnknownField['reason'],
  asOf: UnknownField['asOf'] = null,
): ListedTrade => ({
  contract: null,
  contractRefused: refused,
  unknown: [{ field: 'contract', reason, asOf }],
})

/** Works out one contract of the chain as the grid's are. What expires today is sold no more, an index's never. */
export const listedTradeOf = (contract: Contract, read: ReadChain, context: TradeContext): ListedTrade => {
  if (read.reason !== null) return without(read.reason, read.reason, read.day)
  const expiry = read.expiries.find(({ day }) => day === contract.expiry)
  if (!expiry) return without(null, 'not-offered')
  const { refused, candidate } = verdictsOn(expiry, doubtOf(read.expiries)(expiry), read.price)(contract)
  if (refused !== null) return without(refused, 'refused')
  if (!candidate) return without(null, 'not-offered')
  return { contract: optionOf(candidate, cellOf(candidate), context), contractRefused: null, unknown: [] }
}
