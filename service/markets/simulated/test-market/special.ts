/** Special behaviour of the test market's own symbols, which replaces the simulated data. */
import type { Quote } from '#contract/feed.ts'
import type { Bars, Chain, Contract, Earnings } from '#service/markets/market.ts'

/**
 * Special behaviour of a symbol. Each function returns a special value in place of the simulated
 * one.
 */
export type Special = {
  readonly bars?: (bars: Bars) => Bars
  readonly chain?: (chain: Chain) => Chain
  readonly quote?: (quote: Quote) => Quote
  readonly earnings?: Earnings
}

/** Later than the expiry of every recommended option. */
const farEarnings: Earnings = { day: '2027-01-27', time: 'Unknown', estimated: true }
const staleTime = new Date('2026-07-02T20:00:00Z')
const staleSessions = 60
/** Width of a wide spread as a share of the mid price. */
const wideSpread = 0.3

const withoutLastSessions = (sessions: number, { date, ...columns }: Bars): Bars => ({
  date: date.slice(0, -sessions),
  open: columns.open.slice(0, -sessions),
  high: columns.high.slice(0, -sessions),
  low: columns.low.slice(0, -sessions),
  close: columns.close.slice(0, -sessions),
  volume: columns.volume.slice(0, -sessions),
})

const mapContracts = (chain: Chain, change: (contract: Contract) => Contract): Chain => ({
  ...chain,
  contracts: chain.contracts.map(change),
})

const cents = (price: number): number => Math.round(price * 100) / 100

const widenSpread = (contract: Contract): Contract => {
  if (contract.bid === 0) return contract
  const middle = (contract.bid + contract.ask) / 2
  const half = Math.max(0.05, (middle * wideSpread) / 2)
  return { ...contract, bid: cents(Math.max(0, middle - half)), ask: cents(middle + half) }
}

const specials: Readonly<Record<string, Special>> = {
  'TEST.EMPTY': { chain: (chain) => mapContracts(chain, (contract) => ({ ...contract, bid: 0 })) },
  'TEST.STALE': {
    bars: (bars) => withoutLastSessions(staleSessions, bars),
    chain: (chain) => ({ ...chain, asOf: staleTime }),
    quote: (quote) => ({ ...quote, time: staleTime.toISOString() }),
  },
  'TEST.EARN': { earnings: { day: '2026-07-23', time: 'AfterClose', estimated: false } },
  'TEST.WIDE': { chain: (chain) => mapContracts(chain, widenSpread) },
}

/** The special behaviour of a symbol; empty for an ordinary symbol. */
export const specialOf = (symbol: string): Special =>
  symbol.startsWith('TEST.') ? { earnings: farEarnings, ...specials[symbol] } : {}
