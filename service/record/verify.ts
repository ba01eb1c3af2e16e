/**
 * Verifies a series of public files: form, signatures, chain, gaps, and the result of each resolved pick.
 * docs/verify-record.mjs does the same without this code.
 */
import * as v from 'valibot'
import { RecordFileSchema } from '#contract/responses/record.ts'
import type {
  RecordDividend,
  RecordEntry,
  RecordFile,
  RecordPick,
  RecordResolution,
} from '#contract/responses/record.ts'
import { config } from '#service/analysis/config.ts'
import { tradingDayOnOrBefore, tradingDaysBetween } from '#service/markets/calendar.ts'
import type { Day } from '#service/markets/market.ts'
import { canonicalJson, fileTextOf, sha256Of } from './canonical-json.ts'
import { sessionsBetween } from './missed-nights.ts'
import { seriesOf } from './series.ts'
import { areChangesValid, isSignedBy } from './record-keys.ts'
import { pickResultOf, settlementOf } from './settlement.ts'

/** A public file, as it was read. */
export type ReadFile = { readonly night: string; readonly text: string }

export type SeriesReport = {
  readonly series: string
  readonly entries: number
  readonly first: Day | null
  readonly last: Day | null
  /** SHA-256 of the last file. A reader that keeps it can notice the removal of later entries. */
  readonly head: string | null
  /** Ids of the keys that signed, in order. */
  readonly keys: readonly string[]
  /** Sessions without an entry, as the entries state them. */
  readonly gaps: readonly Day[]
  readonly picks: number
  /** Results that were recomputed and are right. */
  readonly recomputed: number
  /** Results that cannot be recomputed, because their inputs are licensed. */
  readonly licensed: number
  /** Picks without a price, which have no result. */
  readonly void: number
  /** Picks whose result is still to come. */
  readonly open: number
  /** Empty for an intact series. */
  readonly problems: readonly string[]
}

type PublishedPick = { readonly entry: RecordEntry; readonly pick: RecordPick; isResolved: boolean }

type State = {
  readonly problems: string[]
  readonly keys: string[]
  readonly gaps: Day[]
  readonly picks: Map<string, PublishedPick>
  readonly dividends: Map<string, RecordDividend>
  readonly counts: { recomputed: number; licensed: number; void: number }
  previous: { readonly file: RecordFile; readonly sha256: string } | undefined
}

/** @param files of one series, in any order */
export async function verifySeries(series: string, files: readonly ReadFile[]): Promise<SeriesReport> {
  const state: State = {
    problems: [],
    keys: [],
    gaps: [],
    picks: new Map(),
    dividends: new Map(),
    counts: { recomputed: 0, licensed: 0, void: 0 },
    previous: undefined,
  }
  const sorted = files.toSorted((a, b) => (a.night < b.night ? -1 : 1))
  for (const read of sorted) await verifyFile(state, series, read)
  const open = [...state.picks.values()].filter(({ isResolved }) => !isResolved)
  const last = state.previous?.file.entry.night ?? null
  if (last !== null) state.problems.push(...open.flatMap((pick) => overdueProblem(pick, last)))
  return {
    series,
    entries: files.length,
    first: sorted[0]?.night ?? null,
    last,
    head: state.previous?.sha256 ?? null,
    keys: state.keys,
    gaps: state.gaps,
    picks: state.picks.size,
    ...state.counts,
    open: open.length,
    problems: state.problems,
  }
}

/** Adds the problems of one file, and follows the chain to it. */
async function verifyFile(state: State, series: string, { night, text }: ReadFile): Promise<void> {
  const file = parseFile(text)
  const report = (problem: string) => void state.problems.push(`${night}: ${problem}`)
  if (typeof file === 'string') return report(file)
  const { entry, key, signature } = file
  const entryText = canonicalJson(entry)
  if (fileTextOf(entryText, key, signature) !== text) return report('the file is not canonical JSON')
  if (entry.night !== night) report(`the file is that of ${entry.night}`)
  if (entry.series !== series || seriesOf(entry) !== series) report(`the entry is one of ${entry.series}`)
  if (!(await isSignedBy(key, entryText, signature).catch(() => false)))
    report('the signature is not one of its key')
  await verifyChain(state, file, report)
  for (const [index, pick] of entry.picks.entries()) {
    if (pick.pick !== index + 1) report(`pick ${index + 1} has the number ${pick.pick}`)
    state.picks.set(`${entry.night}/${pick.pick}`, { entry, pick, isResolved: false })
  }
  for (const dividend of entry.dividends)
    state.dividends.set(`${dividend.symbol} ${dividend.exDate}`, dividend)
  for (const resolution of entry.resolutions) {
    const problem = resolutionProblem(state, entry, resolution)
    if (problem !== undefined) report(`pick ${resolution.night}/${resolution.pick}: ${problem}`)
  }
  state.previous = { file, sha256: await sha256Of(text) }
}

