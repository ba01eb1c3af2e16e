/** The displayed order: the user's choices, applied to the displayed contract. */
import { sharesPerContract } from '#contract/responses/conventions.ts'
import type { Quote } from '#contract/feed.ts'
import type { Income, IncomeOption } from '#contract/responses/income.ts'
import { useQuote } from '#app/state/live.ts'
import { type Order, useOrder } from './order.ts'
import { limitOf } from './order-price.ts'
import {
  applyOrder,
  isUncovered,
  type OrderContext,
  type TicketChoice,
  ticketTotals,
  type TicketTotals,
  withContracts,
} from './order-totals.ts'

export type ShownOrder = {
  /** The user's choices as stored; they apply to every contract of the symbol. */
  storedOrder: Order
  /** The resulting choices for this contract. */
  choice: TicketChoice
  context: OrderContext
  totals: TicketTotals
  /** The contract with the amounts and risk of the order; with its number of contracts only if `isUncovered`. */
  orderedOption: IncomeOption
  /** The order would sell uncovered calls, to which the figures of a covered call do not apply. */
  isUncovered: boolean
  /** The pushed quote of the stock if shares are bought at its price. */
  quote: Quote | undefined
}

/** Data that an order depends on, besides the user's choices and the contract. */
export type OrderInput = {
  /**
   * Stock price that the service computed the figures with, dollars per share; shares are bought at
   * the live price if there is one.
   */
  computedPrice: number
  heldShares: number | null
}

/** Returns the stored order of a symbol, and the pushed stock quote if it buys shares. */
export function useStoredOrder(symbol: string): Pick<ShownOrder, 'storedOrder' | 'quote'> {
  const storedOrder = useOrder(symbol)
  // Reads the quote for a buy-write only, because other orders do not depend on the stock price.
  const quote = useQuote(storedOrder.buyShares ? symbol : '')
  return { storedOrder, quote }
}

/** Returns the order of the income response's symbol, applied to a contract. */
export function orderOf(
  income: Pick<Income, 'costBasis' | 'commission'>,
  option: IncomeOption,
  { storedOrder, quote }: Pick<ShownOrder, 'storedOrder' | 'quote'>,
  { computedPrice: priceOfCaller, heldShares }: OrderInput,
): ShownOrder {
  // Without a cost basis the figures contain the price that they are shown at, which the caller may not know.
  const isBoughtAtPrice = option.legType === 'Call' && income.costBasis === null
  const computedPrice = isBoughtAtPrice ? option.breakeven + option.premium : priceOfCaller
  const price = limitOf(storedOrder.price, option)
  // The service also counts shares that cover open calls, so the number of calls is limited to the free shares.
  const defaultContracts =
    option.legType === 'Call' && heldShares !== null
      ? Math.min(option.contracts, Math.max(1, Math.floor(heldShares / sharesPerContract)))
      : option.contracts
  const choice = {
    contracts: storedOrder.contracts ?? defaultContracts,
    price,
    buyShares: storedOrder.buyShares,
  }
  const context = {
    stockPrice: quote?.last ?? computedPrice,
    computedPrice,
    heldShares,
    costBasis: income.costBasis,
    commission: income.commission,
  }
  const uncovered = isUncovered(option, choice, heldShares)
  return {
    storedOrder,
    choice,
    context,
    totals: ticketTotals(option, choice, context),
    orderedOption: uncovered ? withContracts(option, choice.contracts) : applyOrder(option, choice, context),
    isUncovered: uncovered,
    quote,
  }
}

/** Returns the displayed order of a contract. */
export const useShownOrder = (income: Income, option: IncomeOption, input: OrderInput): ShownOrder =>
  orderOf(income, option, useStoredOrder(income.underlying), input)
