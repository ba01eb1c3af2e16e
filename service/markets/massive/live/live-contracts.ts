/** Pushed quotes of option contracts; gaps are filled by REST. */
import type { OptionQuote } from '#contract/feed.ts'
import { createLiveQuotes } from '#service/markets/kit/live-quotes.ts'
import { polledIfDenied } from '#service/markets/kit/polled-if-denied.ts'
import { polledStream } from '#service/markets/kit/polled-stream.ts'
import type { StreamUpdate } from '#service/markets/kit/quote-stream.ts'
import type { Stop } from '#service/shared/stop.ts'
import { slices } from '#service/shared/slices.ts'
import { reportingDelays, type LiveOptions } from './live-options.ts'
import { contractsPerConnection, openOptions, type ContractQuote } from './sockets.ts'
import { optionTickerOf, osiOf } from '#service/markets/massive/tickers.ts'
import { fromNanoseconds, vendorName, type MassiveClients } from '#service/markets/massive/vendor.ts'
import { SnapshotsSchema } from '#service/markets/massive/wire.ts'

/**
 * The vendor sends no heartbeat, and contracts far from the price are quoted rarely: a silent connection is no sign of a lost
 * one before this. Milliseconds.
 */
const contractSilenceMs = 5 * 60_000
/** Interval of requests for contracts if the plan has no socket for them: that of chains. Milliseconds. */
const contractPollMs = 10_000
/** Tickers that one snapshot call takes. */
const tickersPerSnapshot = 250

export type LiveContracts = {
  watch(ids: readonly string[], onQuote: (quote: OptionQuote) => void): Stop
  isStale(): boolean
  close(): void
}

export function createLiveContracts(options: LiveOptions): LiveContracts {
  const { clients, connection, isSession, log } = options
  const snapshot = (ids: readonly string[]) => contractSnapshots(clients, ids)
  const open = polledIfDenied({
    open: openOptions(connection),
    polled: polledStream({ snapshot, pollMs: () => contractPollMs }),
    canPoll: () => !clients.options.isDenied(),
    data: 'contracts',
    vendor: vendorName,
    log,
  })
  const live = createLiveQuotes<ContractQuote>({
    vendor: vendorName,
    openStream: reportingDelays('options', open, options),
    snapshot,
    merge(previous, update) {
      const last = update.last === undefined ? previous?.last : update.last
      const isSame =
        previous && previous.bid === update.bid && previous.ask === update.ask && previous.last === last
      return isSame ? undefined : { ...update, last }
    },
    // Pushed quotes do not contain the last trade.
    complete: (quote, { last }) =>
      quote.last === undefined && last !== undefined ? { ...quote, last } : undefined,
    isSession,
    log,
    keysPerConnection: contractsPerConnection,
    silenceMs: contractSilenceMs,
    staleAfterMs: contractSilenceMs,
  })
  return {
    watch(ids, onQuote) {
      const stops = ids.map((id) =>
        live.watch([id], ({ bid, ask, last, timeMs }) =>
          onQuote({ id, bid, ask, last: last ?? null, time: new Date(timeMs).toISOString() }),
        ),
      )
      return () => {
        for (const stop of stops) stop()
      }
    },
    isStale: () => live.isStale(),
    close: () => live.close(),
  }
}

async function contractSnapshots(
  { options }: MassiveClients,
  ids: readonly string[],
): Promise<readonly StreamUpdate<ContractQuote>[]> {
  const updates: StreamUpdate<ContractQuote>[] = []
  for (const slice of slices(ids, tickersPerSnapshot)) {
    const query = { 'ticker.any_of': slice.map(optionTickerOf).join(','), limit: tickersPerSnapshot }
    const { results } = await options.get('/v3/snapshot', query, SnapshotsSchema)
    for (const { ticker, error, last_quote: quote, last_trade: trade, session } of results ?? []) {
      if (error || !quote?.last_updated) continue
      const timeMs = fromNanoseconds(quote.last_updated)
      // As in chains: plans without trades have the last price of the day.
      const last = (trade?.price ?? session?.close) || null
      const value = { bid: quote.bid ?? 0, ask: quote.ask ?? 0, last, timeMs }
      updates.push({ key: osiOf(ticker), seq: null, timeMs, value })
    }
  }
  return updates
}
