/**
 * Named worlds for designers and tests. The service in all of them is the real one; only the market it looks at, the
 * account it knows and the way to it differ. Failure is a place one can go to, not a flag in the code.
 */
import type { Bars, Chain, Market } from '#service/markets/market.ts'
import { noBars } from '#service/markets/no-bars.ts'

/** What happens between the widget and the service, on top of the service itself. */
export type Way = {
  /** Milliseconds until an answer of the data API. */
  readonly delayMs?: number
  /** Data routes that answer 503, by the part of their path behind the version. */
  readonly broken?: RegExp
  /** After this many milliseconds nothing gets through any more. */
  readonly cutAfterMs?: number
  /** After this many milliseconds the feed ends and does not come back. */
  readonly feedEndsAfterMs?: number
}

export type Scenario = {
  readonly title: string
  /** What one sees there. */
  readonly sees: string
  readonly market?: (market: Market) => Market
  /** What becomes of the market after its overnight scan: there are ideas, made while all was well. */
  readonly afterScan?: (market: Market) => Market
  readonly way?: Way
  /** Milliseconds between looks at the watched symbols. */
  readonly tickMs?: number
  /** Whether the page's domain is listed; default true. */
  readonly listed?: boolean
  /** Whether the page's key was revoked before it came. */
  readonly revoked?: boolean
  /** After this many milliseconds the operator revokes the key, which ends its sessions. */
  readonly endsAfterMs?: number
  /** Partner settings, by name (docs/operating.md). */
  readonly settings?: Readonly<Record<string, string>>
  /** Publish a batch without ideas. */
  readonly noIdeas?: boolean
}

const status = (market: Market, change: Partial<ReturnType<Market['status']>>): Market => ({
  ...market,
  status: () => ({ ...market.status(), ...change }),
})
const withoutTicks = (market: Market): Market => ({ ...market, watch: () => () => {} })
const chains = (market: Market, change: (chain: Chain) => Chain): Market => ({
  ...market,
  chain: async (symbol) => {
    const chain = await market.chain(symbol)
    return chain && change(chain)
  },
})

const bars = (market: Market, change: (bars: Bars) => Bars): Market => ({
  ...market,
  bars: async (symbol) => {
    const known = await market.bars(symbol)
    return known && change(known)
  },
})
/** As if the source had stopped so many sessions ago. */
const until = (sessions: number, { date, ...columns }: Bars): Bars => ({
  date: date.slice(0, -sessions),
  open: columns.open.slice(0, -sessions),
  high: columns.high.slice(0, -sessions),
  low: columns.low.slice(0, -sessions),
  close: columns.close.slice(0, -sessions),
  volume: columns.volume.slice(0, -sessions),
})
const day = 24 * 3_600_000

export const scenarios = {
  calm: { title: 'Calm', sees: 'An ordinary session: prices move now and then.', tickMs: 2000 },
  busy: { title: 'Busy', sees: 'Every watched price changes all the time.', tickMs: 100 },
  slow: {
    title: 'Slow',
    sees: 'Skeletons: each answer takes two and a half seconds.',
    way: { delayMs: 2500 },
  },
  closed: {
    title: 'Market closed',
    sees: 'The last session’s prices, marked as such; nothing moves.',
    market: (market) => withoutTicks(status(market, { state: 'closed' })),
  },
  delayed: {
    title: 'Delayed',
    sees: 'Prices 15 minutes old, labelled so.',
    market: (market) => status(market, { delayedSeconds: 900 }),
  },
  recorded: {
    title: 'Recorded data',
    sees: 'The clock stands; the widget says as of when.',
    market: (market) => {
      const asOf = market.now()
      const stands = withoutTicks(
        status(market, { state: 'closed', simulated: false, asOf: asOf.toISOString() }),
      )
      return { ...stands, now: () => asOf }
    },
  },
  stale: {
    title: 'Stale',
    sees: 'The feed ends after three seconds: the last numbers stay, with their age.',
    way: { feedEndsAfterMs: 3000 },
  },
  empty: { title: 'No ideas', sees: 'The scan found nothing; search still works.', noIdeas: true },
  partner: {
    title: 'Partner’s own texts',
    sees: 'The partner’s notice and conflicts stand in the footer; no figure and no sentence tells a return of a year.',
    settings: {
      notice:
        '{"en":"Options can lose all you pay for them.","de":"Optionen können alles verlieren, was sie kosten."}',
      conflicts: 'Northwind Brokerage may receive payment for directing orders.',
      hideAnnualised: 'true',
    },
  },
  outdated: {
    title: 'Old daily prices',
    sees: 'Daily prices end sixty sessions ago: no trend, rank or levels, and since when.',
    afterScan: (market) => bars(market, (known) => until(60, known)),
  },
  barless: {
    title: 'No daily prices',
    sees: 'A price and options, and nothing to judge the stock by.',
    afterScan: (market) => bars(market, () => noBars),
  },
  drifted: {
    title: 'Price ran away',
    sees: 'The stock is 6 % above the price its options were quoted at: none is recommended.',
    afterScan: (market) =>
      chains(market, (chain) => ({ ...chain, underlyingPrice: chain.underlyingPrice / 1.06 })),
  },
  yesterday: {
    title: 'Options of another day',
    sees: 'The option quotes are three days older than the price: none is recommended.',
    afterScan: (market) =>
      chains(market, (chain) => ({ ...chain, asOf: new Date(chain.asOf.getTime() - 3 * day) })),
  },
  optionless: {
    title: 'No options',
    sees: 'Ideas and analysis, but nothing listed to write.',
    market: (market) => chains(market, (chain) => ({ ...chain, contracts: [] })),
  },
  illiquid: {
    title: 'No fitting options',
    sees: 'Contracts without a bid: every cell is empty, with the reason.',
    market: (market) =>
      chains(market, (chain) => ({
        ...chain,
        contracts: chain.contracts.map((one) => ({ ...one, bid: 0 })),
      })),
  },
  partial: {
    title: 'One panel fails',
    sees: 'The strategies cannot be had; ideas and analysis can.',
    way: { broken: /^how\// },
  },
  failing: {
    title: 'Failing',
    sees: 'Every look-up fails: an error and a retry in each panel.',
    way: { broken: /./ },
  },
  offline: {
    title: 'Offline',
    sees: 'After three seconds nothing gets through; what was there stays.',
    way: { cutAfterMs: 3000 },
  },
  expired: {
    title: 'Session ended',
    sees: 'After three seconds the operator revokes the key: the session is over.',
    endsAfterMs: 3000,
  },
  unauthorised: { title: 'Bad key', sees: 'The key is not valid: no session, no data.', revoked: true },
  refused: {
    title: 'Refused domain',
    sees: 'The domain is not listed: the origin to submit, no data.',
    listed: false,
  },
} as const satisfies Record<string, Scenario>

export type ScenarioName = keyof typeof scenarios
export const scenarioNames = Object.keys(scenarios) as readonly ScenarioName[]

/** The scenario a URL's parameter names; `calm` where it names none. */
export const scenarioNamed = (name: string | null): ScenarioName =>
  scenarioNames.find((one) => one === name) ?? 'calm'
