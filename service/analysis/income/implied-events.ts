/**
 * Events that the options imply: expiries between which the forward variance is clearly larger than
 * before and after. They are earnings reports that no calendar has, or other dated news.
 */
import type { Day, Earnings, Profile } from '#service/markets/market.ts'
import { config } from '../config.ts'
import type { PricedExpiry } from '../surface.ts'
import { dividendsBefore, earningsBefore } from './events.ts'
import {
  eventVarianceBetween,
  variancePointOf,
  type EventVariance,
  type VariancePoint,
} from './forward-variance.ts'
import { expiryRefusalOf, tradableExpiries } from '#service/analysis/surface/refused-expiries.ts'

/** An event between two expiries. */
export type ImpliedEvent = {
  /** Variance that the event adds to the logarithmic price. */
  readonly variance: number
  /** The last expiry before the event; null for an event before the first expiry. */
  readonly after: Day | null
  /** The first expiry after the event. */
  readonly until: Day
}

export type ImpliedEvents = {
  /** Returns the events up to an expiry, oldest first. */
  until(expiry: Day): readonly ImpliedEvent[]
  /** Whether there is an event at all. */
  hasAny(): boolean
}

/** Whether an event is too large for the errors of the quotes and for a usual session. */
const isClear = ({ variance, error, around, usualRate }: EventVariance): boolean => {
  const { standardErrors, minShare, minDeviations } = config.forecast.events
  return (
    variance > standardErrors * error &&
    variance > minShare * around &&
    variance > (minDeviations ** 2 * usualRate) / config.forecast.sessions.perYear
  )
}

type DatedPoint = VariancePoint & { readonly day: Day }

/**
 * Finds the events that the expiries of a stock imply. `expiries`: those with accepted quotes,
 * nearest first. Evaluates an expiry only if an event before it, or
 * around it, is requested.
 */
export const impliedEventsOf = (expiries: readonly PricedExpiry[]): ImpliedEvents => {
  const points: DatedPoint[] = []
  const events: ImpliedEvent[] = []
  let evaluated = 0
  let compared = 0
  /** Evaluates expiries until there are `count` points; returns whether there are. */
  const hasPoints = (count: number): boolean => {
    for (; points.length < count && evaluated < expiries.length; evaluated++) {
      const expiry = expiries[evaluated]!
      const point = variancePointOf(expiry)
      if (point) points.push({ ...point, day: expiry.day })
    }
    return points.length >= count
  }
  const compareUntil = (expiry: Day): void => {
    for (; hasPoints(compared + 1) && points[compared]!.day <= expiry; compared++) {
      hasPoints(compared + 2)
      const [before, after, next] = [points[compared - 1], points[compared]!, points[compared + 1]]
      const event = eventVarianceBetween(before, after, next)
      if (event && isClear(event))
        events.push({ variance: event.variance, after: before?.day ?? null, until: after.day })
    }
  }
  return {
    until(expiry) {
      compareUntil(expiry)
      return events.filter(({ until }) => until <= expiry)
    },
    hasAny() {
      const last = expiries.at(-1)
      if (last) compareUntil(last.day)
      return events.length > 0
    },
  }
}

/** The expiries of the grid that are not refused whole, and the next one, which shows what is usual. */
const believedExpiries = (expiries: readonly PricedExpiry[]): PricedExpiry[] => {
  const refusalOf = expiryRefusalOf(expiries)
  const tradable = tradableExpiries(expiries)
  const lastDay = tradable.at(-1)?.day
  const next = lastDay === undefined ? undefined : expiries.find(({ day }) => day > lastDay)
  return [...tradable.filter((expiry) => refusalOf(expiry) === undefined), ...(next ? [next] : [])]
}

/** The events that a chain implies until the last expiry of the grid; none for a fund or an index. */
export const eventsOfChain = (expiries: readonly PricedExpiry[], kind: Profile['kind']): ImpliedEvents =>
  kind === 'stock' ? impliedEventsOf(believedExpiries(expiries)) : { until: () => [], hasAny: () => false }

/** Facts about the events of a symbol. */
type EventFacts = {
  readonly profile: Pick<Profile, 'kind' | 'dividends'>
  readonly earnings: Earnings | null
  /** Calendar date in New York of the response. */
  readonly date: Day
}

/** Dividends and earnings until an expiry, and the first implied event if no report is known until then. */
export const eventsBefore = (
  { profile, earnings: nextEarnings, date }: EventFacts,
  expiry: PricedExpiry,
  events: ImpliedEvents,
) => {
  const earnings = earningsBefore(nextEarnings, profile.kind, expiry.day, date)
  return {
    dividends: dividendsBefore(profile.dividends, expiry, date),
    earnings,
    impliedEvent: earnings.kind === 'due' ? undefined : events.until(expiry.day)[0],
  }
}
