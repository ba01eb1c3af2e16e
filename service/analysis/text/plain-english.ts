/** Describes an income trade in plain English (docs/specification.md, section 2.4). */
import { annualizedMark } from '#contract/responses/annualized.ts'
import type { Message } from '#contract/responses/lists/ideas.ts'
import { message, renderEnglishWith } from '#contract/text/messages.ts'
import type { Contract } from '#service/markets/market.ts'
import type { PositionFigures, Position, Size } from '../income/position.ts'
import { mergeWithCachedJson, cacheJson } from '#service/shared/json-fragments.ts'
import { money, round } from '../rounding.ts'

/** The trade that is described, in the units of the API contract. */
export type TradeDescription = {
  readonly figures: PositionFigures
  readonly size: Size
  readonly position: Position
}

/** Returns the message about the obligations, returns and risks of a trade. */
export const plainEnglishOf = (
  { expiry, right }: Pick<Contract, 'expiry' | 'right'>,
  { figures, size, position }: TradeDescription,
): Message => {
  const { contracts, missing, shares } = size
  const { symbol, chainPrice, holdings } = position
  const tradeParams = {
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
    const availableCash = holdings.cash
    return availableCash !== undefined && availableCash < cash
      ? message('income.put.under-cash', {
          ...tradeParams,
          cash,
          held: availableCash,
          missing: round(cash - availableCash, 2),
        })
      : message('income.put', { ...tradeParams, count: contracts, cash })
  }
  if (missing > 0)
    return message('income.call.under-100', {
      ...tradeParams,
      held: shares - missing,
      missing,
      cost: round(missing * chainPrice, 2),
      result: maxReward,
    })
  const { costBasis } = holdings
  if (costBasis === undefined) return message('income.call', { ...tradeParams, count: contracts, maxReward })
  return maxReward >= 0
    ? message('income.call.cost-basis', { ...tradeParams, count: contracts, costBasis, maxReward })
    : message('income.call.cost-basis-loss', {
        ...tradeParams,
        count: contracts,
        costBasis,
        loss: money(-maxReward),
      })
}

/**
 * Parameters that depend on the holdings. All others depend only on the option and the number of
 * contracts.
 */
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

/**
 * Returns a function that describes trades of one option. The parts that do not depend on the
 * holdings are cached by message code and number of contracts; the cache has one entry.
 */
export const createPlainEnglish = (
  contract: Pick<Contract, 'expiry' | 'right'>,
): ((trade: TradeDescription) => PlainEnglish) => {
  let cached: ReturnType<typeof cachedPartsOf> | undefined
  let cachedContracts: number | undefined
  return (trade) => {
    const plainMessage = plainEnglishOf(contract, trade)
    if (!cached || cached.codeField.code !== plainMessage.code || cachedContracts !== trade.size.contracts) {
      cached = cachedPartsOf(plainMessage)
      cachedContracts = trade.size.contracts
    }
    const variableParams: Message['params'] = {}
    for (const name in plainMessage.params)
      if (positionParams.has(name)) variableParams[name] = plainMessage.params[name]!
    const params: Message['params'] = mergeWithCachedJson(cached.fixedParams as object, variableParams)
    return {
      inPlainEnglish: cached.render(variableParams),
      inPlainEnglishMessage: mergeWithCachedJson(cached.codeField, { params }),
    }
  }
}

const cachedPartsOf = (plainMessage: Message) => ({
  codeField: cacheJson({ code: plainMessage.code }),
  fixedParams: cacheJson(
    Object.fromEntries(Object.entries(plainMessage.params).filter(([name]) => !positionParams.has(name))),
  ),
  render: renderEnglishWith(plainMessage, positionParams),
})
