/** Finds the newest file of a folder that is complete, and opens it. Node only. */
import { createLimitedCalls, fileTimeoutMs } from '#service/markets/recorded/limited-calls.ts'
import { BrokenFile, UnreadableFile } from '#service/markets/recorded/read-text.ts'
import type { Day } from '#service/markets/market.ts'
import type { Log } from '#service/shared/log.ts'
import type { DayData } from './day-data.ts'
import { expectedNames, listDayFiles, stateOf, type DayFile, type FileState } from './day-files.ts'

export type DayFinderParts = {
  readonly folder: string
  readonly openDay: (file: FileState) => Promise<DayData>
  readonly log: Log
  /** A file is used when it has not changed for this long, milliseconds. */
  readonly settleMs: number
  /** Latest day to use; undefined for the newest. */
  readonly through?: Day | undefined
  /** Monotonic clock, milliseconds. */
  readonly elapsed: () => number
}

export type FoundDay = {
  /** A day that replaces the one in use; undefined if there is no newer one. */
  readonly data: DayData | undefined
  /** Whether a newer file may still be growing. */
  readonly isSettling: boolean
}

export type DayFinder = {
  /**
   * Opens a file of a later day than the one in use, or of the same day if the file has changed.
   *
   * @throws Error if the folder or a file cannot be read
   */
  find(used: DayData | undefined): Promise<FoundDay>
}

export function createDayFinder({
  folder,
  openDay,
  log,
  settleMs,
  through,
  elapsed,
}: DayFinderParts): DayFinder {
  /** Fingerprints of broken files by name: they are opened again after a change. */
  const broken = new Map<string, string>()
  const seen = new Map<string, { readonly fingerprint: string; readonly sinceMs: number }>()
  const reportedNames = new Set<string>()

  const limitedCall = createLimitedCalls(fileTimeoutMs)
  const reportBroken = (name: string, error: BrokenFile) => {
    if (!reportedNames.has(name)) log('warn', 'market-file-skipped', { line: `${error.message}; skipped` })
    reportedNames.add(name)
  }
  const reportUndated = (names: readonly string[]) => {
    for (const name of names) {
      if (reportedNames.has(name)) continue
      reportedNames.add(name)
      log('warn', 'market-file-skipped', { line: `${name}: no trading day in the name: ${expectedNames}` })
    }
  }
  /**
   * Whether a file has not changed for `settleMs`: by its modification time, or by observation if the
   * clocks differ.
   */
  const isSettled = ({ name, fingerprint, mtimeMs }: FileState): boolean => {
    if (Date.now() - mtimeMs > settleMs) return true
    const earlier = seen.get(name)
    if (earlier?.fingerprint === fingerprint) return elapsed() - earlier.sinceMs >= settleMs
    seen.set(name, { fingerprint, sinceMs: elapsed() })
    return false
  }
  const openUnlessBroken = async (file: FileState): Promise<DayData | undefined> => {
    try {
      return await openDay(file)
    } catch (error) {
      if (!(error instanceof BrokenFile)) throw error
      broken.set(file.name, file.fingerprint)
      log('warn', 'market-file-skipped', { line: `${error.message}; skipped` })
      return undefined
    }
  }
  const stateUnlessGone = async (file: DayFile): Promise<FileState | undefined> => {
    try {
      return await limitedCall(file.name, () => stateOf(folder, file))
    } catch (error) {
      if (error instanceof UnreadableFile) throw error
      if (error instanceof BrokenFile) return (reportBroken(file.name, error), undefined)
      if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined
      throw error
    }
  }

  return {
    async find(used) {
      const { files, undated } = await limitedCall('.', () => listDayFiles(folder))
      reportUndated(undated)
      let isSettling = false
      for (const listed of files) {
        if (through !== undefined && listed.day > through) continue
        if (used && listed.day < used.day) break
        const file = await stateUnlessGone(listed)
        if (!file || broken.get(file.name) === file.fingerprint) continue
        if (file.fingerprint === used?.file.fingerprint) break
        if (!isSettled(file)) isSettling = true
        else {
          const data = await openUnlessBroken(file)
          if (data) return { data, isSettling }
        }
      }
      return { data: undefined, isSettling }
    },
  }
}
