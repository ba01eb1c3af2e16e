/**
 * Option chains of the simulated market: theoretical prices over the day's volatility surface and the forward
 * after dividends, free of static arbitrage, then quoted as an exchange would: in ticks, the bid below and
 * the ask above, wider away from the money and for less traded symbols, without a bid for worthless options.
 */
import { daysBetween } from '#service/markets/calendar.ts'
import type { Chain, Contract } from '#service/markets/market.ts'
import { osiSymbol } from '#service/markets/osi.ts'
import { hashText, mix, unit } from '#service/markets/random.ts'
import { dividendsUntil } from '#service/markets/simulated/companies/dividends.ts'
import { listExpiries, listStrikes } from './listing.ts'
import type { ListedExpiry } from './listing.ts'
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

/** Half of the spread of an option worth a dollar at the money, in dollars. */
const halfSpread: Readonly<Record<Listing, number>> = {
  most: 0.014,
  weekly: 0.05,
  monthly: 0.1,
  few: 0.22,
  none: 0,
}
const interestByListing: Readonly<Record<Listing, number>> = {
  most: 1,
  weekly: 0.7,
  monthly: 0.3,
  few: 0.06,
  none: 0,
}
/** Funds quoted in cents at any price. */
const pennySymbols = new Set(['SPY', 'QQQ', 'IWM'])

function tickOf(entry: SimulatedSymbol, price: number): number {
  if (pennySymbols.has(entry.symbol)) return 0.01
  if (entry.listing === 'most' || entry.listing === 'weekly') return price < 3 ? 0.01 : 0.05
  return price < 3 ? 0.05 : 0.1
}

const cents = (price: number): number => Math.round(price * 100) / 100

type PricedContract = { readonly theory: number; readonly intrinsic: number; readonly distance: number }

/** Bid and ask around a theoretical price; bid 0 if a market maker would not pay a tick. */
function quoteAround(
  entry: SimulatedSymbol,
  { theory, intrinsic, distance }: PricedContract,
  random: number,
): { bid: number; ask: number } {
  const half = Math.min(
    halfSpread[entry.listing] *
      Math.sqrt(theory) *
      (0.7 + 0.6 * random) *
      (0.85 + 0.15 * Math.min(4, distance)) +
      0.0012 * intrinsic,
    0.3 * theory + 0.02,
  )
  const bidTick = tickOf(entry, theory - half)
  const askTick = tickOf(entry, theory + half)
  const bid = Math.max(0, Math.floor((theory - half) / bidTick + 1e-6) * bidTick)
  let ask = Math.max(askTick, Math.ceil((theory + half) / askTick - 1e-6) * askTick)
  while ((bid + ask) / 2 < intrinsic || ask <= bid) ask += askTick
  return { bid: cents(bid), ask: cents(ask) }
}

/** Relative open interest of an expiry: high for monthlies, low for short-lived weeklies. */
function interestIn(expiry: ListedExpiry, days: number): number {
  if (expiry.kind === 'leaps') return 0.45
  return expiry.kind === 'monthly' ? 1.1 / (1 + days / 150) : 0.32 / (1 + days / 25)
}

/** Inputs of a contract's open interest and volume. */
type ContractActivity = {
  /** Open interest of the expiry's most popular strikes, in contracts. */
  readonly peakInterest: number
  readonly days: number
  /** Elapsed share of the running session, 0 to 1. */
  readonly progress: number
}

/** One listed contract around its theoretical value. */
function makeContract(
  seed: number,
  entry: SimulatedSymbol,
  { expiry, right, strike }: Pick<Contract, 'expiry' | 'right' | 'strike'>,
  priced: PricedContract & { readonly outside: boolean },
  { peakInterest: gathered, days, progress }: ContractActivity,
): Contract {
  const { theory, distance, outside } = priced
  const id = osiSymbol(entry.root ?? entry.symbol, expiry, right, strike)
  const h = hashText(id, seed)
  const round = strike % 50 === 0 ? 2.2 : strike % 10 === 0 ? 1.6 : strike % 5 === 0 ? 1.2 : 0.7
  const openInterest = Math.floor(
    gathered *
      round *
      Math.exp(-((distance - (outside ? 0.6 : 0)) ** 2) / (outside ? 2.4 : 0.7)) *
      (0.25 + 1.5 * unit(mix(h, 1))),
  )
  const volume = Math.floor(
    openInterest * (0.03 + 0.25 * unit(mix(h, 2)) ** 3) * (days < 10 ? 2.5 : 1) * progress,
  )
  const lastPrice = theory * (1 + 0.12 * (unit(mix(h, 3)) - 0.5))
  const { bid, ask } = quoteAround(entry, priced, unit(h))
  return {
    id,
    expiry,
    right,
    strike,
    bid,
    ask,
    last: openInterest > 0 ? cents(Math.max(0.01, lastPrice)) : null,
    volume: volume > 0 ? volume : null,
    openInterest,
  }
}

/** The complete chain of a symbol, sorted by expiry, strike, right. No contracts if it has no options. */
export function makeChain(seed: number, entry: SimulatedSymbol, state: UnderlyingState, rate: number): Chain {
  const { now, session, price, progress } = state
  const { day, running } = session
  const contracts: Contract[] = []
  const baseInterest = entry.averageVolume * 420 * interestByListing[entry.listing]
  const expiries = listExpiries(entry, now)
  const theory = createTheory({
    surface: surfaceOn(seed, entry, session),
    spot: price,
    rate,
    now,
    dividends: dividendsUntil(seed, entry, session, now, expiries.at(-1)?.day ?? day),
  })
  for (const expiry of expiries) {
    const days = Math.max(0, daysBetween(day, expiry.day))
    const gathered = baseInterest * interestIn(expiry, days)
    const pricesAt = theory(expiry.day)
    for (const strike of listStrikes(entry, running.previousClose, day, expiry)) {
      const prices = pricesAt(strike)
      for (const right of ['call', 'put'] as const) {
        const isCall = right === 'call'
        const intrinsic = Math.max(0, isCall ? price - strike : strike - price)
        const outside = isCall === prices.moneyness > 0
        const priced = { theory: prices[right], intrinsic, distance: prices.distance, outside }
        const contract = { expiry: expiry.day, right, strike }
        contracts.push(
          makeContract(seed, entry, contract, priced, { peakInterest: gathered, days, progress }),
        )
      }
    }
  }
  return { symbol: entry.symbol, asOf: now, underlyingPrice: price, style: 'american', contracts }
}
