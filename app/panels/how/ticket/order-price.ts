/** The limit price of an order, dollars per share: what the choice of it means for a contract, and the steps it goes by. */
import type { IncomeOption } from '#contract/responses/income.ts'
import type { PriceBasis, PriceChoice } from '#app/state/order/order.ts'

type Market = Pick<IncomeOption, 'id' | 'bid' | 'ask'>

const round = (dollars: number): number => Math.round(dollars * 100) / 100

/** Dollars per share at a basis; mid to the cent, rounded down as the seller would get it. */
export function priceAt({ bid, ask }: Omit<Market, 'id'>, basis: PriceBasis): number {
  if (basis === 'bid') return bid
  if (basis === 'ask') return ask
  return Math.floor(Math.round((bid + ask) * 5000) / 100) / 100
}

/** Options at this price and above step by nickels, dollars per share. */
const nickels = 3

/**
 * The least step of a price, dollars. Exchanges have three schedules: nickels and dimes, pennies and nickels (the penny program),
 * and pennies throughout. Which one a class belongs to is in no data of ours. Pennies under $3 and nickels from there on are the
 * schedule of most volume; a price between may be typed to the cent, and the broker refuses what the class does not allow.
 */
const tickAt = (price: number): number => (price < nickels ? 0.01 : 0.05)

/** The next price on the schedule above (1) or below (-1), and never outside bid and ask. */
export function stepPrice(price: number, direction: 1 | -1, { bid, ask }: Omit<Market, 'id'>): number {
  // At the border the lower schedule leads down.
  const tick = direction > 0 ? tickAt(price) : tickAt(price - 0.005)
  const ticks = price / tick
  const next = direction > 0 ? Math.floor(ticks + 1 + 1e-6) : Math.ceil(ticks - 1 - 1e-6)
  return clamp(round(next * tick), { bid, ask })
}

const clamp = (price: number, { bid, ask }: Omit<Market, 'id'>): number => Math.min(ask, Math.max(bid, price))

/** Whether a price may be asked for: in cents, from bid to ask. */
export const isAskable = (price: number, { bid, ask }: Omit<Market, 'id'>): boolean =>
  price >= bid && price <= ask && Math.abs(price * 100 - Math.round(price * 100)) < 1e-6

/** A limit in dollars as a choice that other contracts can follow. */
export const chooseLimit = (dollars: number, { id, bid, ask }: Market): PriceChoice => ({
  share: ask > bid ? (clamp(dollars, { bid, ask }) - bid) / (ask - bid) : 0,
  typed: { contract: id, dollars },
})

/**
 * What the choice means for this contract. The dollars typed for it stay as long as they lie from bid to ask, and are `moved` to
 * the nearer of the two when the market has left them; for another contract the same place between bid and ask counts,
 * rounded down to a step of the price.
 */
export function limitOf(choice: PriceChoice, market: Market): { price: number; moved: PriceBasis | null } {
  if ('basis' in choice) return { price: priceAt(market, choice.basis), moved: null }
  const { bid, ask, id } = market
  const { contract, dollars } = choice.typed
  if (contract === id)
    return { price: clamp(dollars, market), moved: dollars < bid ? 'bid' : dollars > ask ? 'ask' : null }
  const exact = bid + choice.share * (ask - bid)
  const tick = tickAt(exact)
  return { price: clamp(round(Math.floor(exact / tick + 1e-6) * tick), market), moved: null }
}
