/** Clock and status of a market in real time, for vendors. */
import { latestSession, marketStateAt } from '#service/markets/calendar.ts'
import type { Market } from '#service/markets/market.ts'

export type LiveClockOptions = {
  /** Seconds by which the vendor's quotes lag the exchange. */
  readonly delayedSeconds: number
  /** Whether quotes may have changed unnoticed. */
  readonly isStale: () => boolean
  /** The default is real time. */
  readonly clock?: () => Date
}

export const liveClock = ({
  delayedSeconds,
  isStale,
  clock = () => new Date(),
}: LiveClockOptions): Pick<Market, 'now' | 'today' | 'status'> => ({
  now: clock,
  today: () => latestSession(clock()),
  status: () => ({
    state: marketStateAt(clock()),
    delayedSeconds,
    simulated: false,
    asOf: null,
    ...(isStale() && { stale: true }),
  }),
})
