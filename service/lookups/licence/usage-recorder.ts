/** Records to whom licensed data is shown, for the reports that exchanges require. */
import { LRUCache } from 'lru-cache'
import type { DataRoute } from '#contract/api/routes.ts'
import type { DataClass } from '#contract/responses/data-class.ts'
import { newYorkDay } from '#service/markets/calendar.ts'
import type { UsageRepository } from '#service/store/usage.ts'
import type { PushedQuotes } from './licence.ts'

/** The user of a request or a connection. */
export type DataUser = {
  /** Id of the session or key. */
  readonly id: string
  readonly account: string
  /** Keyed hash of the userId, or `key:<id>`. */
  readonly user: string
}

/** Records that licensed data of this class was shown. Returns at once, and never throws. */
export type UsageRecorder = (user: DataUser, dataClass: DataClass) => void

/** Records that the response of a route, or pushed quotes, were shown in an environment. */
export type EnvironmentUsage = (user: DataUser, shown: DataRoute | PushedQuotes) => void

/** Maximum number of sessions and keys whose record of the day is cached. */
const maxRecorded = 50_000

/**
 * Creates the recorder. Each session or key is written once per class and day of the exchange, which also
 * repairs a lost write. A failed write is repeated with the next response; the store logs it.
 *
 * @param clock wall-clock milliseconds since the epoch
 */
export function createUsageRecorder(
  usage: Pick<UsageRepository, 'record'>,
  clock: () => number,
): UsageRecorder {
  const recordedDays = new LRUCache<string, string>({ max: maxRecorded })
  const dayOf = createDayCache()
  return ({ id, account, user }, dataClass) => {
    const day = dayOf(clock())
    const key = `${id} ${dataClass}`
    if (recordedDays.get(key) === day) return
    recordedDays.set(key, day)
    usage
      .record({ month: day.slice(0, 'YYYY-MM'.length), partnerId: account, user, dataClass })
      .catch(() => recordedDays.delete(key))
  }
}

/** The day in New York, computed once per minute, because every response needs it. */
function createDayCache(): (now: number) => string {
  let cached = { minute: Number.NaN, day: '' }
  return (now) => {
    const minute = Math.floor(now / 60_000)
    if (cached.minute !== minute) cached = { minute, day: newYorkDay(new Date(now)) }
    return cached.day
  }
}
