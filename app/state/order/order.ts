/**
 * The user's order for the displayed symbol: number of contracts, price, and whether a call's shares are bought with
 * it. It is kept for other contracts of the symbol, and reset for another symbol.
 *
 * A price in dollars has no meaning for another contract. What carries over is the position of the price
 * between bid and ask; typed dollars count for the contract they were typed for.
 */
import { type AppState, defineState } from '#app/state/app-state.ts'

export const priceBases = ['bid', 'mid', 'ask'] as const
/** A price that every quote has. */
export type PriceBasis = (typeof priceBases)[number]

/** The price that the user asks for. */
export type PriceChoice =
  | { basis: PriceBasis }
  | {
      /** Position of the limit between bid (0) and ask (1) when it was chosen, which applies to other contracts. */
      share: number
      /** OSI symbol of the contract it was chosen for, and the limit in dollars per share. */
      typed: { contract: string; dollars: number }
    }

export type Order = {
  /** Symbol of the order. For any other symbol the order counts as untouched. */
  symbol: string
  /** Contracts to sell; null = the service's number for the user's position. */
  contracts: number | null
  price: PriceChoice
  /** Whether the shares that a call needs and the user does not hold are bought in the same order. */
  buyShares: boolean
}

/** The default price is the bid: a seller asks for more only on purpose. */
const untouched: Order = { symbol: '', contracts: null, price: { basis: 'bid' }, buyShares: false }

const useOrderState = defineState<Order>(untouched)

const orderFor = (order: Order, symbol: string): Order =>
  order.symbol === symbol ? order : { ...untouched, symbol }

/** The order of this symbol. */
export const useOrder = (symbol: string): Order => {
  const order = useOrderState()
  return orderFor(order, symbol)
}

/** Changes the order of this symbol; that of another is dropped. */
export const changeOrder = (app: AppState, symbol: string, change: Partial<Omit<Order, 'symbol'>>): void =>
  useOrderState.of(app).setState((order) => ({ ...orderFor(order, symbol), ...change }))

/** Resets the order to its initial state. */
export const resetOrder = (app: AppState): void => useOrderState.of(app).setState(untouched, true)
