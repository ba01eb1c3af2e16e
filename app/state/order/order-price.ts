/**
 * Limit price of an order, dollars per share: the price that a choice has for a contract, and the
 * price steps.
 */
import type { IncomeOption } from '#contract/responses/income.ts'
import type { PriceBasis, PriceChoice } from './order.ts'

type Market = Pick<IncomeOption, 'id' | 'bid' | 'ask'>

export const roundToCents = (dollars: number): number => Math.round(dollars * 100) / 100

/**
 * Returns the price at a basis. Mid is rounded down to a price step, because every order with a basis is a sale: it is
 * never more than the exact middle. It is the bid if there is no step from the bid to the middle.
 */
export function priceAt(market: Omit<Market, 'id'>, basis: PriceBasis): number {
  if (basis !== 'mid') return market[basis]
  return roundDownToStep((market.bid + market.ask) / 2, market)
}

/** From this price on the step is a nickel ($0.05), dollars per share. */
const nickelFrom = 3

/**
 * Returns the price step (tick) at a price, dollars. Exchanges have three tick schedules: nickels
 * and dimes, pennies and nickels (the penny program), and pennies only. The data does not contain
 * the schedule of an option class, so the schedule with the most volume applies: pennies below $3,
 * and nickels from $3. The user may type any price in whole cents; the broker rejects prices that
 * the class does not allow.
 */
const tickAt = (price: number): number => (price < nickelFrom ? 0.01 : 0.05)

/** Returns the highest price step that is not above the price, clamped to the range from bid to ask. */
function roundDownToStep(price: number, market: Omit<Market, 'id'>): number {
  const tick = tickAt(price)
  return clamp(roundToCents(Math.floor(price / tick + 1e-6) * tick), market)
}

/**
 * Returns the next price step above (1) or below (-1) the price, clamped to the range from bid to
 * ask. From a price outside this range no step leads farther away.
 */
export function stepPrice(price: number, direction: 1 | -1, { bid, ask }: Omit<Market, 'id'>): number {
  // Below $3 the smaller tick applies, so it also applies to the step down from exactly $3.
  const tick = direction > 0 ? tickAt(price) : tickAt(price - 0.005)
  const ticks = price / tick
  const next = direction > 0 ? Math.floor(ticks + 1 + 1e-6) : Math.ceil(ticks - 1 - 1e-6)
  return clamp(roundToCents(next * tick), { bid: Math.min(bid, price), ask: Math.max(ask, price) })
}

const clamp = (price: number, { bid, ask }: Omit<Market, 'id'>): number => Math.min(ask, Math.max(bid, price))

/** Returns whether a limit price is valid: in whole cents, and from bid to ask. */
export const isValidLimit = (price: number, { bid, ask }: Omit<Market, 'id'>): boolean =>
  price >= bid && price <= ask && Math.abs(price * 100 - Math.round(price * 100)) < 1e-6

/**
 * Returns the choice for a limit, which also applies to other contracts.
 *
 * @param basis the basis that the user chose; undefined if the limit was typed
 */
export const chooseLimit = (dollars: number, { id, bid, ask }: Market, basis?: PriceBasis): PriceChoice => ({
  ...(basis && { basis }),
  spreadFraction: ask > bid ? (clamp(dollars, { bid, ask }) - bid) / (ask - bid) : 0,
  typed: { contract: id, dollars },
})

/**
 * Returns the basis whose price the user may take instead of the limit, because the market has moved away from it: the
 * basis that the limit was for this contract, or the side of the market that a typed limit is beyond.
 */
export function movedBasisOf(choice: PriceChoice, market: Market): PriceBasis | undefined {
  if ('follows' in choice || choice.typed.contract !== market.id) return undefined
  const { dollars } = choice.typed
  if (choice.basis) return priceAt(market, choice.basis) === dollars ? undefined : choice.basis
  return dollars < market.bid ? 'bid' : dollars > market.ask ? 'ask' : undefined
}

/**
 * Returns the limit price of a choice for this contract. A price that was chosen for the contract stays, also outside
 * the market. For another contract a chosen basis is the basis there, and a typed price becomes the same fraction of the
 * spread, rounded down to a price step.
 */
export function limitOf(choice: PriceChoice, market: Market): number {
  if ('follows' in choice) return market.bid
  const { bid, ask, id } = market
  if (choice.typed.contract === id) return choice.typed.dollars
  if (choice.basis) return priceAt(market, choice.basis)
  return roundDownToStep(bid + choice.spreadFraction * (ask - bid), market)
}

/** Returns the choice of the limit that a choice has for this contract now, as a number that stays. */
export function fixedLimit(choice: PriceChoice, market: Market): PriceChoice {
  if (!('follows' in choice) && choice.typed.contract === market.id) return choice
  const typed = { contract: market.id, dollars: limitOf(choice, market) }
  return 'follows' in choice ? { spreadFraction: 0, basis: 'bid', typed } : { ...choice, typed }
}
