/**
 * Records a day of any market in the layout that the recorded market replays (recorded-market.ts). Node only.
 *
 * A recording is resumed by repeating it: what the folder has of that day is kept. Symbols are read one after the other,
 * as in the nightly scan, because a vendor counts the calls.
 */
import { mkdirSync } from 'node:fs'
import type { Day, Market } from '#service/markets/market.ts'
import type { Wait } from './patiently.ts'
import { recordSymbol, type RecordingFailure } from './record-symbol.ts'
import { openReferenceTables } from './reference-tables.ts'

export type RecordOptions = {
  /** The data folder; it is created if it is missing. */
  readonly folder: string
  /** Symbols in canonical form. The benchmark is recorded as well. */
  readonly symbols: readonly string[]
  /** Whether to read again what the folder has of that day; default false. */
  readonly overwrites?: boolean
  /** Waits for a number of milliseconds; by default a timer. */
  readonly wait?: Wait
}

export type RecordingResult = {
  /** The exchange day of the recording. */
  readonly day: Day
  /** Number of symbols that were read now, and completely. */
  readonly recorded: number
  /** Number of symbols that the folder had completely. */
  readonly kept: number
  readonly failures: readonly RecordingFailure[]
  /** Reason why the recording ended before the last symbol; null if it did not. */
  readonly stopped: string | null
}

/** Reference data is written after this many symbols: an interrupted recording loses at most their rows. */
const symbolsPerWrite = 100
/** The recording stops after this many symbols in a row of which nothing could be read: the source is down. */
const maxFailuresInARow = 20

/**
 * Records the symbols. Failures of single symbols are in the result.
 *
 * @throws Error if the folder cannot be written, BrokenFile if a file of an earlier recording cannot be read
 */
export async function recordMarket(market: Market, options: RecordOptions): Promise<RecordingResult> {
  const { folder, overwrites = false, wait } = options
  const day = market.today()
  // The benchmark comes first: its bars name the folder of bars.
  const symbols = [...new Set([market.benchmark(), ...options.symbols])]
  mkdirSync(folder, { recursive: true })
  const tables = openReferenceTables(folder, day, market)
  const recorder = { market, folder, day, tables, overwrites, wait }
  const failures: RecordingFailure[] = []
  let [recorded, kept, failuresInARow] = [0, 0, 0]
  let stopped: string | null = null
  for (const [index, symbol] of symbols.entries()) {
    stopped = reasonToStop(market, day, failuresInARow)
    if (stopped !== null) break
    const result = await recordSymbol(recorder, symbol)
    failures.push(...result.failures)
    if (result.failures.length > 0) failuresInARow = result.partsRead === 0 ? failuresInARow + 1 : 0
    else {
      failuresInARow = 0
      if (result.partsRead > 0) recorded++
      else kept++
    }
    if (index % symbolsPerWrite === symbolsPerWrite - 1) tables.write()
  }
  tables.write()
  return { day, recorded, kept, failures, stopped }
}

function reasonToStop(market: Market, day: Day, failuresInARow: number): string | null {
  if (market.today() !== day)
    return `the session of ${market.today()} has begun, and a recording is of one day`
  return failuresInARow < maxFailuresInARow
    ? null
    : `nothing could be read of ${failuresInARow} symbols in a row`
}
