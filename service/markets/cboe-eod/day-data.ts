/** An open day's file: its symbols, and their lines on demand. Node only. */
import { createReadStream } from 'node:fs'
import { open, type FileHandle } from 'node:fs/promises'
import { join } from 'node:path'
import { LRUCache } from 'lru-cache'
import type { Day } from '#service/markets/market.ts'
import type { Log } from '#service/shared/log.ts'
import type { FileState } from './day-files.ts'
import { indexLines, type LineIndex, type LineRange } from './line-index.ts'
import { symbolDayOf, type NumberedLine, type SymbolDay } from './symbol-day.ts'
import { createLimitedCalls, fileTimeoutMs } from '#service/markets/recorded/limited-calls.ts'
import { isPacked, unpack } from './unpack.ts'

export type DayData = {
  readonly day: Day
  readonly file: FileState
  /** The unpacked file; null if the file is not packed. */
  readonly scratchPath: string | null
  /** Sorted. */
  readonly symbols: readonly string[]
  isKnown(symbol: string): boolean
  /** Undefined for an unknown symbol. Rejects if the file cannot be read, or has changed. */
  read(symbol: string): Promise<SymbolDay | undefined>
  /** Closes the file after the reads under way. */
  close(): Promise<void>
}

export type OpenDayOptions = {
  readonly log: Log
  /** Number of symbols cached in memory. */
  readonly maxCached: number
  /** Ends the unpacking and the indexing. */
  readonly signal: AbortSignal
}

const chunkBytes = 1_048_576
/** Unpacking and indexing the whole market takes some ten seconds; a network drive may be hung. */
const openTimeoutMs = 10 * 60_000
/** Log lines about broken lines of one file. */
const maxLoggedLines = 100

/**
 * Opens a file: unpacks it if necessary, and makes its index.
 *
 * @throws BrokenFile if it is no end-of-day file, or incomplete
 */
export async function openDay(folder: string, file: FileState, options: OpenDayOptions): Promise<DayData> {
  const signal = AbortSignal.any([options.signal, AbortSignal.timeout(openTimeoutMs)])
  const scratchPath = isPacked(file) ? await unpack(folder, file, signal) : null
  const path = scratchPath ?? join(folder, file.name)
  const index = await indexLines(file, createReadStream(path, { highWaterMark: chunkBytes, signal }))
  const handle = await open(path, 'r')
  const skip = createSkip(file.name, options.log)
  if (index.unpriced.length > 0)
    options.log('warn', 'market-symbols-skipped', {
      file: file.name,
      reason: `no price of the underlying: ${index.unpriced.slice(0, 10).join(', ')}`,
      symbols: index.unpriced.length,
    })
  const limitedCall = createLimitedCalls(fileTimeoutMs)
  const reads = new Set<Promise<unknown>>()
  const readNow = async (symbol: string, ranges: readonly LineRange[]): Promise<SymbolDay> => {
    let lines: NumberedLine[] = []
    for (const range of ranges) lines = lines.concat(await readLines(handle, range))
    if (scratchPath === null) await assertUnchanged(handle, file)
    return symbolDayOf(symbol, file.day, { columns: index.columns, lines }, skip)
  }
  const cache = new LRUCache<string, Promise<SymbolDay>>({ max: options.maxCached })

  return {
    day: file.day,
    file,
    scratchPath,
    symbols: symbolsOf(index),
    isKnown: (symbol) => index.ranges.has(symbol),
    async read(symbol) {
      const ranges = index.ranges.get(symbol)
      if (!ranges) return undefined
      const cached = cache.get(symbol)
      if (cached) return cached
      const reading = limitedCall(file.name, () => readNow(symbol, ranges)).finally(() =>
        reads.delete(reading),
      )
      reads.add(reading)
      cache.set(symbol, reading)
      // A failed read is repeated by the next call.
      reading.catch(() => {
        if (cache.peek(symbol) === reading) cache.delete(symbol)
      })
      return reading
    },
    async close() {
      await Promise.allSettled(reads)
      await handle.close()
    },
  }
}

const symbolsOf = ({ ranges }: LineIndex): readonly string[] => [...ranges.keys()].toSorted()

async function readLines(handle: FileHandle, { start, end, firstLine }: LineRange): Promise<NumberedLine[]> {
  const buffer = Buffer.allocUnsafe(end - start)
  let length = 0
  while (length < buffer.length) {
    const { bytesRead } = await handle.read(buffer, length, buffer.length - length, start + length)
    // The last line of the file may have no newline; less than that is noticed by `assertUnchanged`.
    if (bytesRead === 0) break
    length += bytesRead
  }
  return buffer
    .toString('latin1', 0, length)
    .split('\n')
    .map((text, position) => ({ text, number: firstLine + position }))
    .filter(({ text }) => text.trim() !== '')
}

/** A file that is overwritten in place has its lines at other offsets. The watch opens it again. */
async function assertUnchanged(handle: FileHandle, { name, size, mtimeMs }: FileState): Promise<void> {
  const now = await handle.stat()
  if (now.size !== size || now.mtimeMs !== mtimeMs)
    throw new Error(`${name} was changed while it was in use; it is opened again when it is complete`)
}

/** Logs each broken line once, although its symbol is read again. */
function createSkip(file: string, log: Log): (lineNumber: number, problem: string) => void {
  const logged = new Set<number>()
  return (lineNumber, problem) => {
    if (logged.has(lineNumber) || logged.size > maxLoggedLines) return
    logged.add(lineNumber)
    log('warn', 'market-line-skipped', {
      line:
        logged.size > maxLoggedLines
          ? `${file}: more lines are broken; they are not logged`
          : `${file}:${lineNumber}: ${problem}; skipped`,
    })
  }
}
