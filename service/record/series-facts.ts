/** Facts of the series for the record's page and summary. They contain public values only. */
import type { PickResult, RecordPick } from '#contract/responses/record.ts'
import type { RecordNightResult, RecordOverview, RecordSeries } from '#contract/responses/record-summary.ts'
import { config } from '#service/analysis/config.ts'
import { round } from '#service/analysis/rounding.ts'
import type { Day } from '#service/markets/market.ts'
import type { RecordRepository, RecordSummary, ResolvedPick } from '#service/store/record.ts'
import { pickBodyOf } from './entry-content.ts'
import type { ResolutionBody } from './entry-content.ts'
import { currentSeriesOf, gapsBetween, missedSince } from './missed-nights.ts'
import type { CurrentSeriesParts } from './missed-nights.ts'
import { environmentOfSeries } from './series.ts'
import { toCents } from './settlement.ts'
import { calibrationOf, groupsOf, totalsOf } from './statistics.ts'
import type { ResolvedFacts, ResultTotals } from './statistics.ts'
import { nightResultsOf, pickAmountsOf, yieldsOf } from './yields.ts'
import type { PickAmounts } from './yields.ts'

export type ResolvedRow = ResolvedFacts &
  Pick<RecordPick, 'symbol' | 'strike'> & {
    readonly settledOn: Day | null
    /** Null if void or withheld. */
    readonly result: PickResult | null
    readonly amounts: PickAmounts | null
  }

/** Statistics of all results of a series. Below `minResolved` there are counts only. */
type SeriesStatistics = ResultTotals & Pick<RecordSeries, 'calibration' | 'yields' | 'groups'>

/** The facts of a series for the page and the summary. They omit most results, of which there are many. */
export type SeriesFacts = {
  readonly latest: RecordSummary
  readonly isCurrent: boolean
  readonly firstNight: Day
  readonly statistics: SeriesStatistics
  readonly resultCount: number
  /** Newest first, at most `maxRows`. */
  readonly rows: readonly ResolvedRow[]
  /** Results of the newest nights that have some, oldest first, at most `maxResultNights`. */
  readonly nightResults: readonly RecordNightResult[]
  /** Newest first, at most `maxNights`. */
  readonly nights: readonly RecordSummary[]
  /** Sessions without an entry, oldest first. */
  readonly missed: readonly Day[]
}

const maxRows = 200
const maxResultNights = 60
const maxNights = 30

function rowOf(stored: ResolvedPick): ResolvedRow {
  const { pick } = pickBodyOf(stored)
  const { resolved, salt } = JSON.parse(stored.resolution) as ResolutionBody
  // The file withholds the result if it withholds a price.
  const { values } = pick
  const result = values !== null && salt === null ? resolved.result : null
  return {
    symbol: pick.symbol,
    right: pick.right,
    strike: pick.strike,
    probability: pick.probability,
    expiry: pick.expiry,
    night: stored.night,
    outcome: resolved.outcome,
    settledOn: resolved.settledOn,
    result,
    amounts: values && result && pickAmountsOf(pick, values, result),
  }
}

/** More nights than a series can have. */
const allNights = 100_000

function statisticsOf(rows: readonly ResolvedRow[]): SeriesStatistics {
  const totals = totalsOf(rows)
  const { minResolved } = config.record
  const [hasHeadline, hasResults] = [totals.resolved >= minResolved, totals.withResult >= minResolved]
  return {
    ...totals,
    means: hasResults ? totals.means : null,
    calibration: hasHeadline ? calibrationOf(rows) : [],
    yields: hasResults ? yieldsOf(rows) : [],
    groups: groupsOf(rows),
  }
}

