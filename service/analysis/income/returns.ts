/**
 * Returns of a trade if nothing moves and if it is assigned, relative to the stock's price and to the shares'
 * cost.
 */
import type { IncomeOption } from '#contract/responses/income.ts'
import { money, round } from '../rounding.ts'
import { intrinsicOf, type Candidate } from './candidate.ts'
import type { Position, Size } from './position.ts'

/** Same precision as `return`. */
const decimal = (value: number): number => round(value, 6)

/**
 * At the bid, until expiry, not annualized. The shares' cost is used only if the query has it: tax lots are the
 * broker's data, and a single basis per share is supported.
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
  const gainIfUnchanged = bid - intrinsicOf(candidate.contract, chainPrice)
  const onBasis = (gain: number): number | null => (costBasis === undefined ? null : decimal(gain / cost))
  return {
    ifUnchanged: { onPrice, onBasis: onBasis(gainIfUnchanged) },
    ifAssigned: {
      onPrice: decimal((strike - chainPrice + bid) / chainPrice),
      onBasis: onBasis(strike - cost + bid),
    },
    purchasePrice: null,
  }
}
