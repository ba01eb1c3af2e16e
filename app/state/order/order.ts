/**
 * The user's order for the displayed symbol: the number of contracts, the price, and whether
 * missing shares are bought too. The order applies to every contract of the symbol and is reset for
 * another symbol.
 *
 * A price in dollars has no meaning for another contract: only its position between bid and ask is
 * transferred. The dollars apply only to the contract that they were typed for.
 */
import { type AppState, defineState } from '#app/state/app-state.ts'

export const priceBases = ['bid', 'mid', 'ask'] as const
/** A price that can be computed from every quote. */
export type PriceBasis = (typeof priceBases)[number]

/** The limit price: the bid until the review opens or the user chooses a price, and a number from then on. */
export type PriceChoice =
  | { follows: 'bid' }
  | {
      /**
       * Position of the limit between bid (0) and ask (1) when it was typed; applies to other
       * contracts.
       */
      spreadFraction: number
      /**
       * OSI symbol of the contract that the limit was typed for, and the limit in dollars per
       * share.
       */
      typed: { contract: string; dollars: number }
      /** The basis that the limit was when it was chosen; absent if it was typed. */
      basis?: PriceBasis
    }

export type Order = {
  /** Symbol of the order; any other symbol has the default order. */
  symbol: string
  /** Contracts to sell; null = the number of contracts that the user's position covers. */
  contracts: number | null
  price: PriceChoice
  /** Whether the shares that a call needs and the user does not hold are bought in the same order. */
  buyShares: boolean
}

/** The default price is the bid, the price at which a sale fills at once. See docs/decisions/0078-limit-under-review.md. */
const defaultOrder: Order = { symbol: '', contracts: null, price: { follows: 'bid' }, buyShares: false }

const useOrderState = defineState<Order>(defaultOrder)

const orderFor = (order: Order, symbol: string): Order =>
  order.symbol === symbol ? order : { ...defaultOrder, symbol }

/** Returns the order of a symbol. */
export const useOrder = (symbol: string): Order => {
  const order = useOrderState()
  return orderFor(order, symbol)
}

/** Changes the order of this symbol; an order of another symbol is discarded. */
export const changeOrder = (app: AppState, symbol: string, change: Partial<Omit<Order, 'symbol'>>): void =>
  useOrderState.of(app).setState((order) => ({ ...orderFor(order, symbol), ...change }))

/** Returns the order of a symbol outside of a component. */
export const orderOfSymbol = (app: AppState, symbol: string): Order =>
  orderFor(useOrderState.of(app).getState(), symbol)

/** Resets the order to the default. */
export const resetOrder = (app: AppState): void => useOrderState.of(app).setState(defaultOrder, true)
