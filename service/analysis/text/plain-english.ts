/** An income trade in plain English. docs/specification.md 2.4. */
import { annualizedMark } from '#contract/responses/annualized.ts'
import type { Message } from '#contract/responses/ideas.ts'
import { message, renderEnglishWith } from '#contract/text/messages.ts'
import type { Contract } from '#service/markets/market.ts'
import type { PositionFigures, Position, Size } from '../income/position.ts'
import { mergeWithCachedJson, cacheJson } from '#service/shared/json-fragments.ts'
import { money, round } from '../rounding.ts'

/** Values for the sentences about a trade, in the contract's units. */
export type TradeDescription = {
  readonly figures: PositionFigures
  readonly size: Size
  readonly position: Position
}

/** The customer's obligations, returns and risks, as a message. */
export const plainEnglishOf = (
  { expiry, right }: Pick<Contract, 'expiry' | 'right'>,
  { figures, size, position }: TradeDescription,
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

/** Parameters that depend on the position; the others depend only on the number of contracts. */
const positionParams: ReadonlySet<string> = new Set([
  'breakeven',
  'cost',
  'costBasis',
  'held',
  'loss',
  'maxReward',
  'maxRisk',
  'missing',
  'result',
])

type PlainEnglish = { readonly inPlainEnglish: string; readonly inPlainEnglishMessage: Message }

/** Creates the texts of one contract; the text for the latest number of contracts is cached. */
export const createPlainEnglish = (
  contract: Pick<Contract, 'expiry' | 'right'>,
): ((trade: TradeDescription) => PlainEnglish) => {
  let cached: ReturnType<typeof cachedTextOf> | undefined
  let cachedContracts: number | undefined
  return (trade) => {
    const text = plainEnglishOf(contract, trade)
    if (!cached || cached.head.code !== text.code || cachedContracts !== trade.size.contracts) {
      cached = cachedTextOf(text)
      cachedContracts = trade.size.contracts
    }
    const ownParams: Message['params'] = {}
    for (const name in text.params) if (positionParams.has(name)) ownParams[name] = text.params[name]!
    const params: Message['params'] = mergeWithCachedJson(cached.terms as object, ownParams)
    return {
      inPlainEnglish: cached.render(ownParams),
      inPlainEnglishMessage: mergeWithCachedJson(cached.head, { params }),
    }
  }
}

const cachedTextOf = (text: Message) => ({
  head: cacheJson({ code: text.code }),
  terms: cacheJson(
    Object.fromEntries(Object.entries(text.params).filter(([name]) => !positionParams.has(name))),
  ),
  render: renderEnglishWith(text, positionParams),
})
