/**
 * Reads the files of a data folder: gzip or plain text, CSV with quotes, errors with file and line.
 * Node only.
 */
import { closeSync, constants, fstatSync, openSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import type { Day } from '#service/markets/market.ts'
import { errorMessage } from '#service/shared/error-message.ts'

/** An error in a data file: `bars-…/AAPL.csv:17: close: expected a number, got "x"`. */
export class BrokenFile extends Error {
  override name = 'BrokenFile'
}

/** A file system error: the file is missing or the disk fails. A later read may succeed. */
export class UnreadableFile extends BrokenFile {
  override name = 'UnreadableFile'
}

/** Throws a {@link BrokenFile}. `line` counts from 1. */
export function throwBroken(file: string, line: number, problem: string): never {
  throw new BrokenFile(`${file}:${line}: ${problem}`)
}

/**
 * Returns the result of `read`. If it throws a {@link BrokenFile}, logs that and returns undefined.
 */
export function skipBroken<T>(log: (message: string) => void, read: () => T): T | undefined {
  const result = readOrBroken(log, read)
  return result instanceof BrokenFile ? undefined : result
}

const skippedSuffix = '; skipped'

export const skippedMessage = (error: string): string => `${error}${skippedSuffix}`

/** The error in a message that {@link readOrBroken} logged; undefined for other messages. */
export const skippedError = (message: string): string | undefined =>
  message.endsWith(skippedSuffix) ? message.slice(0, -skippedSuffix.length) : undefined

/** Returns the result of `read`. If it throws a {@link BrokenFile}, logs and returns that error. */
export function readOrBroken<T>(log: (message: string) => void, read: () => T): T | BrokenFile {
  try {
    return read()
  } catch (error) {
    if (!(error instanceof BrokenFile)) throw error
    log(skippedMessage(error.message))
    return error
  }
}

/** @throws Error with the reason if a data folder cannot be listed */
export function checkReadable(folder: string): void {
  try {
    readdirSync(folder)
  } catch (error) {
    const reason = errorMessage(error)
    throw new Error(`market data folder ${folder} cannot be read: ${reason}`, { cause: error })
  }
}

/**
 * Reads a text file: decompresses it if its name ends in `.gz`, and removes a byte order mark.
 * `file` is relative to `folder`.
 */
export function readText(folder: string, file: string): string {
  try {
    const bytes = readRegularFile(join(folder, file))
    return decodeText(file.endsWith('.gz') ? gunzipSync(bytes) : bytes)
  } catch (error) {
    throw brokenFileOf(error, file)
  }
}

/** Opening a named pipe without this flag waits for its writer. Windows has neither. */
export const openFlags = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0)

/** The error of a named pipe, a socket or a folder in place of a file: nothing can be read from it at present. */
export const notRegularFile = (): Error =>
  Object.assign(new Error('it is not a regular file'), { syscall: 'open' })

function readRegularFile(path: string): Buffer {
  const descriptor = openSync(path, openFlags)
  try {
    if (!fstatSync(descriptor).isFile()) throw notRegularFile()
    return readFileSync(descriptor)
  } finally {
    closeSync(descriptor)
  }
}

/** UTF-8, without a byte order mark. */
export function decodeText(bytes: Buffer): string {
  const text = bytes.toString('utf8')
  return text.charCodeAt(0) === 0xfeff ? text.slice(1) : text
}

/** The error of a read as a {@link BrokenFile}. */
export function brokenFileOf(error: unknown, file: string): BrokenFile {
  if (error instanceof BrokenFile) return error
  const message = `${file}:1: ${errorMessage(error)}`
  // File system errors have a `syscall`; decompression errors do not.
  return error instanceof Error && 'syscall' in error ? new UnreadableFile(message) : new BrokenFile(message)
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
    const message = errorMessage(error)
    const problem = message.replace(/ in JSON at position.*$/s, ' in JSON').replace(excerpt, '')
    return throwBroken(file, lineAt(text, positionOf(message, text)), problem)
  }
}

/** The end of V8's message about an unexpected token: up to ten characters on either side of it. */
const excerpt = /, (\.\.\.)?"(.*)"(\.\.\.)? is not valid JSON$/s
const excerptLength = 10

/** The position of a syntax error. V8 names either the position or the text around it. */
function positionOf(message: string, text: string): number {
  const position = /position (\d+)/.exec(message)?.[1]
  if (position !== undefined) return Number(position)
  const [, isCutBefore, content] = excerpt.exec(message) ?? []
  if (content === undefined) return text.length
  return isCutBefore === undefined ? 0 : text.indexOf(content) + excerptLength
}

/** Whether a JSON value is an object or an array. */
export const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null

/** Reads a JSON file that is an object by symbol; throws a {@link BrokenFile} if it is not. */
export function readObject(folder: string, file: string): Record<string, unknown> {
  const value = readJson(folder, file)
  return isRecord(value) ? value : throwBroken(file, 1, 'expected an object by symbol')
}

/** The line number, from 1, of a character position in a text. */
export function lineAt(text: string, position: number): number {
  let line = 1
  for (let i = text.indexOf('\n'); i >= 0 && i < position; i = text.indexOf('\n', i + 1)) line++
  return line
}

/** The fields of one CSV line (RFC 4180, without line breaks in quoted fields). */
export function csvFields(line: string): string[] {
  const text = line.endsWith('\r') ? line.slice(0, -1) : line
  if (!text.includes('"')) return text.split(',')
  const fields: string[] = []
  let field = ''
  let isQuoted = false
  for (let i = 0; i < text.length; i++) {
    const char = text[i] as string
    if (isQuoted && char === '"' && text[i + 1] === '"') field += text[++i]
    else if (char === '"') isQuoted = !isQuoted
    else if (char === ',' && !isQuoted) {
      fields.push(field)
      field = ''
    } else field += char
  }
  fields.push(field)
  return fields
}

/** The rows of a CSV file as objects by column name, without empty lines. */
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
/** Cache of valid days: the same few hundred days occur hundreds of thousands of times. */
const validDays = new Set<string>()

/** Whether a value is an existing calendar day, `YYYY-MM-DD`. */
export function isDay(text: unknown): text is Day {
  if (typeof text !== 'string') return false
  if (validDays.has(text)) return true
  const exists =
    dayPattern.test(text) && !Number.isNaN(Date.parse(text)) && new Date(text).toISOString().startsWith(text)
  if (exists && validDays.size < 20_000) validDays.add(text)
  return exists
}
