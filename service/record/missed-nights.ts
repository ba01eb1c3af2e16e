/**
 * Sessions without an entry. A gap is never filled later, because its picks could then be chosen with
 * knowledge of what followed (docs/decisions/0086-page-of-the-record.md).
 */
import { config } from '#service/analysis/config.ts'
import { latestClosedSession, nextTradingDay } from '#service/markets/calendar.ts'
import type { Day, Market } from '#service/markets/market.ts'
import type { BatchRepository } from '#service/store/batches.ts'
import type { RecordRepository } from '#service/store/record.ts'
import { seriesOf } from './series.ts'

/** Sessions between two days, without both. */
export function sessionsBetween(from: Day, to: Day): Day[] {
  const days: Day[] = []
  for (let day = nextTradingDay(from); day < to; day = nextTradingDay(day)) days.push(day)
  return days
}

/** Sessions between consecutive nights. @param nights oldest first */
export const gapsBetween = (nights: readonly Day[]): Day[] =>
  nights.flatMap((night, index) => (index === 0 ? [] : sessionsBetween(nights[index - 1]!, night)))

export type CurrentSeriesParts = {
  readonly market: Pick<Market, 'status' | 'source' | 'now'>
  readonly batches: Pick<BatchRepository, 'list'>
}

/** The series that the service continues, and the newest night that it should have. */
export type CurrentSeries = {
  readonly series: string
  /** The session before the last complete one: a scan uses the last one, so earlier ones get no entry any more. */
  readonly endedBefore: Day
  /** Trading day of the newest batch; null without one. */
  readonly batchNight: Day | null
}

export async function currentSeriesOf({ market, batches }: CurrentSeriesParts): Promise<CurrentSeries> {
  const environment = market.status().simulated ? 'test' : 'live'
  const [newest] = await batches.list()
  return {
    series: seriesOf({ environment, source: market.source(), formula: config.version }),
    endedBefore: latestClosedSession(market.now()),
    batchNight: newest?.tradingDay ?? null,
  }
}

/**
 * Sessions after the last entry that have none: those before the last complete session, and that of the newest
 * batch, for example because the process ended between the batch and its entry.
 */
export function missedSince(lastNight: Day, { endedBefore, batchNight }: CurrentSeries): Day[] {
  const missed = sessionsBetween(lastNight, endedBefore)
  return batchNight !== null && batchNight > (missed.at(-1) ?? lastNight) ? [...missed, batchNight] : missed
}

/** The night of the newest batch, if the current series has entries but none of that night; otherwise undefined. */
export async function nightWithoutEntry(
  parts: CurrentSeriesParts & { readonly record: Pick<RecordRepository, 'latest'> },
): Promise<{ readonly series: string; readonly night: Day } | undefined> {
  const { series, batchNight } = await currentSeriesOf(parts)
  const latest = await parts.record.latest(series)
  return latest && batchNight !== null && batchNight > latest.night
    ? { series, night: batchNight }
    : undefined
}
