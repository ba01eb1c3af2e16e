/** Facts of a series for the record's page. They contain public values only. */
import type { PickResult, RecordPick } from '#contract/responses/record.ts'
import type { Day } from '#service/markets/market.ts'
import type { RecordRepository, RecordSummary, ResolvedPick } from '#service/store/record.ts'
import { pickBodyOf } from './entry-content.ts'
import type { ResolutionBody } from './entry-content.ts'
import type { ResolvedFacts } from './statistics.ts'

export type PageRow = ResolvedFacts &
  Pick<RecordPick, 'symbol' | 'right' | 'strike'> & {
    readonly night: Day
    readonly settledOn: Day | null
    readonly result: PickResult | null
  }

export type SeriesFacts = {
  readonly latest: RecordSummary
  /** Resolved picks, by night and number. */
  readonly rows: readonly PageRow[]
  /** Newest first. */
  readonly nights: readonly RecordSummary[]
}

function rowOf(stored: ResolvedPick): PageRow {
  const { pick } = pickBodyOf(stored)
  const { resolved, salt } = JSON.parse(stored.resolution) as ResolutionBody
  // The file withholds the result if it withholds a price.
  const isPublic = pick.values !== null && salt === null
  return {
    symbol: pick.symbol,
    right: pick.right,
    strike: pick.strike,
    probability: pick.probability,
    expiry: pick.expiry,
    night: stored.night,
    outcome: resolved.outcome,
    settledOn: resolved.settledOn,
    result: isPublic ? resolved.result : null,
  }
}

/** @param nights maximum number of nights in the list */
export async function readSeriesFacts(
  record: RecordRepository,
  latest: RecordSummary,
  nights: number,
): Promise<SeriesFacts> {
  const { series } = latest
  const [resolved, list] = [await record.resolved(series), await record.list({ series, limit: nights })]
  return { latest, rows: resolved.map(rowOf), nights: list }
}
