/**
 * Named scenarios for designers and tests. All of them run the real service; they differ in the market, the account
 * and the network. Failures are scenarios, so the code needs no flags for them.
 */
import type { DataEntitlement } from '#contract/responses/data-class.ts'
import type { Bars, Chain, Market } from '#service/markets/market.ts'
import { noBars } from '#service/markets/no-bars.ts'
import { delayedVendor, endOfDayVendor, mixedVendor, realTimeVendor, sparseVendor } from './vendor-market.ts'

/** Conditions of the network between the widget and the service. */
export type NetworkConditions = {
  /** Delay of each response of the data API, milliseconds. */
  readonly delayMs?: number
  /** Data routes that respond with 503, by their path after the version. */
  readonly broken?: RegExp
  /** Milliseconds until the connection is cut. */
  readonly cutAfterMs?: number
  /** Milliseconds until the feed ends permanently. */
  readonly feedEndsAfterMs?: number
}

export type Scenario = {
  readonly title: string
  /** Visible effect on the widget, for the workbench. */
  readonly description: string
  readonly market?: (market: Market) => Market
  /** Changes the market after its overnight scan, which therefore has ideas. */
  readonly afterScan?: (market: Market) => Market
  readonly network?: NetworkConditions
  /** Milliseconds between quotes of the watched symbols. */
  readonly tickMs?: number
  /** Whether the page's domain is whitelisted; default true. */
  readonly listed?: boolean
  /** Whether the page's key is revoked from the start. */
  readonly revoked?: boolean
  /** Milliseconds until the operator revokes the key, which ends its sessions. */
  readonly endsAfterMs?: number
  /** Partner settings, by name (docs/operating.md). */
  readonly settings?: Readonly<Record<string, string>>
  /** Data of a vendor that the partner may show (docs/markets.md). */
  readonly data?: DataEntitlement
  /** Whether the published batch has no ideas. */
  readonly noIdeas?: boolean
}

const withStatus = (market: Market, change: Partial<ReturnType<Market['status']>>): Market => ({
  ...market,
  status: () => ({ ...market.status(), ...change }),
})
const withoutTicks = (market: Market): Market => ({ ...market, watch: () => () => {} })
const mapChains = (market: Market, change: (chain: Chain) => Chain): Market => ({
  ...market,
  chain: async (symbol) => {
    const chain = await market.chain(symbol)
    return chain && change(chain)
  },
})

const mapBars = (market: Market, change: (bars: Bars) => Bars): Market => ({
  ...market,
  bars: async (symbol) => {
    const original = await market.bars(symbol)
    return original && change(original)
  },
})
/** Removes the last sessions, as if the source had stopped delivering bars. */
const withoutLastSessions = (sessions: number, { date, ...columns }: Bars): Bars => ({
  date: date.slice(0, -sessions),
  open: columns.open.slice(0, -sessions),
  high: columns.high.slice(0, -sessions),
  low: columns.low.slice(0, -sessions),
  close: columns.close.slice(0, -sessions),
  volume: columns.volume.slice(0, -sessions),
})
const dayMs = 24 * 3_600_000

