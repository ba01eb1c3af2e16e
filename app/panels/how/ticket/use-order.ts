/** The order that stands on screen: what the user has chosen, applied to the contract that he looks at. */
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
  /** As it is chosen, for any contract of the symbol. */
  chosen: Order
  /** What that means for this contract. */
  choice: TicketChoice
  /** Where the market has taken a typed limit to; null where it is as it was typed. */
  moved: PriceBasis | null
  context: OrderContext
  totals: TicketTotals
  /** The contract with money and risk of the order. */
  ordered: IncomeOption
  /** The calls would be sold without their shares: another money and risk than a covered call's, so `ordered` is the service's own. */
  uncovered: boolean
  /** The stock's quote, where shares are bought at it. */
  quote: Quote | undefined
}

/**
 * @param computedPrice the stock's price as the service computed with it, dollars per share; a live one takes its place for
 *   shares that are bought
 */
export function useShownOrder(
  income: Income,
  option: IncomeOption,
  { computedPrice, heldShares }: { computedPrice: number; heldShares: number | null },
): ShownOrder {
  const chosen = useOrder(income.underlying)
  const { price, moved } = limitOf(chosen.price, option)
  // Of calls as many as free shares cover: the service counts those that stand behind calls sold already, too.
  const covered =
    option.legType === 'Call' && heldShares !== null
      ? Math.min(option.contracts, Math.max(1, Math.floor(heldShares / sharesPerContract)))
      : option.contracts
  const choice = { contracts: chosen.contracts ?? covered, price, buyShares: chosen.buyShares }
  // Only a buy-write follows the stock: any other order need not be drawn anew with every quote.
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
