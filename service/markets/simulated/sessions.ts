/** Where a simulated symbol stands between two sessions: the bars that are finished, and the one being made. */
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
import type { Running } from './ticks.ts'

/** `day` is that of the last bar, the latest session that has closed. */
export type SymbolSession = {
  readonly day: Day
  readonly bars: Bars
  readonly running: Running
  /** With the bar that is being made. */
  readonly history: History
}

export type Sessions = {
  /** Made once per symbol and session, and remembered. */
  of(entry: SimulatedSymbol, now: Date): SymbolSession
  /** Forgets all of them. */
  clear(): void
}

/** Two years to show, and before them the year that a 200-day average of their first day is made of. */
const barCount = 720

/** The session a symbol stands in after the close of `day`. */
function sessionFrom(day: Day, history: History): SymbolSession {
  const { date, open, high, low, close, volume } = history.bars
  const next = date[barCount] as Day
  const past = (column: Float64Array) => column.subarray(0, barCount)
  const last = (column: Float64Array) => column[barCount] as number
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
      sigma: last(history.sigmas),
    },
    history,
  }
}

/** `most`: number of cached symbols. */
export function createSessions(seed: number, most: number): Sessions {
  const windowOver = createFactors(seed)
  const known = new LRUCache<string, SymbolSession>({ max: most })
  let days: readonly Day[] = []

  /** The shared calendar of sessions for bars, and the session after it. */
  const daysUpTo = (day: Day): readonly Day[] => {
    if (days[barCount - 1] !== day) days = [...tradingDaysUpTo(day, barCount), nextTradingDay(day)]
    return days
  }

  function sessionOn(entry: SimulatedSymbol, day: Day): SymbolSession {
    let found = known.get(entry.symbol)
    if (found?.day !== day) {
      const window = windowOver(daysUpTo(day))
      const basket = basketOf(entry.symbol)
      found = sessionFrom(
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
      known.set(entry.symbol, found)
    }
    return found
  }

  return {
    of: (entry, now) => sessionOn(entry, latestClosedSession(now)),
    clear: () => known.clear(),
  }
}
