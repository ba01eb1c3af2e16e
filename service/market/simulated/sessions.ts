/** Where a simulated symbol stands between two sessions: the bars that are finished, and the one being made. */
import { boundedMap } from '#service/market/bounded-map.ts'
import {
  latestClosedSession,
  nextTradingDay,
  sessionClose,
  sessionOpen,
  tradingDaysUpTo,
} from '#service/market/calendar.ts'
import type { Bars, Day } from '#service/market/market.ts'
import { hashText } from '#service/market/random.ts'
import { makeBars, ownSigma } from './bars.ts'
import type { Entry } from './entry.ts'
import { marketFactor, marketSigma } from './market-factor.ts'
import type { Running } from './ticks.ts'
import { ordinal } from './year-path.ts'

/** `day` is that of the last bar, the latest session that has closed. */
export type SymbolSession = { readonly day: Day; readonly bars: Bars; readonly running: Running }

export type Sessions = {
  /** Made once per symbol and session, and remembered. */
  of(entry: Entry, now: Date): SymbolSession
  /** Forgets all of them. */
  clear(): void
}

const barCount = 504

/** `most`: how many symbols are remembered. */
export function createSessions(seed: number, most: number): Sessions {
  const factor = marketFactor(seed)
  const known = boundedMap<string, SymbolSession>(most)

  function makeSession(entry: Entry, day: Day): SymbolSession {
    const next = nextTradingDay(day)
    const { date, open, high, low, close, volume } = makeBars(seed, factor, entry, [
      ...tradingDaysUpTo(day, barCount),
      next,
    ])
    const past = (column: Float64Array) => column.subarray(0, barCount)
    const last = (column: Float64Array) => column[barCount] as number
    const at = ordinal(day)
    return {
      day,
      bars: {
        date: date.slice(0, barCount),
        open: past(open),
        high: past(high),
        low: past(low),
        close: past(close),
        volume: past(volume),
      },
      running: {
        start: sessionClose(day).getTime(),
        open: sessionOpen(next).getTime(),
        end: sessionClose(next).getTime(),
        previousClose: close[barCount - 1] as number,
        bar: { open: last(open), high: last(high), low: last(low), close: last(close), volume: last(volume) },
        sigma: Math.hypot(
          ownSigma(hashText(entry.symbol, seed), entry, at),
          entry.beta * marketSigma(seed, at),
        ),
      },
    }
  }

  return {
    of(entry, now) {
      const day = latestClosedSession(now)
      let found = known.get(entry.symbol)
      if (found?.day !== day) {
        found = makeSession(entry, day)
        known.set(entry.symbol, found)
      }
      return found
    },
    clear: () => known.clear(),
  }
}
