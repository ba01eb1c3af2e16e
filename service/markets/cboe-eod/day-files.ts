/** The end-of-day files of a folder. Node only. */
import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { isTradingDay } from '#service/markets/calendar.ts'
import type { Day } from '#service/markets/market.ts'
import { BrokenFile, isDay } from '#service/markets/recorded/read-text.ts'

/** A file of one day, such as `UnderlyingOptionsEODQuotes_2026-08-21.zip`. */
export type DayFile = {
  readonly day: Day
  /** Relative to the folder. */
  readonly name: string
}

/** A file at one time. */
export type FileState = DayFile & {
  readonly size: number
  readonly mtimeMs: number
  /** Differs after every change of the file. */
  readonly fingerprint: string
}

export const expectedNames =
  'expected one file a day, with its day in the name and the extension .csv, .csv.gz or .zip, such as UnderlyingOptionsEODQuotes_2026-08-21.zip'

const dataFilePattern = /\.(csv|csv\.gz|zip)$/i

export type FolderListing = {
  /** Newest day first. Several files of one day are in alphabetical order; the first is used. */
  readonly files: readonly DayFile[]
  /** Data files whose names have no trading day. */
  readonly undated: readonly string[]
}

/** @throws Error if the folder cannot be read */
export async function listDayFiles(folder: string): Promise<FolderListing> {
  const files: DayFile[] = []
  const undated: string[] = []
  for (const name of (await readdir(folder)).toSorted()) {
    // A leading dot marks the unfinished file of rsync and others.
    if (name.startsWith('.') || !dataFilePattern.test(name)) continue
    const day = /\d{4}-\d{2}-\d{2}/.exec(name)?.[0]
    if (isDay(day) && isTradingDay(day)) files.push({ day, name })
    else undated.push(name)
  }
  // The sort is stable: names of one day stay in order.
  return { files: files.toSorted((a, b) => (a.day < b.day ? 1 : a.day > b.day ? -1 : 0)), undated }
}

/** @throws Error if the file is missing or not a regular one: opening a named pipe would wait for its writer */
export async function stateOf(folder: string, file: DayFile): Promise<FileState> {
  const stats = await stat(join(folder, file.name))
  if (!stats.isFile()) throw new BrokenFile(`${file.name}:1: it is not a regular file`)
  const { size, mtimeMs, ctimeMs, ino } = stats
  return { ...file, size, mtimeMs, fingerprint: [file.name, size, mtimeMs, ctimeMs, ino].join(' ') }
}
