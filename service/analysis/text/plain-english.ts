/** An income trade in plain English. Spec 2.4. */
import { annualizedMark } from '#contract/annualized.ts'
import type { Message } from '#contract/ideas.ts'
import { message } from '#contract/messages.ts'
import type { Contract } from '#service/market/market.ts'
import type { Figures, Position, Size } from '../income/position.ts'
import { money, round } from '../rounding.ts'

/** What the sentences tell of a trade, in the contract's units. */
export type Trade = { readonly figures: Figures; readonly size: Size; readonly position: Position }

/** What the customer does, gets and risks, as a message. */
export const plainEnglishOf = (
  { expiry, right }: Pick<Contract, 'expiry' | 'right'>,
  { figures, size, position }: Trade,
): Message => {
  const { contracts, missing, shares } = size
  const { symbol, chainPrice, holdings } = position
  const terms = {
    symbol,
    expiry,
    strike: figures.strike,
    premium: figures.premium,
    shares,
    income: money(figures.premium * shares),
    return: figures.return,
    days: figures.daysUntilExpiry,
    annualized: figures.annualizedReturn,
    mark: annualizedMark(figures.daysUntilExpiry),
    probability: figures.probability,
    breakeven: figures.breakeven,
    maxRisk: figures.maxRisk,
  }
  const { maxReward } = figures
  if (right === 'put') {
    const cash = money(figures.strike * shares)
    const held = holdings.cash
    return held !== undefined && held < cash
      ? message('income.put.under-cash', { ...terms, cash, held, missing: round(cash - held, 2) })
      : message('income.put', { ...terms, count: contracts, cash })
  }
  if (missing > 0)
    return message('income.call.under-100', {
      ...terms,
      held: shares - missing,
      missing,
      cost: round(missing * chainPrice, 2),
      result: maxReward,
    })
  const { costBasis } = holdings
  if (costBasis === undefined) return message('income.call', { ...terms, count: contracts, maxReward })
  return maxReward >= 0
    ? message('income.call.cost-basis', { ...terms, count: contracts, costBasis, maxReward })
    : message('income.call.cost-basis-loss', {
        ...terms,
        count: contracts,
        costBasis,
        loss: money(-maxReward),
      })
}
