/**
 * Option chains of the simulated market: theoretical prices over the day's volatility surface, then quoted as an
 * exchange would: in ticks, wider away from the money and where less is traded, with no bid for what is worthless.
 */
import { daysBetween, expiryInstant } from '#service/market/calendar.ts'
import type { Chain, Contract, Day } from '#service/market/market.ts'
import { osiSymbol } from '#service/market/osi.ts'
import { hashText, mix, unit } from '#service/market/random.ts'
import { listExpiries, listStrikes } from './listing.ts'
import type { Expiry } from './listing.ts'
import type { Entry, Listing } from './entry.ts'
import { surfaceOn, yearsTo } from './volatility.ts'

/** Where the underlying stands when its chain is made. */
export type Moment = {
  readonly now: Date
  /** Latest closed session, whose volatility surface holds, and its close. */
  readonly day: Day
  readonly close: number
  readonly price: number
  /** How much of the running session has passed, 0 to 1. */
  readonly progress: number
}

/** Cumulative normal distribution (Zelen and Severo, absolute error under 7.5e-8: far less than a tick). */
function cdf(x: number): number {
  const z = Math.abs(x)
  if (z > 8) return x > 0 ? 1 : 0
  const t = 1 / (1 + 0.2316419 * z)
  const poly =
    t * (0.31938153 + t * (-0.356563782 + t * (1.781477937 + t * (-1.821255978 + t * 1.330274429))))
  const tail = 0.3989422804014327 * Math.exp((-z * z) / 2) * poly
  return x > 0 ? 1 - tail : tail
}

/** Half of the spread of an option worth a dollar at the money, in dollars. */
const halfSpread: Readonly<Record<Listing, number>> = {
  most: 0.014,
  weekly: 0.05,
  monthly: 0.1,
  few: 0.22,
  none: 0,
}
const interest: Readonly<Record<Listing, number>> = { most: 1, weekly: 0.7, monthly: 0.3, few: 0.06, none: 0 }
/** Funds quoted in cents at any price. */
const pennies = new Set(['SPY', 'QQQ', 'IWM'])

function tickOf(entry: Entry, price: number): number {
  if (pennies.has(entry.symbol)) return 0.01
  if (entry.listing === 'most' || entry.listing === 'weekly') return price < 3 ? 0.01 : 0.05
  return price < 3 ? 0.05 : 0.1
}

const cents = (price: number): number => Math.round(price * 100) / 100

type Quoted = { readonly theory: number; readonly intrinsic: number; readonly distance: number }

/** Bid and ask around a theoretical price; bid 0 where a maker would not pay a tick. */
function quoteAround(
  entry: Entry,
  { theory, intrinsic, distance }: Quoted,
  luck: number,
): { bid: number; ask: number } {
  const half = Math.min(
    halfSpread[entry.listing] *
      Math.sqrt(theory) *
      (0.7 + 0.6 * luck) *
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

/** Relative interest in an expiry: monthlies gather it, weeklies live too short. */
function crowdOf(expiry: Expiry, days: number): number {
  if (expiry.kind === 'leaps') return 0.45
  return expiry.kind === 'monthly' ? 1.1 / (1 + days / 150) : 0.32 / (1 + days / 25)
}

/** The whole chain of a symbol at a moment, sorted by expiry, strike, right. No contracts where it has no options. */
export function makeChain(seed: number, entry: Entry, moment: Moment, rate: number): Chain {
  const { now, day, close, price, progress } = moment
  const surface = surfaceOn(seed, entry, day)
  const contracts: Contract[] = []
  const crowd = entry.averageVolume * 420 * interest[entry.listing]
  for (const expiry of listExpiries(entry, now)) {
    const years = yearsTo(now, expiryInstant(expiry.day))
    const days = Math.max(0, daysBetween(day, expiry.day))
    const discount = Math.exp(-rate * years)
    const forward = price * Math.exp((rate - entry.dividendYield) * years)
    const atm = surface.atm(years, expiry.day)
    const root = Math.sqrt(years)
    const gathered = crowd * crowdOf(expiry, days)
    for (const strike of listStrikes(entry, close, day, expiry)) {
      const moneyness = Math.log(strike / forward)
      const sigma = surface.smile(atm, years, moneyness) * root
      const d1 = -moneyness / sigma + sigma / 2
      const call = discount * (forward * cdf(d1) - strike * cdf(d1 - sigma))
      const distance = Math.abs(moneyness) / (atm * root)
      const round = strike % 50 === 0 ? 2.2 : strike % 10 === 0 ? 1.6 : strike % 5 === 0 ? 1.2 : 0.7
      for (const right of ['call', 'put'] as const) {
        const isCall = right === 'call'
        const european = isCall ? call : call - discount * (forward - strike)
        const intrinsic = Math.max(0, isCall ? price - strike : strike - price)
        const theory = Math.max(european, intrinsic, 0)
        const id = osiSymbol(entry.symbol, expiry.day, right, strike)
        const h = hashText(id, seed)
        const outside = isCall === moneyness > 0
        const open = Math.floor(
          gathered *
            round *
            Math.exp(-((distance - (outside ? 0.6 : 0)) ** 2) / (outside ? 2.4 : 0.7)) *
            (0.25 + 1.5 * unit(mix(h, 1))),
        )
        const traded = Math.floor(
          open * (0.03 + 0.25 * unit(mix(h, 2)) ** 3) * (days < 10 ? 2.5 : 1) * progress,
        )
        const seen = theory * (1 + 0.12 * (unit(mix(h, 3)) - 0.5))
        const { bid, ask } = quoteAround(entry, { theory, intrinsic, distance }, unit(h))
        contracts.push({
          id,
          expiry: expiry.day,
          right,
          strike,
          bid,
          ask,
          last: open > 0 ? cents(Math.max(0.01, seen)) : null,
          volume: traded > 0 ? traded : null,
          openInterest: open,
        })
      }
    }
  }
  return { symbol: entry.symbol, asOf: now, underlyingPrice: price, style: 'american', contracts }
}
