/** Age of the data, as a whole and for each part. */
import type { Quote } from '#contract/feed.ts'
import type { DataPart, DataStatus, PartStatus } from '#contract/responses/resources.ts'
import type { UnknownReason } from '#contract/responses/unknown.ts'
import type { JudgedBars } from '#service/analysis/bars/judge-bars.ts'
import {
  expiryInstant,
  latestSession,
  newYorkDay,
  sessionClose,
  sessionOpen,
} from '#service/markets/calendar.ts'
import type { Chain, Earnings, Market, Profile } from '#service/markets/market.ts'

/** Current time and kind of the market's data. */
export function dataStatusOf(market: Market): DataStatus {
  const { simulated, delayedSeconds } = market.status()
  return { asOf: market.now().toISOString(), simulated, delayedSeconds, source: market.source() }
}

/** The parts of a symbol's data. */
export type SymbolParts = {
  readonly profile: Profile
  readonly bars: JudgedBars
  readonly chain: Chain | undefined
  readonly quote: Quote | undefined
  readonly earnings: Earnings | null
}

const current = (asOf: string | null): PartStatus => ({ state: 'current', asOf, reason: null })
const old = (asOf: string | null, reason: UnknownReason | null): PartStatus => ({
  state: 'old',
  asOf,
  reason,
})
const unknown = (reason: UnknownReason, asOf: string | null = null): PartStatus => ({
  state: 'unknown',
  asOf,
  reason,
})

/** Current if the last trade is of the latest session that has begun. */
const priceStatus = (quote: Quote | undefined, now: Date): PartStatus => {
  if (!quote) return unknown('no-price')
  return newYorkDay(new Date(quote.time)) < latestSession(now) ? old(quote.time, null) : current(quote.time)
}

/** Current if quotes and price are of the same day, that of the latest session. */
const optionsStatus = (chain: Chain | undefined, quote: Quote | undefined, now: Date): PartStatus => {
  if (!chain) return unknown('no-chain')
  const asOf = chain.asOf.toISOString()
  const day = newYorkDay(chain.asOf)
  const isOfPrice = !quote || newYorkDay(new Date(quote.time)) === day
  return isOfPrice && day >= latestSession(now) ? current(asOf) : old(asOf, 'old-chain')
}

const barsStatus = ({ reason, lastDay }: JudgedBars): PartStatus => {
  const asOf = lastDay === null ? null : sessionClose(lastDay).toISOString()
  if (reason === null) return current(asOf)
  return reason === 'old-bars' ? old(asOf, reason) : unknown(reason, asOf)
}

/** A next date is current until it has passed. Markets do not report when they learnt of it. */
const dateStatus = (date: Date | undefined, now: Date): PartStatus => {
  if (!date) return unknown('not-given')
  return date < now ? old(null, null) : current(null)
}

/** Funds and indices report no earnings, so their earnings are never unknown. */
const earningsStatus = (earnings: Earnings | null, { kind }: Profile, now: Date): PartStatus =>
  earnings === null && kind !== 'stock'
    ? current(null)
    : dateStatus(earnings ? expiryInstant(earnings.day) : undefined, now)

/** That a company pays no dividend is known, not missing. */
const dividendsStatus = ({ dividends: { declared, knownThrough } }: Profile, now: Date): PartStatus => {
  const [next] = declared
  if (next) return dateStatus(sessionOpen(next.exDate), now)
  return knownThrough === null ? unknown('not-given') : current(null)
}

/** The status of each part of a symbol's data at `now`, market time. */
export function partsOf(
  { profile, bars, chain, quote, earnings }: SymbolParts,
  now: Date,
): Record<DataPart, PartStatus> {
  return {
    price: priceStatus(quote, now),
    options: optionsStatus(chain, quote, now),
    bars: barsStatus(bars),
    dividends: dividendsStatus(profile, now),
    earnings: earningsStatus(earnings, profile, now),
  }
}
