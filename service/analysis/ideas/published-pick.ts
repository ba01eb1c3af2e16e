/** A symbol's first trade in the list of best income, with the prices that the sealed record keeps. */
import type { BestTrade } from '#contract/responses/lists/best-income.ts'
import type { Income } from '#contract/responses/income.ts'
import type { PickValues, RecordPick } from '#contract/responses/record.ts'
import { byIncome } from './best-trades.ts'

export type PublishedPick = Omit<RecordPick, 'pick' | 'values' | 'sealed'> & {
  readonly values: PickValues
  /** For the order of the list only. */
  readonly order: Pick<BestTrade, 'expectedProfit' | 'annualizedReturn'>
}

const sortKeyOf = ({ order, symbol, contract }: PublishedPick) => ({ ...order, symbol, id: contract })

/** Sort order of the list of best income. */
export const byPick = (a: PublishedPick, b: PublishedPick): number => byIncome(sortKeyOf(a), sortKeyOf(b))

/** The pick of a trade. `income` is the response that the trade comes from. */
export const publishedPickOf = (trade: BestTrade, income: Income): PublishedPick => {
  const option = [...income.callOptimals, ...income.putOptimals].find(({ id }) => id === trade.id)!
  const { forecast: kind, impliedWeight, realizedVolatility, reportMove } = option.scoreParts
  const { expectedGain, expectedLoss } = option.scoreParts
  return {
    symbol: trade.symbol,
    contract: trade.id,
    right: trade.legType === 'Call' ? 'call' : 'put',
    strike: trade.strike,
    expiry: trade.expiryDate,
    quotedAt: trade.optionsAsOf,
    probability: trade.probability,
    probabilityOfProfit: trade.probabilityOfProfit,
    score: trade.serviceScore,
    forecast: { kind, impliedWeight, realizedVolatility, reportMove: reportMove ?? null },
    values: {
      bid: trade.premium,
      fairValue: option.fairValue,
      underlying: trade.price,
      expectedGain,
      expectedLoss,
    },
    order: { expectedProfit: trade.expectedProfit, annualizedReturn: trade.annualizedReturn },
  }
}
