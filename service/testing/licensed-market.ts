/**
 * A market of a vendor for tests of licences. Stock prices are several thousand dollars, so that tests recognise them
 * in responses. Different kinds of data have no equal prices.
 */
import type { DataClass } from '#contract/responses/data-class.ts'
import type { OptionQuote, Quote } from '#contract/feed.ts'
import {
  barsFrom,
  chainFrom,
  randomWalk,
  syntheticMarket,
  today,
} from '#service/analysis/reference/synthetic-market.fixture.ts'
import { capabilityNames, provides } from '#service/markets/capabilities.ts'
import type { Capabilities, Provision } from '#service/markets/capabilities.ts'
import { sessionClose } from '#service/markets/calendar.ts'
import type { Market } from '#service/markets/market.ts'
import type { Stop } from '#service/shared/stop.ts'

export type PriceKind = 'quotes' | 'chains' | 'bars'
/** Class of each kind of price; `free` is data that no licence restricts. */
export type PriceClasses = Readonly<Record<PriceKind, Exclude<DataClass, 'derived'> | 'free'>>

export type LicensedMarket = Market & {
  /** Sets the class of each kind of price. Initially all are `real-time`. */
  setClasses(classes: PriceClasses): void
  /** Pushes a trade to the watchers of a symbol. */
  trade(symbol: string, last: number): void
  /** Pushes a quote of a contract, one dollar wide, to its watchers. */
  quoteContract(id: string, bid: number): void
  /** Number of watches of a contract. */
  contractWatchCount(id: string): number
}

/** Symbols with options, and the seeds of their bars: the first two are ideas of the scan. */
const seeds = { HIGH: 71, DIP: 25, CALM: 31 } as const
export const licensedSymbols = Object.keys(seeds) as readonly (keyof typeof seeds)[]

export const realTime: PriceClasses = { quotes: 'real-time', chains: 'real-time', bars: 'real-time' }

/** @param options.pushesContracts whether the market has `watchContracts` */
export function licensedMarket({ pushesContracts = true } = {}): LicensedMarket {
  const bases = Object.fromEntries(licensedSymbols.map((symbol, index) => [symbol, 7388.64 + index * 613.37]))
  const market = syntheticMarket(
    Object.fromEntries(
      licensedSymbols.map((symbol) => [
        symbol,
        {
          profile: { eps: 311 },
          bars: barsFrom(randomWalk({ price: bases[symbol]!, seed: seeds[symbol] })),
          chain: chainFrom(symbol, {
            spot: bases[symbol]! + 4.47,
            step: 100,
            style: 'european',
            days: [7, 28, 56, 91, 119, 182],
          }),
          price: bases[symbol]! + 2.71,
        },
      ]),
    ),
  )
  const listeners = new Set<(quote: Quote) => void>()
  const contractListeners = new Map<string, Set<(quote: OptionQuote) => void>>()
  let capabilities = capabilitiesOf(realTime)
  return {
    ...market,
    status: () => ({ state: 'open', delayedSeconds: 0, simulated: false, asOf: null }),
    source: () => 'Vendor',
    capabilities: () => capabilities,
    news: async (symbol) => [
      { id: 'n1', headline: `${symbol} rises`, source: 'Wire', time: sessionClose(today), url: null },
    ],
    watch(symbols, onQuote) {
      const listener = (quote: Quote) => {
        if (symbols.includes(quote.symbol)) onQuote(quote)
      }
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    ...(pushesContracts && { watchContracts: (ids, onQuote) => watchAll(contractListeners, ids, onQuote) }),
    quoteContract(id, bid) {
      const quote = { id, bid, ask: bid + 1, last: null, time: sessionClose(today).toISOString() }
      for (const listener of contractListeners.get(id) ?? []) listener(quote)
    },
    contractWatchCount: (id) => contractListeners.get(id)?.size ?? 0,
    setClasses: (classes) => void (capabilities = capabilitiesOf(classes)),
    trade(symbol, last) {
      const time = sessionClose(today).toISOString()
      const quote = { symbol, last, change: null, percentageChange: null, volume: null, time }
      for (const listener of listeners) listener(quote)
    },
  }
}

function watchAll<Listener>(
  listeners: Map<string, Set<Listener>>,
  ids: readonly string[],
  listener: Listener,
): Stop {
  for (const id of ids) listeners.set(id, (listeners.get(id) ?? new Set()).add(listener))
  return () => {
    for (const id of ids) listeners.get(id)?.delete(listener)
  }
}

function capabilitiesOf(classes: PriceClasses): Capabilities {
  const provision = (dataClass: PriceClasses[PriceKind]): Provision => ({
    source: 'Vendor',
    dataClass: dataClass === 'free' ? 'real-time' : dataClass,
    delayedSeconds: dataClass === 'delayed' ? 900 : 0,
    isLicensed: dataClass !== 'free',
    state: 'working',
  })
  return {
    ...provides(capabilityNames, provision('real-time')),
    quotes: provision(classes.quotes),
    chains: provision(classes.chains),
    bars: provision(classes.bars),
  }
}
