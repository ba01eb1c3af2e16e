/**
 * Option chains of the simulated market. Theoretical prices come from the volatility surface of the
 * day and the forward after dividends, and are free of static arbitrage. Quotes are in ticks around
 * them: the spread is wider away from the money and for less traded symbols, and worthless options
 * have no bid.
 */
import { daysBetween } from '#service/markets/calendar.ts'
import type { Chain, Contract } from '#service/markets/market.ts'
import { osiSymbol } from '#service/markets/osi.ts'
import { hashText, mix, toUnitInterval } from '#service/markets/random.ts'
import { dividendsUntil } from '#service/markets/simulated/companies/dividends.ts'
import { listExpiries, listStrikes } from './listing.ts'
import { createOpenInterest } from './open-interest.ts'
import type { SimulatedSymbol, Listing } from '#service/markets/simulated/companies/entry.ts'
import type { SymbolSession } from '#service/markets/simulated/sessions.ts'
import { createTheory } from './theory.ts'
import { surfaceOn } from './volatility.ts'

/** State of the underlying for which a chain is computed. */
export type UnderlyingState = {
  readonly now: Date
  /** The session of the latest close, whose volatility surface is used. */
  readonly session: SymbolSession
  readonly price: number
  /** Elapsed share of the running session, 0 to 1. */
  readonly progress: number
}

/** Half of the bid-ask spread of an at-the-money option worth one dollar, in dollars. */
const halfSpreadByListing: Readonly<Record<Listing, number>> = {
  most: 0.014,
  weekly: 0.05,
  monthly: 0.1,
  few: 0.22,
  none: 0,
}
/** Funds quoted in cents at any price. */
const pennySymbols = new Set(['SPY', 'QQQ', 'IWM'])

function tickSize(entry: SimulatedSymbol, price: number): number {
  if (pennySymbols.has(entry.symbol)) return 0.01
  if (entry.listing === 'most' || entry.listing === 'weekly') return price < 3 ? 0.01 : 0.05
  return price < 3 ? 0.05 : 0.1
}

const roundToCents = (price: number): number => Math.round(price * 100) / 100

/**
 * A theoretical price and the intrinsic value, dollars; `distance` from the money, in standard
 * deviations.
 */
type PricedContract = { readonly theory: number; readonly intrinsic: number; readonly distance: number }

/** Bid and ask around a theoretical price. The bid is 0 if it would be less than a tick. */
function quoteAround(
  entry: SimulatedSymbol,
  { theory, intrinsic, distance }: PricedContract,
  random: number,
): { bid: number; ask: number } {
  const halfSpread = Math.min(
    halfSpreadByListing[entry.listing] *
      Math.sqrt(theory) *
      (0.7 + 0.6 * random) *
      (0.85 + 0.15 * Math.min(4, distance)) +
      0.0012 * intrinsic,
    0.3 * theory + 0.02,
  )
  const bidTick = tickSize(entry, theory - halfSpread)
  const askTick = tickSize(entry, theory + halfSpread)
  const bid = Math.max(0, Math.floor((theory - halfSpread) / bidTick + 1e-6) * bidTick)
  let ask = Math.max(askTick, Math.ceil((theory + halfSpread) / askTick - 1e-6) * askTick)
  while ((bid + ask) / 2 < intrinsic || ask <= bid) ask += askTick
  return { bid: roundToCents(bid), ask: roundToCents(ask) }
}

/** Inputs of a contract's volume. */
type ContractActivity = {
  /** In contracts. */
  readonly openInterest: number
  readonly days: number
  /** Elapsed share of the running session, 0 to 1. */
  readonly progress: number
}

/** One listed contract, quoted around its theoretical value. */
function makeContract(
  seed: number,
  entry: SimulatedSymbol,
  { id, expiry, right, strike }: Pick<Contract, 'id' | 'expiry' | 'right' | 'strike'>,
  priced: PricedContract,
  { openInterest, days, progress }: ContractActivity,
): Contract {
  const hash = hashText(id, seed)
  const volume = Math.floor(
    openInterest * (0.03 + 0.25 * toUnitInterval(mix(hash, 2)) ** 3) * (days < 10 ? 2.5 : 1) * progress,
  )
  const lastPrice = priced.theory * (1 + 0.12 * (toUnitInterval(mix(hash, 3)) - 0.5))
  const { bid, ask } = quoteAround(entry, priced, toUnitInterval(hash))
  return {
    id,
    expiry,
    right,
    strike,
    bid,
    ask,
    last: openInterest > 0 ? roundToCents(Math.max(0.01, lastPrice)) : null,
    volume: volume > 0 ? volume : null,
    openInterest,
  }
}

/**
 * The complete chain of a symbol, sorted by expiry, strike, right; without contracts if it has no
 * options.
 */
export function makeChain(seed: number, entry: SimulatedSymbol, state: UnderlyingState, rate: number): Chain {
  const { now, session, price, progress } = state
  const { day, running } = session
  const contracts: Contract[] = []
  const openInterestOf = createOpenInterest(seed, entry, state)
  const expiries = listExpiries(entry, now)
  const theory = createTheory({
    surface: surfaceOn(seed, entry, session, now),
    spot: price,
    rate,
    now,
    dividends: dividendsUntil(seed, entry, session, now, expiries.at(-1)?.day ?? day),
  })
  for (const expiry of expiries) {
    const days = Math.max(0, daysBetween(day, expiry.day))
    const pricesAt = theory(expiry.day)
    for (const strike of listStrikes(entry, running.previousClose, day, expiry)) {
      const prices = pricesAt(strike)
      for (const right of ['call', 'put'] as const) {
        const isCall = right === 'call'
        const intrinsic = Math.max(0, isCall ? price - strike : strike - price)
        const priced = { theory: prices[right], intrinsic, distance: prices.distance }
        const contract = {
          id: osiSymbol(entry.root ?? entry.symbol, expiry.day, right, strike),
          expiry: expiry.day,
          right,
          strike,
        }
        const openInterest = openInterestOf(expiry, contract)
        contracts.push(makeContract(seed, entry, contract, priced, { openInterest, days, progress }))
      }
    }
  }
  return { symbol: entry.symbol, asOf: now, underlyingPrice: price, style: 'american', contracts }
}
