/** Limit price of an order, dollars per share: how a choice applies to a contract, and the steps of the field. */
import type { IncomeOption } from '#contract/responses/income.ts'
import type { PriceBasis, PriceChoice } from '#app/state/order/order.ts'

type Market = Pick<IncomeOption, 'id' | 'bid' | 'ask'>

const round = (dollars: number): number => Math.round(dollars * 100) / 100

/** Returns dollars per share at a basis; mid is rounded down to the cent, so that the seller is not promised more. */
export function priceAt({ bid, ask }: Omit<Market, 'id'>, basis: PriceBasis): number {
  if (basis === 'bid') return bid
  if (basis === 'ask') return ask
  return Math.floor(Math.round((bid + ask) * 5000) / 100) / 100
}

/** Options from this price on have steps of a nickel, dollars per share. */
const nickelFrom = 3

/**
 * Returns the smallest step at a price, dollars. Exchanges have three schedules: nickels and dimes, pennies and nickels
 * (the penny program), and pennies only. The data does not contain the schedule of a class. Pennies below $3 and
 * nickels from $3 is the schedule with the most volume; the user may type any price in cents, and the broker rejects
 * prices that the class does not allow.
 */
const tickAt = (price: number): number => (price < nickelFrom ? 0.01 : 0.05)

/** Returns the next price step above (1) or below (-1), limited to the range from bid to ask. */
export function stepPrice(price: number, direction: 1 | -1, { bid, ask }: Omit<Market, 'id'>): number {
  // Downwards from exactly $3 the smaller tick applies.
  const tick = direction > 0 ? tickAt(price) : tickAt(price - 0.005)
  const ticks = price / tick
  const next = direction > 0 ? Math.floor(ticks + 1 + 1e-6) : Math.ceil(ticks - 1 - 1e-6)
  return clamp(round(next * tick), { bid, ask })
}

const clamp = (price: number, { bid, ask }: Omit<Market, 'id'>): number => Math.min(ask, Math.max(bid, price))

/** Returns whether a limit price is valid: in whole cents, from bid to ask. */
export const isValidLimit = (price: number, { bid, ask }: Omit<Market, 'id'>): boolean =>
  price >= bid && price <= ask && Math.abs(price * 100 - Math.round(price * 100)) < 1e-6

/** Converts a limit in dollars into a choice that also applies to other contracts. */
export const chooseLimit = (dollars: number, { id, bid, ask }: Market): PriceChoice => ({
  share: ask > bid ? (clamp(dollars, { bid, ask }) - bid) / (ask - bid) : 0,
  typed: { contract: id, dollars },
})

/**
 * Returns the limit price of a choice for this contract. A typed price stays while it lies between bid and ask, and
 * is `moved` to the nearer of the two after the market has left it. For another contract it becomes the same
 * fraction of the spread, rounded down to a price step.
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