/** Returns the file, or the reason why the text is not valid. */
function parseFile(text: string): RecordFile | string {
  let content: unknown
  try {
    content = JSON.parse(text)
  } catch {
    return 'the file is not JSON'
  }
  const parsed = v.safeParse(RecordFileSchema, content)
  if (!parsed.success)
    return `the file has no valid entry: ${v.getDotPath(parsed.issues[0]) ?? ''} ${parsed.issues[0].message}`
  return parsed.output
}

async function verifyChain(
  { previous, keys, gaps }: State,
  { entry, key }: RecordFile,
  report: (problem: string) => void,
): Promise<void> {
  if (!previous) {
    if (entry.number !== 1 || entry.previous !== null)
      report(`the first file is entry ${entry.number}: earlier entries are missing`)
    keys.push(key.id)
    return
  }
  const { file, sha256 } = previous
  if (entry.number !== file.entry.number + 1)
    report(`entry ${entry.number} follows entry ${file.entry.number}: entries are missing`)
  if (entry.previous?.sha256 !== sha256 || entry.previous.night !== file.entry.night)
    report(`the hash of the entry before is not that of ${file.entry.night}`)
  const missed = sessionsBetween(file.entry.night, entry.night)
  gaps.push(...missed)
  if (canonicalJson(entry.missed) !== canonicalJson(missed))
    report(`states ${entry.missed.length} missed sessions of ${missed.length}`)
  if (!(await areChangesValid(file.key, entry.keyChanges, key).catch(() => false)))
    report(`the key ${key.id} is not stated by the key before, ${file.key.id}`)
  if (keys.at(-1) !== key.id) keys.push(key.id)
}

/** Returns the problem of a resolution, if any, and marks its pick as resolved. */
function resolutionProblem(
  { picks, dividends, counts }: State,
  entry: RecordEntry,
  resolution: RecordResolution,
): string | undefined {
  const published = picks.get(`${resolution.night}/${resolution.pick}`)
  if (!published || published.entry === entry) return 'no earlier entry has it'
  if (published.isResolved) return 'it is resolved twice'
  published.isResolved = true
  const { pick } = published
  if (pick.expiry > entry.night) return 'it is resolved before its expiry'
  const expected = [...dividends.values()]
    .filter(
      ({ symbol, exDate }) => symbol === pick.symbol && exDate > resolution.night && exDate <= pick.expiry,
    )
    .map(({ exDate, amount }) => ({ exDate, amount }))
    .toSorted((a, b) => (a.exDate < b.exDate ? -1 : 1))
  if (canonicalJson(expected) !== canonicalJson(resolution.dividends))
    return 'its dividends are not those that the entries announce'
  if (resolution.outcome === 'void') {
    counts.void++
    return resolution.result === null ? undefined : 'it is void and has a result'
  }
  if (pick.values === null || resolution.values === null) {
    counts.licensed++
    return undefined
  }
  counts.recomputed++
  return resultProblem(published, pick.values, resolution, resolution.values)
}

function resultProblem(
  { entry, pick }: PublishedPick,
  values: NonNullable<RecordPick['values']>,
  resolution: RecordResolution,
  settlement: NonNullable<RecordResolution['values']>,
): string | undefined {
  const terms = { ...pick, night: entry.night, rate: entry.rate, values }
  const history = { ...resolution, ...settlement }
  const { outcome } = settlementOf(terms, history)
  if (outcome !== resolution.outcome) return `its outcome is ${outcome}, not ${resolution.outcome}`
  if (resolution.settledOn === null || resolution.settledOn > tradingDayOnOrBefore(pick.expiry))
    return 'it is not settled on a session up to its expiry'
  const result = pickResultOf(terms, history, resolution.settledOn) ?? null
  if (canonicalJson(result) === canonicalJson(resolution.result)) return undefined
  return `its result is ${JSON.stringify(result)}, not ${JSON.stringify(resolution.result)}`
}

/** A pick that has no result although each pick has one some sessions after its expiry. */
function overdueProblem({ entry, pick }: PublishedPick, last: Day): string[] {
  const isOverdue =
    tradingDaysBetween(tradingDayOnOrBefore(pick.expiry), last) > config.record.delistedSessions
  return isOverdue
    ? [`${last}: pick ${entry.night}/${pick.pick} expired on ${pick.expiry} and has no result`]
    : []
}
