/**
 * State of the exchange as the vendor reports it. The calendar knows holidays in advance, but no unscheduled closure: then the
 * vendor's state counts. It is read when it is used, at most once a minute, and never waited for.
 */
import type { MarketState } from '#contract/feed.ts'
import { isEarlyClose, isTradingDay, marketStateAt, newYorkDay } from '#service/markets/calendar.ts'
import type { VendorClient } from '#service/markets/kit/vendor-client.ts'
import type { Day } from '#service/markets/market.ts'
import type { Log } from '#service/shared/log.ts'
import type * as v from 'valibot'
import { vendorName } from './vendor.ts'
import { MarketStatusSchema, UpcomingSchema } from './wire.ts'

const readEveryMs = 60_000
/** A reading counts for this long: then the vendor does not respond, and the calendar is the better source. */
const validMs = 5 * 60_000
/** The vendor switches seconds before or after the exchange. */
const toleranceMs = 2 * 60_000

type Reading = { readonly state: MarketState; readonly expected: MarketState; readonly timeMs: number }

export type MarketHours = {
  /** The state now. Starts a reading if the last one is old. */
  state(): MarketState
}

export function createMarketHours(client: VendorClient, clock: () => Date, log: Log): MarketHours {
  let reading: Reading | undefined
  let lastReadMs = -Infinity
  let checkedDay: Day | undefined
  const logged = new Set<string>()

  const logOnce = (day: Day, reported: string, expected: string) => {
    const line = `${day} ${reported} ${expected}`
    if (logged.has(line)) return
    logged.add(line)
    log('warn', 'market-calendar-differs', {
      vendor: vendorName,
      day,
      reported,
      expected,
      advice:
        'the reported state is shown; check service/markets/calendar.ts if it is no unscheduled closure',
    })
  }
  const read = async () => {
    const state = stateOf(await client.get('/v1/marketstatus/now', {}, MarketStatusSchema))
    const now = clock()
    const expected = marketStateAt(now)
    reading = { state, expected, timeMs: now.getTime() }
    if (state !== expected && isSteady(now)) logOnce(newYorkDay(now), state, expected)
    const today = newYorkDay(now)
    if (checkedDay === today) return
    checkedDay = today
    for (const { day, reported, expected: known } of await upcomingDifferences(client, today))
      logOnce(day, reported, known)
  }

  return {
    state() {
      const now = clock()
      if (Math.abs(now.getTime() - lastReadMs) >= readEveryMs) {
        lastReadMs = now.getTime()
        // The client logs a vendor that does not respond; the calendar serves meanwhile.
        read().catch(() => {})
      }
      const expected = marketStateAt(now)
      const isValid =
        reading !== undefined &&
        now.getTime() - reading.timeMs < validMs &&
        // The calendar has moved on since: a reading of before the bell says nothing about the time after it.
        reading.expected === expected
      return isValid && isSteady(now) ? reading!.state : expected
    },
  }
}

/** Holidays and half days from `today` on that the calendar does not know, or knows otherwise. */
async function upcomingDifferences(client: VendorClient, today: Day) {
  const days = await client.get('/v1/marketstatus/upcoming', {}, UpcomingSchema)
  return days.flatMap(({ date: day, status: reported, exchange }) => {
    if (!day || !reported || !['NYSE', 'NASDAQ'].includes(exchange ?? '') || day < today) return []
    const expected = !isTradingDay(day) ? 'closed' : isEarlyClose(day) ? 'early-close' : 'open'
    return reported === expected ? [] : [{ day, reported, expected }]
  })
}

/** Whether the calendar's state is the same a little earlier and later. */
const isSteady = (now: Date): boolean =>
  marketStateAt(new Date(now.getTime() - toleranceMs)) ===
  marketStateAt(new Date(now.getTime() + toleranceMs))

function stateOf({ market, earlyHours, afterHours }: v.InferOutput<typeof MarketStatusSchema>): MarketState {
  if (market === 'open') return 'open'
  if (market !== 'extended-hours') return 'closed'
  return earlyHours && !afterHours ? 'pre' : 'after'
}
