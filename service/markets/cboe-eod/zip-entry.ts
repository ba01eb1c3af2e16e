/**
 * The CSV file in a ZIP archive, as Cboe delivers its files (APPNOTE.TXT 6.3.10, 4.3.7 to 4.3.16). Only
 * what a single entry of less than 4 GB needs. Node only.
 */
import { createReadStream } from 'node:fs'
import { open, type FileHandle } from 'node:fs/promises'
import { Transform, type Readable } from 'node:stream'
import { crc32, createInflateRaw } from 'node:zlib'
import { throwBroken } from '#service/markets/recorded/read-text.ts'

export type ZipEntry = {
  /** The streams whose pipeline gives the content. */
  readonly streams: () => [Readable, ...Transform[]]
  /** @throws BrokenFile if the content that was read is not that of the archive */
  readonly check: () => void
}

const endOfDirectory = { signature: 0x06054b50, bytes: 22, maxComment: 65_535 }
const directoryEntry = { signature: 0x02014b50, bytes: 46 }
const localHeader = { signature: 0x04034b50, bytes: 30 }
const [stored, deflated] = [0, 8]

/**
 * Finds the only CSV file of an archive.
 *
 * @throws BrokenFile if the archive is incomplete, or has no such file or several
 */
export async function openZipEntry(path: string, name: string): Promise<ZipEntry> {
  const fail = (problem: string): never => throwBroken(name, 1, problem)
  const handle = await open(path, 'r')
  try {
    const entries = (await readDirectory(handle, fail)).filter((entry) => /\.csv$/i.test(entry.name))
    const [entry] = entries
    if (!entry || entries.length > 1)
      return fail(`expected one CSV file in the archive, got ${entries.length}`)
    const { method, crc, size, packedSize, headerOffset } = entry
    if (method !== stored && method !== deflated)
      fail(`expected a stored or deflated file, got method ${method}; unpack it yourself`)
    if ([size, packedSize, headerOffset].includes(0xffffffff))
      fail('expected less than 4 GB; unpack it yourself')
    const header = await read(handle, headerOffset, localHeader.bytes)
    if (header.readUInt32LE(0) !== localHeader.signature) fail('expected a file header')
    const start = headerOffset + localHeader.bytes + header.readUInt16LE(26) + header.readUInt16LE(28)
    const content = createCheck()
    return {
      streams: () => [
        createReadStream(path, { start, end: Math.max(start, start + packedSize - 1) }),
        ...(method === deflated ? [createInflateRaw()] : []),
        content.stream,
      ],
      check() {
        if (content.crc() !== crc || content.size() !== size) fail('the content does not match its checksum')
      },
    }
  } finally {
    await handle.close()
  }
}

type DirectoryEntry = {
  readonly name: string
  readonly method: number
  readonly crc: number
  readonly packedSize: number
  readonly size: number
  readonly headerOffset: number
}

async function readDirectory(
  handle: FileHandle,
  fail: (problem: string) => never,
): Promise<readonly DirectoryEntry[]> {
  const { size: fileSize } = await handle.stat()
  const tailSize = Math.min(fileSize, endOfDirectory.bytes + endOfDirectory.maxComment)
  const tail = await read(handle, fileSize - tailSize, tailSize)
  let end = tail.length - endOfDirectory.bytes
  while (end >= 0 && tail.readUInt32LE(end) !== endOfDirectory.signature) end--
  if (end < 0) return fail('expected a complete ZIP archive, got one without a directory')
  const [count, size, start] = [
    tail.readUInt16LE(end + 10),
    tail.readUInt32LE(end + 12),
    tail.readUInt32LE(end + 16),
  ]
  if (start + size > fileSize)
    return fail('expected a directory inside of the archive; is it larger than 4 GB?')
  const directory = await read(handle, start, size)
  const entries: DirectoryEntry[] = []
  for (let position = 0; entries.length < count;) {
    if (
      position + directoryEntry.bytes > size ||
      directory.readUInt32LE(position) !== directoryEntry.signature
    )
      return fail(`expected ${count} entries in the directory of the archive`)
    const nameSize = directory.readUInt16LE(position + 28)
    const nameStart = position + directoryEntry.bytes
    entries.push({
      name: directory.toString('utf8', nameStart, nameStart + nameSize),
      method: directory.readUInt16LE(position + 10),
      crc: directory.readUInt32LE(position + 16),
      packedSize: directory.readUInt32LE(position + 20),
      size: directory.readUInt32LE(position + 24),
      headerOffset: directory.readUInt32LE(position + 42),
    })
    position =
      nameStart + nameSize + directory.readUInt16LE(position + 30) + directory.readUInt16LE(position + 32)
  }
  return entries
}

/** Passes bytes through and computes their checksum. */
function createCheck() {
  let [crc, size] = [0, 0]
  const stream = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      crc = crc32(chunk, crc)
      size += chunk.length
      done(null, chunk)
    },
  })
  return { stream, crc: () => crc, size: () => size }
}

async function read(handle: FileHandle, position: number, length: number): Promise<Buffer> {
  const { buffer } = await handle.read(Buffer.alloc(length), 0, length, position)
  return buffer
}
