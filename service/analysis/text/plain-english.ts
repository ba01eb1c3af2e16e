/** An income trade in plain English. Spec 2.4. */
import { annualizedMark } from '#contract/annualized.ts'
import type { Message } from '#contract/ideas.ts'
import { message } from '#contract/messages.ts'
import type { IncomeOption } from '#contract/resources.ts'
import type { Contract } from '#service/market/market.ts'
import { config } from '../config.ts'
import { money } from '../rounding.ts'

/** What the sentences tell of a trade, in the contract's units. */
export type Figures = Pick<
  IncomeOption,
  | 'strike'
  | 'return'
  | 'annualizedReturn'
  | 'premium'
  | 'probability'
  | 'daysUntilExpiry'
  | 'breakeven'
  | 'maxReward'
  | 'maxRisk'
>

/** What the trade is sized with. */
type Size = {
  readonly symbol: string
  readonly contracts: number
  /** Dollars per share; undefined where the caller did not say. */
  readonly costBasis: number | undefined
}

/** What the customer does, gets and risks, as a message. */
export const plainEnglishOf = (
  { expiry, right }: Pick<Contract, 'expiry' | 'right'>,
  figures: Figures,
  { contracts, costBasis, symbol }: Size,
): Message => {
  const shares = contracts * config.sharesPerContract
  const shared = {
    count: contracts,
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
  if (right === 'put') return message('income.put', { ...shared, cash: money(figures.strike * shares) })
  if (costBasis === undefined) return message('income.call', { ...shared, maxReward: figures.maxReward })
  return figures.maxReward >= 0
    ? message('income.call.cost-basis', { ...shared, costBasis, maxReward: figures.maxReward })
    : message('income.call.cost-basis-loss', { ...shared, costBasis, loss: money(-figures.maxReward) })
}
