/** Checks a data folder: what cannot be read, and what the analysis would miss. Node only. */
import { readdirSync } from 'node:fs'
import { latestClosedSession, tradingDayOnOrBefore } from '#service/markets/calendar.ts'
import type { Day } from '#service/markets/market.ts'
import { openBarSets } from '#service/markets/recorded/bars.ts'
import { benchmarksOf } from '#service/markets/recorded/benchmarks.ts'
import { checkBars } from './check-bars.ts'
import { checkChains, type CheckedChains } from './check-chains.ts'
import { indexChains } from '#service/markets/recorded/chains.ts'
import { createFindings, symbolsText, type Finding, type Findings } from './findings.ts'
import { clockOf } from '#service/markets/recorded/recorded-data.ts'
import { checkReadable } from '#service/markets/recorded/read-text.ts'
import { readRecording, type Recording } from '#service/markets/recorded/recording.ts'
import { readReference } from '#service/markets/recorded/reference.ts'
import { indexVolatilities, readVolatilities } from '#service/markets/recorded/volatility.ts'
import { partialSuffix } from '#service/markets/recorded/writer/write-file.ts'

export type FolderReport = {
  /** Files that cannot be read: the recorded market serves the folder without them. */
  readonly errors: readonly Finding[]
  readonly warnings: readonly Finding[]
  /** Number of symbols with bars or a chain. */
  readonly symbols: number
  /** Number of contracts in all chains of the newest day. */
  readonly contracts: number
  /** The exchange day that the folder replays; null without usable data. */
  readonly day: Day | null
  readonly recording: Recording | null
}

const noChains: CheckedChains = { contracts: 0, files: new Map() }

/** @throws Error if the folder cannot be read */
export function checkFolder(folder: string): FolderReport {
  checkReadable(folder)
  const findings = createFindings()
  warnOfPartialFiles(folder, findings)
  const sets = openBarSets(folder, findings.log)
  const chainIndex = indexChains(folder)
  const recording = readRecording(folder, findings.log)
  readReference(folder, findings.log)
  for (const file of indexVolatilities(folder).values())
    findings.attempt(() => readVolatilities(folder, file))
  const clock = clockOf(sets, chainIndex, recording, findings.log)
  const lastBarDays = checkBars(sets, findings)
  const chains = chainIndex ? checkChains(folder, chainIndex, findings) : noChains
  if (!clock)
    findings.fail({
      file: '.',
      line: null,
      problem: 'no market data: expected chains-YYYY-MM-DD/SYM.json.gz or bars-*/SYM.csv',
    })
  if (clock && !benchmarksOf(recording).some((symbol) => lastBarDays.has(symbol)))
    findings.warn({
      file: 'bars-*',
      line: null,
      problem: `no bars of a benchmark: expected those of ${benchmarksOf(recording)[0] ?? ''}`,
    })
  if (chainIndex) {
    // Bars of a recording that was made during a session end with the session before.
    const isOfRecording = recording && clock?.now.getTime() === recording.recordedAt.getTime()
    const chainDay = tradingDayOnOrBefore(chainIndex.day)
    const expectedDay = isOfRecording ? latestClosedSession(recording.recordedAt) : chainDay
    compareDays(`chains-${chainIndex.day}`, { lastBarDays, chains: chains.files, expectedDay }, findings)
  }
  return {
    errors: findings.errors,
    warnings: findings.warnings,
    symbols: new Set([...lastBarDays.keys(), ...chains.files.keys()]).size,
    contracts: chains.contracts,
    day: clock?.today ?? null,
    recording: recording ?? null,
  }
}

function warnOfPartialFiles(folder: string, findings: Findings): void {
  const partialFiles = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) =>
    name.endsWith(partialSuffix),
  )
  for (const file of partialFiles)
    findings.warn({ file, line: null, problem: 'a recording was interrupted: repeat it' })
}

type SymbolDays = {
  readonly lastBarDays: ReadonlyMap<string, Day>
  readonly chains: ReadonlyMap<string, string>
  /** The day with which the bars of symbols with a chain should end. */
  readonly expectedDay: Day
}

/** Warns of symbols with bars but no chain, with a chain but no bars, and of bars that end on another day. */
function compareDays(
  chainFolder: string,
  { lastBarDays, chains, expectedDay }: SymbolDays,
  findings: Findings,
): void {
  const warn = (symbols: readonly string[], problem: string) => {
    if (symbols.length > 0)
      findings.warn({
        file: chainFolder,
        line: null,
        problem: `${problem}: ${symbolsText(symbols)}`,
        symbols,
      })
  }
  warn(
    [...lastBarDays.keys()].filter((symbol) => !chains.has(symbol)),
    'bars but no chain',
  )
  warn(
    [...chains.keys()].filter((symbol) => !lastBarDays.has(symbol)),
    'a chain but no bars',
  )
  const symbolsByDay = new Map<Day, string[]>()
  for (const symbol of chains.keys()) {
    const day = lastBarDays.get(symbol)
    if (day !== undefined && day !== expectedDay)
      symbolsByDay.set(day, [...(symbolsByDay.get(day) ?? []), symbol])
  }
  for (const [day, symbols] of symbolsByDay)
    warn(symbols, `bars end on ${day}, and those of the chains' day end on ${expectedDay}`)
}
