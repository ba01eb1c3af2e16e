/**
 * The user's order for the displayed symbol: contracts, price, and whether a call's shares are bought with
 * it. It is kept from one contract to another, and reset with another symbol.
 *
 * A price in dollars has no meaning for another contract. What carries over is the position of the price
 * between bid and ask; typed dollars count for the contract they were typed for.
 */
import { type AppState, defineState } from '#app/state/app-state.ts'

export const priceBases = ['bid', 'mid', 'ask'] as const
/** A price that every market has. */
export type PriceBasis = (typeof priceBases)[number]

/** The price a seller asks for. */
export type PriceChoice =
  | { basis: PriceBasis }
  | {
      /** Where between bid (0) and ask (1) the limit lay when it was chosen: what counts for any other contract. */
      share: number
      /** OSI symbol of the contract it was chosen for, and the limit in dollars per share. */
      typed: { contract: string; dollars: number }
    }

export type Order = {
  /** Whose order it is; one of another symbol is as if nothing was chosen. */
  symbol: string
  /** Contracts to sell; null = as many as the service counts for what the user holds. */
  contracts: number | null
  price: PriceChoice
  /** Whether the shares that a call needs and the user does not hold are bought in the same order. */
  buyShares: boolean
}

/** The default price is the bid: a seller asks for more only on purpose. */
const untouched: Order = { symbol: '', contracts: null, price: { basis: 'bid' }, buyShares: false }

const useChosen = defineState<Order>(untouched)

const of = (order: Order, symbol: string): Order =>
  order.symbol === symbol ? order : { ...untouched, symbol }

/** The order of this symbol. */
export const useOrder = (symbol: string): Order => {
  const order = useChosen()
  return of(order, symbol)
}

/** Changes the order of this symbol; that of another is dropped. */
export const changeOrder = (app: AppState, symbol: string, change: Partial<Omit<Order, 'symbol'>>): void =>
  useChosen.of(app).setState((order) => ({ ...of(order, symbol), ...change }))

/** Nothing is chosen, as when the app begins. */
export const forgetOrder = (app: AppState): void => useChosen.of(app).setState(untouched, true)