async function readSeries(record: RecordRepository, latest: RecordSummary) {
  const { series } = latest
  const [resolved, nights] = await Promise.all([
    record.resolved(series),
    record.list({ series, limit: allNights }),
  ])
  const rows = resolved.map(rowOf)
  return {
    latest,
    firstNight: nights.at(-1)!.night,
    statistics: statisticsOf(rows),
    resultCount: rows.length,
    rows: rows.slice(-maxRows).toReversed(),
    nightResults: nightResultsOf(rows).slice(-maxResultNights),
    nights: nights.slice(0, maxNights),
    gaps: gapsBetween(nights.map(({ night }) => night).toReversed()),
  }
}

export type SeriesReaderParts = CurrentSeriesParts & {
  readonly record: RecordRepository
  /** Monotonic milliseconds. */
  readonly elapsed: () => number
}

/** Milliseconds for which the store is not asked again. */
const freshMs = 5000

/**
 * Returns a function that reads the facts of all series, by name. It returns the same array as long as they are
 * unchanged. All results of a series are read again only after a new entry.
 */
export function createSeriesReader(parts: SeriesReaderParts): () => Promise<readonly SeriesFacts[]> {
  const { record, elapsed } = parts
  const bySeries = new Map<
    string,
    { readonly sha256: string; readonly read: ReturnType<typeof readSeries> }
  >()
  const readOnce = (latest: RecordSummary) => {
    const known = bySeries.get(latest.series)
    if (known?.sha256 === latest.sha256) return known.read
    const read = readSeries(record, latest)
    bySeries.set(latest.series, { sha256: latest.sha256, read })
    // The next request retries a failure.
    read.catch(() => bySeries.delete(latest.series))
    return read
  }
  let previous: { readonly key: string; readonly facts: readonly SeriesFacts[] } | undefined
  const readAll = async (): Promise<readonly SeriesFacts[]> => {
    const [names, current] = await Promise.all([record.series(), currentSeriesOf(parts)])
    const latest = (await Promise.all(names.map((name) => record.latest(name)))).filter(
      (summary) => summary !== undefined,
    )
    const key = JSON.stringify([latest.map(({ sha256 }) => sha256), current])
    if (previous?.key === key) return previous.facts
    const facts = (await Promise.all(latest.map(readOnce))).map(({ gaps, ...series }): SeriesFacts => {
      const isCurrent = series.latest.series === current.series
      const missed = isCurrent ? [...gaps, ...missedSince(series.latest.night, current)] : gaps
      return { ...series, isCurrent, missed }
    })
    previous = { key, facts }
    return facts
  }
  let shared: { readonly at: number; readonly facts: Promise<readonly SeriesFacts[]> } | undefined
  return () => {
    if (shared && elapsed() - shared.at < freshMs) return shared.facts
    const facts = readAll()
    shared = { at: elapsed(), facts }
    facts.catch(() => (shared = undefined))
    return facts
  }
}

/** Fractions with six decimals. */
const rounded = <Row extends object>(row: Row): Row =>
  Object.fromEntries(
    Object.entries(row).map(([name, value]: [string, unknown]) => [
      name,
      typeof value === 'number' ? round(value, 6) : value,
    ]),
  ) as Row

const meansInCents = ({ profit, stock, cash }: PickResult): PickResult => ({
  profit: toCents(profit),
  stock: toCents(stock),
  cash: toCents(cash),
})

const summaryOfSeries = ({
  latest,
  isCurrent,
  firstNight,
  statistics,
  missed,
}: SeriesFacts): RecordSeries => ({
  series: latest.series,
  environment: environmentOfSeries(latest.series),
  isCurrent,
  nights: latest.number,
  firstNight,
  lastNight: latest.night,
  missed: [...missed],
  ...statistics,
  means: statistics.means && meansInCents(statistics.means),
  calibration: statistics.calibration.map(rounded),
  yields: statistics.yields.map(rounded),
  groups: statistics.groups.map(rounded),
})

export const overviewOf = (facts: readonly SeriesFacts[]): RecordOverview => ({
  minResolved: config.record.minResolved,
  series: facts.map(summaryOfSeries),
})