export const scenarios = {
  calm: { title: 'Calm', description: 'An ordinary session: prices move now and then.', tickMs: 2000 },
  busy: { title: 'Busy', description: 'Every watched price changes all the time.', tickMs: 100 },
  slow: {
    title: 'Slow',
    description: 'Skeletons: each response takes 2.5 seconds.',
    network: { delayMs: 2500 },
  },
  closed: {
    title: 'Market closed',
    description: 'The last session’s prices, marked as such; nothing moves.',
    market: (market) => withoutTicks(withStatus(market, { state: 'closed' })),
  },
  delayed: {
    title: 'Delayed',
    description: 'Prices 15 minutes old, labelled so.',
    market: (market) => withStatus(market, { delayedSeconds: 900 }),
  },
  recorded: {
    title: 'Recorded data',
    description: 'The clock stands still; the widget shows the time of the data.',
    market: (market) => {
      const asOf = market.now()
      const frozen = withoutTicks(
        withStatus(market, { state: 'closed', simulated: false, asOf: asOf.toISOString() }),
      )
      return { ...frozen, now: () => asOf }
    },
  },
  stale: {
    title: 'Stale',
    description: 'The feed ends after 3 seconds: the last figures stay, with their age.',
    network: { feedEndsAfterMs: 3000 },
  },
  empty: { title: 'No ideas', description: 'The scan found nothing; search still works.', noIdeas: true },
  partner: {
    title: 'Partner’s own texts',
    description: 'The footer has the partner’s notice and conflicts; annualised returns are hidden.',
    settings: {
      notice:
        '{"en":"Options can lose all you pay for them.","de":"Optionen können alles verlieren, was sie kosten."}',
      conflicts: 'Northwind Brokerage may receive payment for directing orders.',
      hideAnnualised: 'true',
    },
  },
  outdated: {
    title: 'Old daily prices',
    description: 'Daily prices ended 60 sessions ago: no trend, rank or levels, with the date.',
    afterScan: (market) => mapBars(market, (original) => withoutLastSessions(60, original)),
  },
  barless: {
    title: 'No daily prices',
    description: 'A price and options, but no analysis of the stock.',
    afterScan: (market) => mapBars(market, () => noBars),
  },
  drifted: {
    title: 'Price drift',
    description: 'The stock is 6 % above the price at which its options were quoted: none is recommended.',
    afterScan: (market) =>
      mapChains(market, (chain) => ({ ...chain, underlyingPrice: chain.underlyingPrice / 1.06 })),
  },
  yesterday: {
    title: 'Options of another day',
    description: 'The option quotes are three days older than the price: none is recommended.',
    afterScan: (market) =>
      mapChains(market, (chain) => ({ ...chain, asOf: new Date(chain.asOf.getTime() - 3 * dayMs) })),
  },
  optionless: {
    title: 'No options',
    description: 'Ideas and analysis, but no listed options to sell.',
    market: (market) => mapChains(market, (chain) => ({ ...chain, contracts: [] })),
  },
  illiquid: {
    title: 'No fitting options',
    description: 'Contracts without a bid: every cell is empty, with the reason.',
    market: (market) =>
      mapChains(market, (chain) => ({
        ...chain,
        contracts: chain.contracts.map((contract) => ({ ...contract, bid: 0 })),
      })),
  },
  unpriced: {
    title: 'Prices not licensed',
    description:
      'The partner may show derived figures only: the widget shows the reason in place of each price.',
    market: realTimeVendor,
    data: 'derived',
  },
  closes: {
    title: 'Daily prices licensed',
    description: 'The partner may show end-of-day prices: a chart, but no quotes and no option prices.',
    market: mixedVendor,
    data: 'end-of-day',
  },
  unlicensed: {
    title: 'No data licensed',
    description: 'The operator has enabled no market data for the partner: every look-up is refused.',
    market: realTimeVendor,
    data: 'none',
  },
  vendor: {
    title: 'Delayed data of a vendor',
    description: 'Prices 15 minutes old, with the name of their vendor.',
    market: delayedVendor,
    data: 'delayed',
  },
  evening: {
    title: 'End-of-day data of a vendor',
    description: 'Prices of a closed session, with its day and the name of their vendor.',
    market: endOfDayVendor,
    data: 'end-of-day',
  },
  sparse: {
    title: 'A source with prices only',
    description: 'No earnings, dividends, headlines, fundamentals or volatility history, with the reason.',
    market: sparseVendor,
    data: 'real-time',
  },
  partial: {
    title: 'One panel fails',
    description: 'The strategies fail; ideas and analysis work.',
    network: { broken: /^how\// },
  },
  failing: {
    title: 'Failing',
    description: 'Every look-up fails: each panel shows an error and a retry.',
    network: { broken: /./ },
  },
  offline: {
    title: 'Offline',
    description: 'After 3 seconds the connection is cut; the data stays on screen.',
    network: { cutAfterMs: 3000 },
  },
  expired: {
    title: 'Session ended',
    description: 'After 3 seconds the operator revokes the key, which ends the session.',
    endsAfterMs: 3000,
  },
  unauthorised: {
    title: 'Bad key',
    description: 'The key is not valid: no session, no data.',
    revoked: true,
  },
  refused: {
    title: 'Refused domain',
    description: 'The domain is not whitelisted: the widget shows the origin to submit, and no data.',
    listed: false,
  },
} as const satisfies Record<string, Scenario>

export type ScenarioName = keyof typeof scenarios
export const scenarioNames = Object.keys(scenarios) as readonly ScenarioName[]

/** Returns the scenario that a URL parameter names; `calm` by default. */
export const scenarioNamed = (name: string | null): ScenarioName =>
  scenarioNames.find((scenarioName) => scenarioName === name) ?? 'calm'
