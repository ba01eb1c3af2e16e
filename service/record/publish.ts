/**
 * Publishes a night: appends one signed entry to the series of the market and of the formulas, and one
 * with resolutions only to each earlier series of the market that has open picks. Idempotent for a night.
 */
import { recordFormat } from '#contract/responses/record.ts'
import type { RecordEntry } from '#contract/responses/record.ts'
import type { DataEntitlement } from '#contract/responses/data-class.ts'
import { config } from '#service/analysis/config.ts'
import type { PublishedPick } from '#service/analysis/ideas/published-pick.ts'
import type { Day, Market } from '#service/markets/market.ts'
import type { Batch } from '#service/store/batches.ts'
import type { RecordRepository, RecordSummary, StoredPick, StoredResolution } from '#service/store/record.ts'
import { canonicalJson, fileTextOf, sha256Of } from './canonical-json.ts'
import { dueResolutions, newDividends, recordedIdeas, recordedPicks } from './entry-content.ts'
import type { NightInput } from './entry-content.ts'
import { changesBetween } from './record-keys.ts'
import type { RecordKey } from './record-keys.ts'
import { sessionsBetween } from './missed-nights.ts'
import { createSealing } from './sealing.ts'
import { seriesOf } from './series.ts'
import type { SeriesName } from './series.ts'

export type PublisherParts = {
  readonly market: Pick<
    Market,
    'bars' | 'splits' | 'profile' | 'status' | 'source' | 'capabilities' | 'riskFreeRate'
  >
  readonly record: RecordRepository
  /** Reads the key of the operator. If it is undefined, nothing is published. */
  readonly readKey: () => Promise<RecordKey | undefined>
  /** The highest class of licensed prices that public files may have. */
  readonly shown: DataEntitlement
  /** Wall-clock milliseconds since the epoch. */
  readonly clock: () => number
  readonly log: (line: string) => void
}

/** A published batch with its picks. */
export type NightContent = { readonly batch: Batch; readonly picks: readonly PublishedPick[] }

/** Returns the function that publishes a night. It rejects if the store fails or the key cannot be used. */
export function createRecordPublisher(parts: PublisherParts): (content: NightContent) => Promise<void> {
  return async (content) => {
    const key = await parts.readKey()
    if (!key) return
    const { market, record, log } = parts
    const environment = market.status().simulated ? 'test' : 'live'
    const current: SeriesName = { environment, source: market.source(), formula: config.version }
    const name = seriesOf(current)
    await publishEntry(parts, key, current, content)
    const [family] = name.split(/\d+$/)
    for (const earlier of await record.series()) {
      const formula = Number(earlier.slice(family!.length))
      if (earlier === name || !earlier.startsWith(family!) || !Number.isInteger(formula)) continue
      if ((await record.openSymbols(earlier)).length === 0) continue
      log(`the record resolves picks of ${earlier}`)
      await publishEntry(parts, key, { ...current, formula }, { batch: content.batch, picks: null })
    }
  }
}

/** `picks` is null for a series that has resolutions only. */
type EntryContent = { readonly batch: Batch; readonly picks: readonly PublishedPick[] | null }

async function publishEntry(
  parts: PublisherParts,
  key: RecordKey,
  name: SeriesName,
  content: EntryContent,
): Promise<void> {
  const { market, record, shown, log } = parts
  const series = seriesOf(name)
  const night = content.batch.tradingDay
  const latest = await record.latest(series)
  if (latest && latest.night >= night) return
  const sealing = createSealing(market.capabilities(), shown)
  const input: NightInput = { market, record, series, night, sealing, log }
  const rate = market.riskFreeRate()
  const dividends = await newDividends(input, content.picks ?? [])
  const resolutions = await dueResolutions(input, dividends)
  const picks = await recordedPicks(content.picks ?? [], night, rate, sealing)
  const entry: RecordEntry = {
    format: recordFormat,
    series,
    ...name,
    rules: config.record.rules,
    ...chainOf(latest, night, key),
    night,
    publishedAt: new Date(parts.clock()).toISOString(),
    batch: content.picks === null ? null : content.batch.id,
    rate,
    ideas: content.picks === null ? [] : await recordedIdeas(content.batch, sealing),
    picks: picks.published,
    dividends,
    resolutions: resolutions.published,
  }
  const isAppended = await appendSigned(record, key, entry, {
    stored: picks.stored,
    resolved: resolutions.stored,
  })
  log(
    isAppended
      ? `${series} ${night}: entry ${entry.number} with ${entry.picks.length} picks and ${entry.resolutions.length} results`
      : `${series} ${night}: another process has published this night`,
  )
}

/**
 * The members of an entry that link it to the one before.
 *
 * @throws Error if the key does not follow the one that signed the entry before
 */
function chainOf(latest: RecordSummary | undefined, night: Day, key: RecordKey) {
  if (!latest) return { number: 1, previous: null, missed: [], keyChanges: [] }
  const keyChanges = changesBetween(latest.keyId, key)
  if (!keyChanges)
    throw new Error(
      `the key ${key.public.id} has no statement of the key ${latest.keyId} that signed the entry before`,
    )
  return {
    number: latest.number + 1,
    previous: { night: latest.night, sha256: latest.sha256 },
    missed: sessionsBetween(latest.night, night),
    keyChanges: [...keyChanges],
  }
}

/** Signs an entry and appends its file. False if another process was first. */
async function appendSigned(
  record: RecordRepository,
  key: RecordKey,
  entry: RecordEntry,
  state: { readonly stored: readonly StoredPick[]; readonly resolved: readonly StoredResolution[] },
): Promise<boolean> {
  const text = canonicalJson(entry)
  const file = fileTextOf(text, key.public, await key.sign(text))
  return record.append({
    series: entry.series,
    number: entry.number,
    night: entry.night,
    publishedAt: entry.publishedAt,
    sha256: await sha256Of(file),
    previousSha256: entry.previous?.sha256 ?? null,
    keyId: key.public.id,
    ideas: entry.ideas.length,
    picks: entry.picks.length,
    resolutions: entry.resolutions.length,
    file,
    dividends: entry.dividends,
    ...state,
  })
}
