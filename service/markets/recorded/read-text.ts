/** Reading the files of a data folder: gzip or plain, CSV with quotes, errors with file and line. Node only. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import type { Day } from '#service/markets/market.ts'

/** An error in a data file: `bars-…/AAPL.csv:17: close: expected a number, got "x"`. */
export class BrokenFile extends Error {
  override name = 'BrokenFile'
}

/** The file itself cannot be read now: it is missing or the disk fails. A later read may succeed. */
export class UnreadableFile extends BrokenFile {
  override name = 'UnreadableFile'
}

/** Throws a {@link BrokenFile}. `line` counts from 1. */
export function broken(file: string, line: number, problem: string): never {
  throw new BrokenFile(`${file}:${line}: ${problem}`)
}

/** The result of `read`; undefined, with a log line, if it throws a {@link BrokenFile}. */
export function skipBroken<T>(log: (message: string) => void, read: () => T): T | undefined {
  const result = readOrBroken(log, read)
  return result instanceof BrokenFile ? undefined : result
}

/** The result of `read`, or, with a log line, the {@link BrokenFile} that it throws. */
export function readOrBroken<T>(log: (message: string) => void, read: () => T): T | BrokenFile {
  try {
    return read()
  } catch (error) {
    if (!(error instanceof BrokenFile)) throw error
    log(`${error.message}; skipped`)
    return error
  }
}

/** Reads a text file, unzipped if its name ends in `.gz`, without byte order mark. `file` is relative to `folder`. */
export function readText(folder: string, file: string): string {
  try {
    const bytes = readFileSync(join(folder, file))
    const text = (file.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString('utf8')
    return text.charCodeAt(0) === 0xfeff ? text.slice(1) : text
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error)
    // File system errors have a `syscall`; errors of unzipping do not.
    if (error instanceof Error && 'syscall' in error) throw new UnreadableFile(`${file}:1: ${message}`)
    return broken(file, 1, message)
  }
}

/** Reads a JSON file; a syntax error is reported with its line. */
export function readJson(folder: string, file: string): unknown {
  return parseJson(readText(folder, file), file)
}

/** Parses JSON; a syntax error is reported with its line. */
export function parseJson(text: string, file: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error)
    const position = Number(/position (\d+)/.exec(message)?.[1] ?? text.length)
    return broken(file, lineAt(text, position), message.replace(/ in JSON at position.*$/s, ' in JSON'))
  }
}

/** Whether a JSON value is an object or an array. */
export const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null

/** Reads a JSON file that is an object by symbol; throws a {@link BrokenFile} if it is not. */
export function readObject(folder: string, file: string): Record<string, unknown> {
  const value = readJson(folder, file)
  return isRecord(value) ? value : broken(file, 1, 'expected an object by symbol')
}

/** The line number of a position in a text, from 1. */
export function lineAt(text: string, position: number): number {
  let line = 1
  for (let i = text.indexOf('\n'); i >= 0 && i < position; i = text.indexOf('\n', i + 1)) line++
  return line
}

/** The fields of one CSV line; a field may be in double quotes, doubled inside (RFC 4180, without line breaks). */
export function csvFields(line: string): string[] {
  const text = line.endsWith('\r') ? line.slice(0, -1) : line
  if (!text.includes('"')) return text.split(',')
  const fields: string[] = []
  let field = ''
  let quoted = false
  for (let i = 0; i < text.length; i++) {
    const char = text[i] as string
    if (quoted && char === '"' && text[i + 1] === '"') field += text[++i]
    else if (char === '"') quoted = !quoted
    else if (char === ',' && !quoted) {
      fields.push(field)
      field = ''
    } else field += char
  }
  fields.push(field)
  return fields
}

/** The rows of a small CSV file as objects by column name, empty lines left out. */
export function csvRows(text: string): Record<string, string>[] {
  const [head = '', ...lines] = text.split('\n')
  const names = csvFields(head).map((name) => name.trim())
  return lines
    .filter((line) => line.trim() !== '')
    .map((line) => {
      const fields = csvFields(line)
      return Object.fromEntries(names.map((name, i) => [name, fields[i]?.trim() ?? '']))
    })
}

const dayPattern = /^\d{4}-\d{2}-\d{2}$/
/** Cache: the same few hundred days occur hundreds of thousands of times. */
const knownDays = new Set<string>()

/** Whether a value is an existing calendar day, `YYYY-MM-DD`. */
export function isDay(text: unknown): text is Day {
  if (typeof text !== 'string') return false
  if (knownDays.has(text)) return true
  const exists =
    dayPattern.test(text) && !Number.isNaN(Date.parse(text)) && new Date(text).toISOString().startsWith(text)
  if (exists && knownDays.size < 20_000) knownDays.add(text)
  return exists
}
