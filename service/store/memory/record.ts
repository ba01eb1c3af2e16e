/** The sealed record, in memory. */
import type { RecordDividend } from '#contract/responses/record.ts'
import type { NewRecordEntry, RecordRepository, RecordSummary, StoredPick } from '../record.ts'

type SeriesState = {
  readonly entries: { readonly summary: RecordSummary; readonly file: string }[]
  readonly picks: Map<string, StoredPick & { resolution: string | null }>
  readonly dividends: Map<string, RecordDividend>
}

const pickKey = ({ night, pick }: Pick<StoredPick, 'night' | 'pick'>): string => `${night}/${pick}`
const byNight = (a: StoredPick, b: StoredPick): number =>
  a.night === b.night ? a.pick - b.pick : a.night < b.night ? -1 : 1
const withoutResolution = ({ night, pick, symbol, expiry, body }: StoredPick): StoredPick => ({
  night,
  pick,
  symbol,
  expiry,
  body,
})

const summaryOf = ({
  file: _file,
  stored: _stored,
  resolved: _resolved,
  dividends: _dividends,
  ...summary
}: NewRecordEntry): RecordSummary => summary

export function memoryRecord(): RecordRepository {
  const all = new Map<string, SeriesState>()
  const picksOf = (series: string) => [...(all.get(series)?.picks.values() ?? [])].toSorted(byNight)
  return {
    async append(entry) {
      const state: SeriesState = all.get(entry.series) ?? {
        entries: [],
        picks: new Map(),
        dividends: new Map(),
      }
      const latest = state.entries.at(-1)?.summary
      if (entry.number !== (latest?.number ?? 0) + 1 || entry.night <= (latest?.night ?? '')) return false
      all.set(entry.series, state)
      state.entries.push({ summary: summaryOf(entry), file: entry.file })
      for (const pick of entry.stored) state.picks.set(pickKey(pick), { ...pick, resolution: null })
      for (const resolution of entry.resolved) {
        const pick = state.picks.get(pickKey(resolution))
        if (pick) pick.resolution = resolution.body
      }
      for (const dividend of entry.dividends)
        state.dividends.set(`${dividend.symbol} ${dividend.exDate}`, dividend)
      return true
    },
    async latest(series) {
      return all.get(series)?.entries.at(-1)?.summary
    },
    async list({ series, before, limit }) {
      return [...all.values()]
        .flatMap(({ entries }) => entries.map(({ summary }) => summary))
        .filter(
          (summary) =>
            (series === undefined || summary.series === series) &&
            (before === undefined || summary.night < before),
        )
        .toSorted((a, b) =>
          a.night === b.night ? (a.series < b.series ? -1 : 1) : a.night < b.night ? 1 : -1,
        )
        .slice(0, limit)
    },
    async file(series, night) {
      return all.get(series)?.entries.find(({ summary }) => summary.night === night)?.file
    },
    async series() {
      return [...all.keys()].toSorted()
    },
    async openSymbols(series) {
      const lastExpiries = new Map<string, string>()
      for (const { symbol, expiry, resolution } of picksOf(series))
        if (resolution === null && expiry > (lastExpiries.get(symbol) ?? '')) lastExpiries.set(symbol, expiry)
      return [...lastExpiries]
        .map(([symbol, lastExpiry]) => ({ symbol, lastExpiry }))
        .toSorted((a, b) => (a.symbol < b.symbol ? -1 : 1))
    },
    async due(series, day) {
      return picksOf(series)
        .filter(({ expiry, resolution }) => resolution === null && expiry <= day)
        .map(withoutResolution)
    },
    async dividends(series, from) {
      const sortKey = ({ symbol, exDate }: RecordDividend) => `${symbol} ${exDate}`
      return [...(all.get(series)?.dividends.values() ?? [])]
        .filter(({ exDate }) => exDate >= from)
        .toSorted((a, b) => (sortKey(a) < sortKey(b) ? -1 : 1))
    },
    async resolved(series) {
      return picksOf(series).flatMap(({ resolution, ...pick }) =>
        resolution === null ? [] : [{ ...pick, resolution }],
      )
    },
  }
}
