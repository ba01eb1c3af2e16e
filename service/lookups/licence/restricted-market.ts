/** The quotes of a licensed market for partners who may not show all of them. */
import type { DataEntitlement } from '#contract/responses/data-class.ts'
import type { Market } from '#service/markets/market.ts'
import type { FeedMarket } from '../environments.ts'
import { mayShow } from './licence.ts'
import { notLicensed } from './restricted-lookups.ts'

/**
 * A market whose quotes reject with a Problem `not-licensed`, and are not pushed, unless the entitlement
 * includes their class. Checks each quote, because the sources of a market can change.
 */
export function restrictedMarket(
  market: FeedMarket & Pick<Market, 'capabilities'>,
  entitlement: DataEntitlement,
): FeedMarket {
  const shows = (capability: 'quotes' | 'chains') => mayShow(market.capabilities(), entitlement, capability)
  const { watchContracts, onNewDay } = market
  return {
    status: () => market.status(),
    // Which symbols there are is not restricted.
    universe: () => market.universe(),
    async quote(symbol) {
      if (!shows('quotes')) throw notLicensed()
      return market.quote(symbol)
    },
    watch(symbols, onQuote) {
      if (!shows('quotes')) return () => {}
      return market.watch(symbols, (quote) => {
        if (shows('quotes')) onQuote(quote)
      })
    },
    ...(watchContracts && {
      watchContracts(ids, onQuote) {
        if (!shows('chains')) return () => {}
        return watchContracts.call(market, ids, (quote) => {
          if (shows('chains')) onQuote(quote)
        })
      },
    }),
    // Days are not restricted.
    ...(onNewDay && { onNewDay: (listener) => onNewDay.call(market, listener) }),
  }
}
