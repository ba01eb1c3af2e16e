/** Responses of the stand-in, and the data they are made of. */
import type { Day, Market } from '#service/markets/market.ts'

/** The vendor's label of values. */
export type Timeframe = 'DELAYED' | 'REAL-TIME'

export type IndexValue = {
  readonly value: number
  readonly previousClose: number
  /** Milliseconds since the epoch. */
  readonly timeMs: number
}

export type StandInData = {
  /** The simulated market, as late as the plan. */
  readonly market: Market
  /** The present. */
  readonly clock: () => Date
  readonly timeframe: Timeframe
  /** Internal symbol by the ticker that the vendor shows: differs after a change of symbol. */
  readonly names: Map<string, string>
  /** Values of indexes by ticker, such as `I:VIX`; tests set them. */
  readonly indexes: Map<string, IndexValue>
  /** Quotes of contracts that replace the simulated ones. */
  readonly contractQuotes: Map<
    string,
    { readonly bid: number; readonly ask: number; readonly timeMs: number }
  >
  /** Days without bars: holidays, and sessions that are not published yet. */
  readonly daysWithoutData: Set<Day>
  /** Contracts of a page. */
  pageSize: number
}

/** A response's status and body; undefined if there is no such path. */
export type Answer = { readonly status: number; readonly body: unknown }
export const ok = (body: Readonly<Record<string, unknown>>): Answer => ({
  status: 200,
  body: { status: 'OK', request_id: '5e5378d5ecaf3df794bb52e45d015d2e', ...body },
})
export const notFound = (): Answer => ({
  status: 404,
  body: { status: 'NOT_FOUND', message: 'Ticker not found.', request_id: '1' },
})
export const nanoseconds = (instant: Date): number => instant.getTime() * 1e6
