/** Chains of `/v3/snapshot/options/{underlying}`. */
import { latestSession, newYorkDay } from '#service/markets/calendar.ts'
import { chainOfContracts } from '#service/markets/kit/chain-of-rows.ts'
import { isIndex, styleOf } from '#service/markets/kit/symbol-kind.ts'
import type { Chain, Contract, Day } from '#service/markets/market.ts'
import { parseOsi } from '#service/markets/osi.ts'
import type { SeenDelays } from './delays.ts'
import { osiOf } from './tickers.ts'
import { allPages, fromNanoseconds, type MassiveClients } from './vendor.ts'
import { OptionSnapshotsSchema, type OptionSnapshot } from './wire.ts'

/** Pages of 250 contracts that an average chain has: 1,242 contracts. */
export const pagesPerChain = 5
const pageSize = 250

/**
 * Every listed option of a ticker. No `as_of` and no other day: the vendor ignores them silently and returns the present.
 *
 * @throws VendorError
 */
export const loadSnapshots = (
  { options, baseUrl }: MassiveClients,
  ticker: string,
): Promise<OptionSnapshot[]> =>
  allPages(options, baseUrl, {
    path: `/v3/snapshot/options/${encodeURIComponent(ticker)}`,
    query: { limit: pageSize },
    schema: OptionSnapshotsSchema,
  })

export type ChainContext = {
  readonly now: Date
  readonly underlyingPrice: number
  /** Delay of the data. Plans without quotes have no time of quotes: that of the delay is then assumed. */
  readonly delaySeconds: number
}

/**
 * The chain that snapshots describe. Contracts that deliver other than 100 shares, or whose root carries the digit of an
 * adjustment, are left out: their strikes are not prices of one share. Repeated and expired contracts are left out too.
 */
export function chainOf(
  symbol: string,
  snapshots: readonly OptionSnapshot[],
  { now, underlyingPrice, delaySeconds }: ChainContext,
): Chain {
  const session = latestSession(now)
  const contracts = snapshots.flatMap((snapshot) => contractOf(snapshot, isIndex(symbol), session) ?? [])
  let updatedMs = 0
  for (const { last_quote: quote } of snapshots)
    updatedMs = Math.max(updatedMs, fromNanoseconds(quote?.last_updated ?? 0))
  const asOf = new Date(
    updatedMs > 0 ? Math.min(updatedMs, now.getTime()) : now.getTime() - delaySeconds * 1000,
  )
  const facts = { symbol, asOf, underlyingPrice, style: exerciseStyleOf(symbol, snapshots) }
  return chainOfContracts(facts, contracts, now)
}

/** Price of the underlying in the most recent snapshot; undefined if none has one. */
export function underlyingPriceIn(snapshots: readonly OptionSnapshot[]): number | undefined {
  let latest: { readonly price: number; readonly updated: number } | undefined
  for (const { underlying_asset: asset } of snapshots) {
    const price = asset?.price ?? asset?.value
    const updated = asset?.last_updated ?? 0
    if (price && price > 0 && (!latest || updated > latest.updated)) latest = { price, updated }
  }
  return latest?.price
}

/** Whether the vendor labels quotes of the options, and of their underlying, as delayed. */
export const delaysIn = (snapshots: readonly OptionSnapshot[]): SeenDelays => ({
  options: isDelayedIn(snapshots.map(({ last_quote: quote }) => quote?.timeframe)),
  stocks: isDelayedIn(snapshots.map(({ underlying_asset: asset }) => asset?.timeframe)),
})

/** One real-time value makes all of them real time: the licence of a chain is that of its most restricted value. */
function isDelayedIn(labels: readonly (string | null | undefined)[]): boolean | undefined {
  if (labels.includes('REAL-TIME')) return false
  return labels.includes('DELAYED') ? true : undefined
}

function contractOf(snapshot: OptionSnapshot, isOnIndex: boolean, session: Day): Contract | undefined {
  const { details, last_quote: quote, last_trade: trade, day } = snapshot
  const id = osiOf(details.ticker)
  const osi = parseOsi(id)
  if (!osi || osi.strike <= 0 || details.contract_type !== osi.right) return undefined
  if ((details.shares_per_contract ?? 100) !== 100) return undefined
  if (/\d$/.test(osi.root) && !isOnIndex) return undefined
  // The option symbol holds thousandths of a dollar: exact for the strikes that a split leaves, such as 41.667.
  if (Math.abs(details.strike_price - osi.strike) > 0.001 || details.expiration_date !== osi.expiry)
    return undefined
  return {
    id,
    expiry: osi.expiry,
    right: osi.right,
    strike: osi.strike,
    bid: quote?.bid ?? 0,
    ask: quote?.ask ?? 0,
    last: positiveOrNull(trade?.price ?? day?.close),
    volume: volumeIn(day, session),
    openInterest: snapshot.open_interest ?? null,
  }
}

/** The volume of the session: the day's bar of a contract that has not traded in it is that of an earlier day. */
function volumeIn(day: OptionSnapshot['day'], session: Day): number | null {
  const updated = day?.last_updated
  const isEarlier = updated && newYorkDay(new Date(fromNanoseconds(updated))) < session
  return isEarlier ? 0 : (day?.volume ?? null)
}

const positiveOrNull = (price: number | null | undefined): number | null =>
  price && price > 0 ? price : null

function exerciseStyleOf(symbol: string, snapshots: readonly OptionSnapshot[]): Chain['style'] {
  const style = snapshots.find(({ details }) => details.exercise_style)?.details.exercise_style
  return style === 'american' || style === 'european' ? style : styleOf(symbol)
}
