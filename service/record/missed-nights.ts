/**
 * Sessions without an entry. A gap is never filled later, because its picks could then be chosen with
 * knowledge of what followed (docs/decisions/0086-page-of-the-record.md).
 */
import { config } from '#service/analysis/config.ts'
import { latestClosedSession, nextTradingDay } from '#service/markets/calendar.ts'
import type { Day, Market } from '#service/markets/market.ts'
import type { BatchRepository } from '#service/store/batches.ts'
import type { ScanOutcomeRepository } from '#service/store/scan-outcomes.ts'
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
  readonly scans: Pick<ScanOutcomeRepository, 'summary'>
  /** Wall-clock milliseconds since the epoch. */
  readonly clock: () => number
}

/** Milliseconds after the end of a scan in which its entry may still be written. */
const entryTimeMs = 15 * 60_000

/** The series that the service continues, and the newest night that it should have. */
export type CurrentSeries = {
  readonly series: string
  /** The session before the last complete one: a scan uses the last one, so earlier ones get no entry any more. */
  readonly endedBefore: Day
  /** Trading day of the newest batch that should have an entry by now; null without one. */
  readonly batchNight: Day | null
}

type MarketName = Pick<Market, 'status' | 'source'>

const currentSeriesName = (market: MarketName): string =>
  seriesOf({
    environment: market.status().simulated ? 'test' : 'live',
    source: market.source(),
    formula: config.version,
  })

export async function currentSeriesOf(parts: CurrentSeriesParts): Promise<CurrentSeries> {
  const { market, batches, scans, clock } = parts
  const [[newest], { last }] = await Promise.all([batches.list(), scans.summary()])
  const isDue = last === undefined || clock() - last.endedAt > entryTimeMs
  return {
    series: currentSeriesName(market),
    endedBefore: latestClosedSession(market.now()),
    batchNight: isDue && newest ? newest.tradingDay : null,
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
export async function nightWithoutEntry({
  market,
  batches,
  record,
}: {
  readonly market: MarketName
  readonly batches: Pick<BatchRepository, 'list'>
  readonly record: Pick<RecordRepository, 'latest'>
}): Promise<{ readonly series: string; readonly night: Day } | undefined> {
  const series = currentSeriesName(market)
  const [latest, [newest]] = await Promise.all([record.latest(series), batches.list()])
  return latest && newest && newest.tradingDay > latest.night
    ? { series, night: newest.tradingDay }
    : undefined
}
