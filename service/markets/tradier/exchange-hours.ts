/**
 * The state of the exchange as Tradier reports it: unscheduled closures and early closes that the service's calendar does
 * not know. Without a report, the service's calendar holds.
 */
import type { MarketState } from '#contract/feed.ts'
import {
  isEarlyClose,
  isTradingDay,
  marketStateAt,
  newYorkDay,
  sessionOpen,
} from '#service/markets/calendar.ts'
import type { VendorClient } from '#service/markets/kit/vendor-client.ts'
import type { Day } from '#service/markets/market.ts'
import type { Log } from '#service/shared/log.ts'
import { CalendarSchema, ClockSchema, type CalendarDay } from './wire.ts'

export type ExchangeHours = {
  state(): MarketState
  close(): void
}

export type ExchangeHoursParts = {
  readonly client: Pick<VendorClient, 'get'>
  readonly clock: () => Date
  readonly log: Log
}

/** A report of the clock holds for at most this long: closures may be decided during a session. Milliseconds. */
const clockMs = 15 * 60_000
const retryMs = 60_000
const calendarMs = 12 * 3_600_000

const states: Readonly<Record<string, MarketState>> = {
  premarket: 'pre',
  open: 'open',
  postmarket: 'after',
  closed: 'closed',
}

/** The instant of a time of day in New York, `16:00`. */
const newYorkInstant = (day: Day, time: string): number =>
  sessionOpen(day).getTime() + (Number(time.slice(0, 2)) + Number(time.slice(3)) / 60 - 9.5) * 3_600_000

/** Starts to request clock and calendar. Failures are ignored: the service's calendar then holds. */
export function watchExchangeHours({ client, clock, log }: ExchangeHoursParts): ExchangeHours {
  let report: { readonly state: MarketState; readonly untilMs: number } | undefined
  const loggedDays = new Set<Day>()
  const timers = new Set<ReturnType<typeof setTimeout>>()
  let isClosed = false

  /** Calls `task`, again after the milliseconds that it returns, or after a pause if it fails. */
  const repeat = async (task: () => Promise<number>) => {
    // The client logs failures.
    const waitMs = await task().catch(() => retryMs)
    if (isClosed) return
    const timer = setTimeout(() => {
      timers.delete(timer)
      void repeat(task)
    }, waitMs)
    timers.add(timer)
  }
  const askClock = async () => {
    const { clock: reported } = await client.get('/v1/markets/clock', {}, ClockSchema)
    const nowMs = clock().getTime()
    let changeMs = newYorkInstant(newYorkDay(clock()), reported.next_change)
    // The next change of a closed exchange is on another day.
    if (changeMs <= nowMs) changeMs = nowMs + clockMs
    report = { state: states[reported.state] ?? 'closed', untilMs: Math.min(changeMs, nowMs + clockMs) }
    return Math.max(1_000, report.untilMs - nowMs)
  }
  const askCalendar = async () => {
    const { calendar } = await client.get('/v1/markets/calendar', {}, CalendarSchema)
    for (const day of calendar.days.day) {
      const [expected, reported] = [sessionText(day.date), reportedText(day)]
      if (expected === reported || loggedDays.has(day.date)) continue
      loggedDays.add(day.date)
      log('warn', 'market-calendar-differs', { vendor: 'tradier', day: day.date, expected, reported })
    }
    return calendarMs
  }
  void repeat(askClock)
  void repeat(askCalendar)

  return {
    state: () => (report && clock().getTime() < report.untilMs ? report.state : marketStateAt(clock())),
    close() {
      isClosed = true
      for (const timer of timers) clearTimeout(timer)
    },
  }
}

const sessionText = (day: Day): string =>
  isTradingDay(day) ? `until ${isEarlyClose(day) ? '13:00' : '16:00'}` : 'closed'
const reportedText = ({ status, open }: CalendarDay): string =>
  status === 'open' && open ? `until ${open.end}` : 'closed'
