/** Chain and quote of a symbol from a response of Cboe's delayed quotes. */
import type { Quote } from '#contract/feed.ts'
import { latestSession, sessionClose, sessionOpen } from '#service/markets/calendar.ts'
import { chainOfContracts } from '#service/markets/kit/chain-of-rows.ts'
import { quoteOfTrade } from '#service/markets/kit/last-trade.ts'
import { isIndex } from '#service/markets/kit/symbol-kind.ts'
import { VendorError } from '#service/markets/kit/vendor-error.ts'
import type { Chain, Contract } from '#service/markets/market.ts'
import { parseOsi } from '#service/markets/osi.ts'
import type { DelayedQuotes } from './response.ts'

/**
 * Seconds by which Cboe delays the quotes; measured by others: 15 minutes and 27 seconds with its
 * generation.
 */
export const delayedSeconds = 900

export type DelayedSymbol = { readonly chain: Chain; readonly quote: Quote }

/**
 * The chain and the quote of a symbol.
 *
 * @param now contracts that have expired by then are omitted
 * @throws VendorError `malformed` if the response has no price of the underlying
 */
export function delayedSymbolOf(
  symbol: string,
  { timestamp, data }: DelayedQuotes,
  now: Date,
): DelayedSymbol {
  const price = data.current_price || data.close
  if (!price)
    throw new VendorError(
      'malformed',
      `cboe: current_price of ${symbol}: expected a positive price, got none`,
    )
  const asOf = quoteTime(timestamp)
  const contracts = data.options.flatMap((option) => contractOf(option) ?? [])
  const trade = {
    last: price,
    previousClose: data.prev_day_close || null,
    // An index does not trade: Cboe reports 0.
    volume: isIndex(symbol) ? null : (data.volume ?? null),
    timeMs: lastTradeTime(data) ?? asOf.getTime(),
  }
  return {
    chain: chainOfContracts({ symbol, asOf, underlyingPrice: price }, contracts, now),
    quote: quoteOfTrade(symbol, trade, now),
  }
}

/**
 * A contract; undefined if its symbol is not an OSI symbol. Adjusted contracts stay: the analysis refuses
 * their roots.
 */
function contractOf(option: DelayedQuotes['data']['options'][number]): Contract | undefined {
  const osi = parseOsi(option.option)
  if (!osi || !(osi.strike > 0)) return undefined
  const { expiry, right, strike } = osi
  return {
    id: option.option,
    expiry,
    right,
    strike,
    bid: option.bid ?? 0,
    ask: option.ask ?? 0,
    last: option.last_trade_price || null,
    volume: option.volume ?? null,
    openInterest: option.open_interest ?? null,
  }
}

/**
 * The time of the quotes: 15 minutes before the response was written, or the close of the session if that
 * was earlier.
 */
function quoteTime(timestamp: string): Date {
  const delayed = new Date(
    Date.parse(`${timestamp.slice(0, 10)}T${timestamp.slice(11, 19)}Z`) - delayedSeconds * 1000,
  )
  const close = sessionClose(latestSession(delayed))
  return delayed < close ? delayed : close
}

/** Milliseconds since the epoch; undefined if the response has no valid time. */
function lastTradeTime({ last_trade_time: text }: DelayedQuotes['data']): number | undefined {
  const [, day, hours, minutes, seconds] = /^(\d{4}-\d\d-\d\d)T(\d\d):(\d\d):(\d\d)/.exec(text ?? '') ?? []
  if (day === undefined || Number.isNaN(Date.parse(day))) return undefined
  // Clocks change on Sundays only, and never between midnight and the end of trading on a day of trading.
  const midnightMs = sessionOpen(day).getTime() - 9.5 * 3_600_000
  return midnightMs + (Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds)) * 1000
}
