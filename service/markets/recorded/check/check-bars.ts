/** Checks the daily bars of a data folder. Node only. */
import { isTradingDay, nextTradingDay, tradingDaysBetween } from '#service/markets/calendar.ts'
import type { Day } from '#service/markets/market.ts'
import type { BarSet } from '#service/markets/recorded/bars.ts'
import type { Findings } from './findings.ts'

/** Reads every bar. Returns the last day of each symbol with bars. */
export function checkBars(sets: readonly BarSet[], findings: Findings): ReadonlyMap<string, Day> {
  const lastDays = new Map<string, Day>()
  for (const set of sets)
    for (const symbol of set.symbols) {
      const bars = findings.attempt(() => set.read(symbol))
      const lastDay = bars?.date.at(-1)
      if (!bars || lastDay === undefined) continue
      if (lastDay > (lastDays.get(symbol) ?? '')) lastDays.set(symbol, lastDay)
      checkDays(set, symbol, bars.date, findings)
    }
  return lastDays
}

/** One warning for the sessions without a bar, and one for the bars without a session. */
function checkDays(set: BarSet, symbol: string, days: readonly Day[], findings: Findings): void {
  const gaps = days.map((day, i) => (i === 0 ? 0 : tradingDaysBetween(days[i - 1] as Day, day)))
  const firstAfterGap = gaps.findIndex((gap) => gap > 0)
  if (firstAfterGap > 0) {
    const missing = gaps.reduce((sum, gap) => sum + gap, 0)
    const firstMissing = nextTradingDay(days[firstAfterGap - 1] as Day)
    findings.warn({
      ...set.locate(symbol, days[firstAfterGap] as Day),
      problem: `${symbol} has no bar for ${sessionCount(missing)}, first ${firstMissing}`,
    })
  }
  const withoutSession = days.filter((day) => !isTradingDay(day))
  const [first] = withoutSession
  if (first !== undefined)
    findings.warn({
      ...set.locate(symbol, first),
      problem: `${symbol} has ${withoutSession.length} bars on days without a session, first ${first}`,
    })
}

const sessionCount = (count: number): string => (count === 1 ? '1 session' : `${count} sessions`)
