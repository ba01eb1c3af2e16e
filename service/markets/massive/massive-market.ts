/**
 * Live market data of Massive (formerly Polygon.io). Opening it makes no call: a vendor that is down or refuses the key leaves
 * the service running, and calls reject until it responds.
 */
import { marketStateAt } from '#service/markets/calendar.ts'
import type { Capabilities, Provision } from '#service/markets/capabilities.ts'
import { liveClock } from '#service/markets/kit/live-clock.ts'
import type { VendorClient } from '#service/markets/kit/vendor-client.ts'
import type { Market } from '#service/markets/market.ts'
import { createCompanyLookUps } from './company-look-ups.ts'
import { createDelays, planDelaySeconds, type Delays } from './delays.ts'
import { createGroupedDays } from './grouped-days.ts'
import { createLive } from './live/live.ts'
import { createMarketHours } from './market-hours.ts'
import { createPriceLookUps } from './price-look-ups.ts'
import { createUniverse } from './universe.ts'
import { createClients, type MassiveConnection, type MassiveClients } from './vendor.ts'

export type MassiveOptions = MassiveConnection & {
  /** Symbols of the nightly scan; undefined for those with the largest volume. */
  readonly universe: readonly string[] | undefined
  readonly riskFreeRate: number
  /** The default is real time. */
  readonly clock?: () => Date
}

export function openMassiveMarket(options: MassiveOptions): Market {
  const { log, riskFreeRate, clock = () => new Date() } = options
  const clients = createClients(options)
  const delays = createDelays(options.host, log)
  const hours = createMarketHours(clients.reference, clock, log)
  /** Delayed sockets begin, and end, later than the session. */
  const socketDelayMs = options.host === 'delayed' ? planDelaySeconds * 1000 : 0
  const isSession = () =>
    marketStateAt(new Date(clock().getTime() - socketDelayMs)) === 'open' && hours.state() !== 'closed'
  const groupedDays = createGroupedDays(clients)
  const companies = createCompanyLookUps(clients, clock)
  const prices = createPriceLookUps({ clients, clock, delays, groupedDays, companies, log })
  const live = createLive({
    connection: options,
    clients,
    clock,
    delays,
    isSession,
    log,
    withPreviousClose: prices.withPreviousClose.bind(prices),
  })
  const isStale = () =>
    live.isStale() ||
    // The last good values are served. A plan without some data leaves the rest as it is.
    clients.isKeyRefused() ||
    clients.quotes.isFailing() ||
    clients.options.isFailing()
  const universe = createUniverse(groupedDays, clock)
  const time = liveClock({ delayedSeconds: 0, isStale, clock })

  return {
    ...time,
    profile: (symbol) => companies.profile(symbol, () => prices.lastClose(symbol)),
    news: companies.news,
    splits: companies.splits,
    bars: prices.bars,
    chain: prices.chain,
    quote: prices.quote,
    status: () => ({ ...time.status(), state: hours.state(), delayedSeconds: delays.seconds() }),
    source: () => 'Massive',
    capabilities: () => capabilitiesOf(clients, delays),
    riskFreeRate: () => riskFreeRate,
    benchmark: () => 'SPY',
    universe: () => (options.universe ? Promise.resolve(options.universe) : universe()),
    watch: (symbols, onQuote) => live.watch(symbols, onQuote),
    // The delayed socket has no quotes of contracts: the feed polls chains instead.
    ...(options.host === 'real-time' && {
      watchContracts: (ids, onQuote) => live.watchContracts(ids, onQuote),
    }),
    earnings: async () => null,
    volatilityHistory: async () => [],
    async close() {
      live.close()
      for (const client of clientsOf(clients)) client.close()
    },
  }
}

const clientsOf = ({ quotes, options, bars, reference, news }: MassiveClients): readonly VendorClient[] => [
  quotes,
  options,
  bars,
  reference,
  news,
]

function capabilitiesOf(clients: MassiveClients, delays: Delays): Capabilities {
  const base = { source: 'Massive', isLicensed: true }
  const live = (isDelayed: boolean, client: VendorClient): Provision => ({
    ...base,
    dataClass: isDelayed ? 'delayed' : 'real-time',
    delayedSeconds: isDelayed ? planDelaySeconds : 0,
    state: client.state(),
  })
  const daily = (client: VendorClient): Provision => ({
    ...base,
    dataClass: 'end-of-day',
    delayedSeconds: 0,
    state: client.state(),
  })
  return {
    quotes: live(delays.stocks(), clients.quotes),
    chains: live(delays.options(), clients.options),
    bars: daily(clients.bars),
    profiles: daily(clients.reference),
    dividends: daily(clients.reference),
    earnings: null,
    news: daily(clients.news),
    volatility: null,
  }
}
