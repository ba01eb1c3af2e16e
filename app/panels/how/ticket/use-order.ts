/** The displayed order: the user's choices applied to the selected contract. */
import { sharesPerContract } from '#contract/responses/conventions.ts'
import type { Quote } from '#contract/feed.ts'
import type { Income, IncomeOption } from '#contract/responses/income.ts'
import { useQuote } from '#app/state/live.ts'
import { type Order, type PriceBasis, useOrder } from '#app/state/order/order.ts'
import { limitOf } from './order-price.ts'
import {
  asOrdered,
  isUncovered,
  type OrderContext,
  type TicketChoice,
  ticketTotals,
  type TicketTotals,
} from './ticket.ts'

export type ShownOrder = {
  /** The user's choices, which apply to every contract of the symbol. */
  chosen: Order
  /** The resulting choice for this contract. */
  choice: TicketChoice
  /** Side of the market to which a typed limit was moved; null if it was not moved. */
  moved: PriceBasis | null
  context: OrderContext
  totals: TicketTotals
  /** The contract with the amounts and risk of the order; unchanged if `uncovered`. */
  ordered: IncomeOption
  /** The order would sell uncovered calls, to which the figures of a covered call do not apply. */
  uncovered: boolean
  /** The stock's quote if shares are bought at it. */
  quote: Quote | undefined
}

/**
 * @param computedPrice stock price behind the service's figures, dollars per share; bought shares cost the live price
 *   if there is one
 */
export function useShownOrder(
  income: Income,
  option: IncomeOption,
  { computedPrice, heldShares }: { computedPrice: number; heldShares: number | null },
): ShownOrder {
  const chosen = useOrder(income.underlying)
  const { price, moved } = limitOf(chosen.price, option)
  // For calls, the contracts that the free shares cover: the service also counts shares that cover open calls.
  const defaultContracts =
    option.legType === 'Call' && heldShares !== null
      ? Math.min(option.contracts, Math.max(1, Math.floor(heldShares / sharesPerContract)))
      : option.contracts
  const choice = { contracts: chosen.contracts ?? defaultContracts, price, buyShares: chosen.buyShares }
  // Subscribes for a buy-write only, because other orders do not depend on the stock price.
  const quote = useQuote(choice.buyShares ? income.underlying : '')
  const context = {
    stockPrice: quote?.last ?? computedPrice,
    computedPrice,
    heldShares,
    costBasis: income.costBasis,
  }
  const uncovered = isUncovered(option, choice, heldShares)
  return {
    chosen,
    choice,
    moved,
    context,
    totals: ticketTotals(option, choice, context),
    ordered: uncovered ? option : asOrdered(option, choice, context),
    uncovered,
    quote,
  }
}
