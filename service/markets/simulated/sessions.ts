/**
 * State of a simulated symbol after a close: its completed bars, and the session that runs until
 * the next close.
 */
import { LRUCache } from 'lru-cache'
import {
  latestClosedSession,
  nextTradingDay,
  sessionClose,
  sessionOpen,
  tradingDaysUpTo,
} from '#service/markets/calendar.ts'
import type { Bars, Day } from '#service/markets/market.ts'
import { type History, makeHistory } from './bars.ts'
import type { SimulatedSymbol } from './companies/entry.ts'
import { createFactors } from './factors.ts'
import { basketOf, makeFundHistory } from './companies/funds.ts'
import type { RunningSession } from './ticks.ts'

/** State of a symbol after the close of `day`. */
export type SymbolSession = {
  /** Day of the last bar: the latest session that has closed. */
  readonly day: Day
  readonly bars: Bars
  readonly running: RunningSession
  /** Includes the bar of the running session. */
  readonly history: History
}

export type Sessions = {
  /** State of a symbol at `now`; computed once per symbol and session, then cached. */
  sessionOf(entry: SimulatedSymbol, now: Date): SymbolSession
  /** Clears the cache. */
  clear(): void
}

/**
 * Number of bars: two years, and the earlier bars that a 200-day average on the first of these days
 * needs.
 */
const barCount = 720

/** The state of a symbol after the close of `day`. */
function sessionFrom(day: Day, history: History): SymbolSession {
  const { date, open, high, low, close, volume } = history.bars
  const nextDay = date[barCount] as Day
  const pastValues = (column: Float64Array) => column.subarray(0, barCount)
  const runningValue = (column: Float64Array) => column[barCount] as number
  return {
    day,
    bars: {
      date: date.slice(0, barCount),
      open: pastValues(open),
      high: pastValues(high),
      low: pastValues(low),
      close: pastValues(close),
      volume: pastValues(volume),
    },
    running: {
      start: sessionClose(day).getTime(),
      open: sessionOpen(nextDay).getTime(),
      end: sessionClose(nextDay).getTime(),
      previousClose: close[barCount - 1] as number,
      closeBeforePrevious: close[barCount - 2] as number,
      bar: {
        open: runningValue(open),
        high: runningValue(high),
        low: runningValue(low),
        close: runningValue(close),
        volume: runningValue(volume),
      },
      sigma: runningValue(history.sigmas),
    },
    history,
  }
}

/** @param maxSymbols number of cached symbols */
export function createSessions(seed: number, maxSymbols: number): Sessions {
  const windowOver = createFactors(seed)
  const cache = new LRUCache<string, SymbolSession>({ max: maxSymbols })
  let days: readonly Day[] = []

  /**
   * The days of the bars up to `day`, then the next session. Cached, because all symbols share the
   * list.
   */
  const daysUpTo = (day: Day): readonly Day[] => {
    if (days[barCount - 1] !== day) days = [...tradingDaysUpTo(day, barCount), nextTradingDay(day)]
    return days
  }

  function sessionOn(entry: SimulatedSymbol, day: Day): SymbolSession {
    let session = cache.get(entry.symbol)
    if (session?.day !== day) {
      const window = windowOver(daysUpTo(day))
      const basket = basketOf(entry.symbol)
      session = sessionFrom(
        day,
        basket
          ? makeFundHistory(
              seed,
              entry,
              window,
              basket,
              basket.members.map((member) => sessionOn(member, day).history),
            )
          : makeHistory(seed, entry, window),
      )
      cache.set(entry.symbol, session)
    }
    return session
  }

  return {
    sessionOf: (entry, now) => sessionOn(entry, latestClosedSession(now)),
    clear: () => cache.clear(),
  }
}
