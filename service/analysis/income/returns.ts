/** What a trade returns if nothing moves and if it is assigned, on the stock's price and on what the shares cost. */
import type { IncomeOption } from '#contract/responses/income.ts'
import { money, round } from '../rounding.ts'
import { intrinsicOf, type Candidate } from './candidate.ts'
import type { Position, Size } from './position.ts'

/** As finely as `return`. */
const decimal = (value: number): number => round(value, 6)

/**
 * At the bid, by expiry, not annualised. What the shares cost counts only where the caller has said it: tax lots are his
 * broker's, one basis a share is all that is asked.
 */
export const returnsOf = (
  candidate: Pick<Candidate, 'contract' | 'return'>,
  { cost }: Pick<Size, 'cost'>,
  { chainPrice, holdings: { costBasis } }: Pick<Position, 'chainPrice' | 'holdings'>,
): IncomeOption['returns'] => {
  const { bid, right, strike } = candidate.contract
  const onPrice = decimal(candidate.return)
  if (right === 'put')
    return {
      ifUnchanged: { onPrice, onBasis: null },
      ifAssigned: null,
      purchasePrice: money(strike - bid),
    }
  const kept = bid - intrinsicOf(candidate.contract, chainPrice)
  const onBasis = (gain: number): number | null => (costBasis === undefined ? null : decimal(gain / cost))
  return {
    ifUnchanged: { onPrice, onBasis: onBasis(kept) },
    ifAssigned: {
      onPrice: decimal((strike - chainPrice + bid) / chainPrice),
      onBasis: onBasis(strike - cost + bid),
    },
    purchasePrice: null,
  }
}
