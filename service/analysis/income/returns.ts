/**
 * Returns of a trade in two cases: the price is unchanged at expiry, and the option is assigned.
 * Each is relative to the stock's price and to the cost of the shares.
 */
import type { IncomeOption } from '#contract/responses/income.ts'
import { money, round } from '../rounding.ts'
import { intrinsicOf, type Candidate } from './candidate.ts'
import type { Position, Size } from './position.ts'

/** Rounds a return with the precision of the field `return`. */
const roundReturn = (value: number): number => round(value, 6)

/**
 * Computes the returns of a sale at the bid until expiry, less the commission, not annualized. `onBasis` is null if the
 * query has no cost basis. One basis per share is supported: tax lots are the broker's data.
 */
export const returnsOf = (
  candidate: Pick<Candidate, 'contract' | 'return' | 'commission'>,
  { cost }: Pick<Size, 'cost'>,
  { chainPrice, holdings: { costBasis } }: Pick<Position, 'chainPrice' | 'holdings'>,
): IncomeOption['returns'] => {
  const { contract, commission } = candidate
  const { bid, right, strike } = contract
  const premium = bid - commission
  const onPrice = roundReturn(candidate.return)
  if (right === 'put')
    return {
      ifUnchanged: { onPrice, onBasis: null },
      ifAssigned: null,
      purchasePrice: money(strike - bid),
    }
  const gainIfUnchanged = premium - intrinsicOf(contract, chainPrice)
  const onBasis = (gain: number): number | null => (costBasis === undefined ? null : roundReturn(gain / cost))
  return {
    ifUnchanged: { onPrice, onBasis: onBasis(gainIfUnchanged) },
    ifAssigned: {
      onPrice: roundReturn((strike - chainPrice + premium) / chainPrice),
      onBasis: onBasis(strike - cost + premium),
    },
    purchasePrice: null,
  }
}
