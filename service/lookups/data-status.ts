/** Status of market data (time, source, licence class), for the whole market and for each part of a symbol's data. */
import type { Quote } from '#contract/feed.ts'
import type { DataPart, DataStatus, PartStatus } from '#contract/responses/resources.ts'
import type { UnknownReason } from '#contract/responses/unknown.ts'
import type { ValidatedBars } from '#service/analysis/bars/validate-bars.ts'
import { latestSession, newYorkDay, sessionClose, sessionOpen } from '#service/markets/calendar.ts'
import type { Capabilities, Capability } from '#service/markets/capabilities.ts'
import type { Chain, Earnings, Market, Profile } from '#service/markets/market.ts'

/** Time, delay, source and licence class of the market's data. */
export function dataStatusOf(market: Market): DataStatus {
  const { simulated, delayedSeconds } = market.status()
  const { quotes } = market.capabilities()
  return {
    asOf: market.now().toISOString(),
    simulated,
    delayedSeconds,
    source: market.source(),
    ...(quotes && { dataClass: quotes.dataClass }),
  }
}

/** The capability of the market that provides each part. */
const capabilityOfPart = {
  price: 'quotes',
  options: 'chains',
  bars: 'bars',
  dividends: 'dividends',
  earnings: 'earnings',
} as const satisfies Record<DataPart, Capability>

/** The parts of a symbol's data. */
export type SymbolParts = {
  readonly profile: Profile
  readonly bars: ValidatedBars
  readonly chain: Chain | undefined
  /** The source does not say whether the symbol has listed options. */
  readonly hasNoOptionData: boolean
  readonly quote: Quote | undefined
  readonly earnings: Earnings | null
}

const currentStatus = (asOf: string | null): PartStatus => ({ state: 'current', asOf, reason: null })
const oldStatus = (asOf: string | null, reason: UnknownReason | null): PartStatus => ({
  state: 'old',
  asOf,
  reason,
})
const unknownStatus = (reason: UnknownReason, asOf: string | null = null): PartStatus => ({
  state: 'unknown',
  asOf,
  reason,
})

/** Current if the last trade is of the latest session that has opened. */
const priceStatus = (quote: Quote | undefined, now: Date): PartStatus => {
  if (!quote) return unknownStatus('no-price')
  return newYorkDay(new Date(quote.time)) < latestSession(now)
    ? oldStatus(quote.time, null)
    : currentStatus(quote.time)
}

/** Current if option quotes and price are of the same day, and of the latest session. */
const optionsStatus = ({ chain, quote, hasNoOptionData }: SymbolParts, now: Date): PartStatus => {
  if (!chain) return unknownStatus(hasNoOptionData ? 'not-given' : 'no-chain')
  const asOf = chain.asOf.toISOString()
  const day = newYorkDay(chain.asOf)
  const isOfPriceDay = !quote || newYorkDay(new Date(quote.time)) === day
  return isOfPriceDay && day >= latestSession(now) ? currentStatus(asOf) : oldStatus(asOf, 'old-chain')
}

const barsStatus = ({ reason, lastDay }: ValidatedBars): PartStatus => {
  const asOf = lastDay === null ? null : sessionClose(lastDay).toISOString()
  if (reason === null) return currentStatus(asOf)
  return reason === 'old-bars' ? oldStatus(asOf, reason) : unknownStatus(reason, asOf)
}

/**
 * A date is current until it has passed. `asOf` is null, because markets do not report when it was
 * announced.
 */
const dateStatus = (date: Date, now: Date): PartStatus =>
  date < now ? oldStatus(null, null) : currentStatus(null)

/**
 * Funds and indices report no earnings, so their earnings are never unknown. A report is ahead for all of its day: many
 * companies report after the close.
 */
const earningsStatus = (earnings: Earnings | null, { kind }: Profile, now: Date): PartStatus => {
  if (earnings === null) return kind === 'stock' ? unknownStatus('not-given') : currentStatus(null)
  return earnings.day < newYorkDay(now) ? oldStatus(null, null) : currentStatus(null)
}

/**
 * A company without dividends has the state `current`, because the source reports that it pays
 * none.
 */
const dividendsStatus = ({ dividends: { declared, knownThrough } }: Profile, now: Date): PartStatus => {
  const [nextDividend] = declared
  if (nextDividend) return dateStatus(sessionOpen(nextDividend.exDate), now)
  return knownThrough === null ? unknownStatus('not-given') : currentStatus(null)
}

/**
 * Returns the status of each part of a symbol's data at `now` (market time), with its source and licence class.
 * The reason of an unknown part is `not-provided` if the market lacks the capability.
 */
export function partsOf(
  symbolParts: SymbolParts,
  capabilities: Capabilities,
  now: Date,
): Record<DataPart, PartStatus> {
  const { profile, bars, quote, earnings } = symbolParts
  const fromSource = (part: DataPart, status: PartStatus): PartStatus => {
    const provision = capabilities[capabilityOfPart[part]]
    if (provision) return { ...status, source: provision.source, class: provision.dataClass }
    return status.state === 'unknown' ? unknownStatus('not-provided') : status
  }
  return {
    price: fromSource('price', priceStatus(quote, now)),
    options: fromSource('options', optionsStatus(symbolParts, now)),
    bars: fromSource('bars', barsStatus(bars)),
    dividends: fromSource('dividends', dividendsStatus(profile, now)),
    earnings: fromSource('earnings', earningsStatus(earnings, profile, now)),
  }
}
