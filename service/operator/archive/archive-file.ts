/**
 * Reads and writes an archive as a gzip file with one JSON value per line; a table row is an array of values. Only the
 * file's owner may read it.
 */
import { createReadStream, createWriteStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import { pipeline } from 'node:stream/promises'
import { createGunzip, createGzip } from 'node:zlib'
import * as v from 'valibot'
import { archiveFormat, verifyLines } from './lines.ts'
import type { Line } from './lines.ts'
import { isArchived } from './table-order.ts'
import type { TableName } from './table-order.ts'

/** Minimum length of a write to gzip, except for the last one, characters. */
const minChunkLength = 1 << 16

/**
 * Writes the lines to a new file, then reads and verifies that file. Resolves only if it can be restored.
 *
 * @throws Error if the file exists, or cannot be written or read again
 */
export async function writeArchive(path: string, lines: AsyncIterable<Line>): Promise<void> {
  const file = createWriteStream(path, { flags: 'wx', mode: 0o600, flush: true })
  let isCreated = false
  file.once('open', () => (isCreated = true))
  try {
    await pipeline(chunksOf(lines), createGzip(), file)
    for await (const _ of readArchive(path));
  } catch (error) {
    if (isCreated) await rm(path, { force: true })
    throw error
  }
}

async function* chunksOf(lines: AsyncIterable<Line>): AsyncGenerator<string> {
  let chunk = ''
  for await (const line of lines) {
    chunk += `${JSON.stringify(line.kind === 'row' ? line.values : line)}\n`
    if (chunk.length < minChunkLength) continue
    yield chunk
    chunk = ''
  }
  yield chunk
}

/**
 * Reads the lines of a file, and verifies the number of rows and the checksum of each table.
 *
 * @throws Error if the file is not an archive, or is truncated or changed
 */
export function readArchive(path: string): AsyncGenerator<Line> {
  return verifyLines(parseLines(path))
}

async function* parseLines(path: string): AsyncGenerator<Line> {
  const file = createReadStream(path)
  const text = createGunzip().setEncoding('utf8')
  file.on('error', (error) => text.destroy(error))
  let incomplete = ''
  for await (const chunk of file.pipe(text) as AsyncIterable<string>) {
    const completeLines = (incomplete + chunk).split('\n')
    incomplete = completeLines.pop()!
    for (const line of completeLines) yield parseLine(line)
  }
  if (incomplete !== '') throw new Error('it is truncated: its last line does not end with a line break')
}

const TableSchema = v.custom<TableName>((name) => typeof name === 'string' && isArchived(name))
const RowSchema = v.array(v.nullable(v.union([v.string(), v.number()])))
const LineSchema = v.variant('kind', [
  v.object({
    kind: v.literal('header'),
    format: v.literal(archiveFormat),
    made: v.string(),
    pepperCheck: v.nullable(v.string()),
  }),
  v.object({ kind: v.literal('table'), table: TableSchema, columns: v.array(v.string()) }),
  v.object({ kind: v.literal('end'), table: TableSchema, rows: v.number(), sha256: v.string() }),
  v.object({ kind: v.literal('whole'), tables: v.number() }),
])

function parseLine(text: string): Line {
  const parsed: unknown = JSON.parse(text)
  if (Array.isArray(parsed)) return { kind: 'row', values: v.parse(RowSchema, parsed) }
  const line = v.safeParse(LineSchema, parsed)
  if (!line.success)
    throw new Error(`a line does not match the format "${archiveFormat}": ${line.issues[0].message}`)
  return line.output
}
