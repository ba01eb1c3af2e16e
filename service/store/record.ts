/** The sealed record: public files, which are only ever appended, and the private state of their picks. */
import type { RecordDividend, RecordListEntry } from '#contract/responses/record.ts'
import type { Day } from '#service/markets/market.ts'

/** What lists show of an entry. */
export type RecordSummary = Omit<RecordListEntry, 'path'>

/** A pick that has no result yet. Only the record interprets `body`, which may have licensed values. */
export type StoredPick = {
  readonly night: Day
  readonly pick: number
  readonly symbol: string
  readonly expiry: Day
  readonly body: string
}

/** The result of a stored pick. `body` as in {@link StoredPick}. */
export type StoredResolution = { readonly night: Day; readonly pick: number; readonly body: string }

export type NewRecordEntry = RecordSummary & {
  /** The public file. */
  readonly file: string
  readonly stored: readonly StoredPick[]
  readonly resolved: readonly StoredResolution[]
  readonly dividends: readonly RecordDividend[]
}

/** Which entries a list has: of all series by default, before any day, at most `limit`. */
export type RecordFilter = { readonly series?: string; readonly before?: Day; readonly limit: number }

/** The open picks of one underlying. */
export type OpenSymbol = { readonly symbol: string; readonly lastExpiry: Day }

/** A resolved pick, for statistics: the bodies of both. */
export type ResolvedPick = StoredPick & { readonly resolution: string }

export interface RecordRepository {
  /**
   * Appends an entry with its picks, results and dividends, atomically and durably. False, without any change, if
   * the series has an entry with this number, or of this night or a later one.
   */
  append(entry: NewRecordEntry): Promise<boolean>
  /** The entry that was appended last; undefined for a new series. */
  latest(series: string): Promise<RecordSummary | undefined>
  /** Newest night first, then by series. */
  list(filter: RecordFilter): Promise<readonly RecordSummary[]>
  /** The public file of a night, if any. */
  file(series: string, night: Day): Promise<string | undefined>
  /** Names of all series, sorted. */
  series(): Promise<readonly string[]>
  /** Underlyings with open picks, sorted. */
  openSymbols(series: string): Promise<readonly OpenSymbol[]>
  /** Open picks that expire on or before a day, by night and number. */
  due(series: string, day: Day): Promise<readonly StoredPick[]>
  /** Recorded dividends with ex days from a day on, by symbol and ex day, each with its latest amount. */
  dividends(series: string, from: Day): Promise<readonly RecordDividend[]>
  /** Picks that have a result, by night and number. */
  resolved(series: string): Promise<readonly ResolvedPick[]>
}
