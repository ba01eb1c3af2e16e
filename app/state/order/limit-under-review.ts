/** The limit of an order while its review is open. See docs/decisions/0078-limit-under-review.md. */
import type { IncomeOption } from '#contract/responses/income.ts'
import type { AppState } from '#app/state/app-state.ts'
import { changeOrder, orderOfSymbol } from './order.ts'
import { fixedLimit } from './order-price.ts'

/** Makes the limit of the order a number for this contract: only the user changes it. */
export function fixLimit(
  app: AppState,
  symbol: string,
  option: Pick<IncomeOption, 'id' | 'bid' | 'ask'>,
): void {
  const { price } = orderOfSymbol(app, symbol)
  const fixed = fixedLimit(price, option)
  if (fixed !== price) changeOrder(app, symbol, { price: fixed })
}

/** Makes a limit at the bid follow the bid again. A limit that the user has chosen otherwise stays. */
export function releaseLimit(app: AppState, symbol: string): void {
  const { price } = orderOfSymbol(app, symbol)
  if (!('follows' in price) && price.basis === 'bid') changeOrder(app, symbol, { price: { follows: 'bid' } })
}
