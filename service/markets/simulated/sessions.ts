/** State of a simulated symbol after a close: its finished bars, and the session that has begun since. */
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

/** `day` is that of the last bar, the latest session that has closed. */
export type SymbolSession = {
  readonly day: Day
  readonly bars: Bars
  readonly running: RunningSession
  /** Including the unfinished bar. */
  readonly history: History
}

export type Sessions = {
  /** Computed once per symbol and session, then cached. */
  sessionOf(entry: SimulatedSymbol, now: Date): SymbolSession
  /** Clears the cache. */
  clear(): void
}

/** Two years to show, and before them the days that a 200-day average of the first day needs. */
const barCount = 720

/** The state of a symbol after the close of `day`. */
function sessionFrom(day: Day, history: History): SymbolSession {
  const { date, open, high, low, close, volume } = history.bars
  const next = date[barCount] as Day
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
      open: sessionOpen(next).getTime(),
      end: sessionClose(next).getTime(),
      previousClose: close[barCount - 1] as number,
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

/** `maxSymbols`: number of cached symbols. */
export function createSessions(seed: number, maxSymbols: number): Sessions {
  const windowOver = createFactors(seed)
  const cache = new LRUCache<string, SymbolSession>({ max: maxSymbols })
  let days: readonly Day[] = []

  /** The sessions of the bars up to `day`, then the next session; one list for all symbols. */
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
