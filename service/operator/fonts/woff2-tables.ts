/** Reads the tables of a WOFF2 file (https://www.w3.org/TR/WOFF2/). */
import { brotliDecompressSync } from 'node:zlib'
import { OperatorError } from '#service/access/operator/operator-error.ts'

/** Maximum size of one face, bytes. */
export const maxFaceBytes = 200 * 1024
/** Maximum size of the decompressed tables, bytes. */
const maxDecompressedBytes = 32 * 1024 * 1024

/** A table; `isTransformed` if its content is in the compact format of WOFF2. */
export type FontTable = { readonly data: DataView; readonly isTransformed: boolean }
export type FontTables = ReadonlyMap<string, FontTable>

/** Known tags of the table directory, by number; 63 means that the tag follows. */
const knownTags =
  'cmap head hhea hmtx maxp name OS/2 post cvt  fpgm glyf loca prep CFF  VORG EBDT EBLC gasp hdmx kern LTSH PCLT VDMX vhea vmtx BASE GDEF GPOS GSUB EBSC JSTF MATH CBDT CBLC COLR CPAL SVG  sbix acnt avar bdat bloc bsln cvar fdsc feat fmtx fvar gvar hsty just lcar mort morx opbd prop trak Zapf Silf Glat Gloc Feat Sill'.match(
    /.{4}(?: |$)/g,
  )!

/**
 * Returns the decompressed tables by tag.
 *
 * @throws OperatorError if the file is of another format, too large or damaged
 */
export function readWoff2(bytes: Uint8Array): FontTables {
  const format = formatOf(bytes)
  if (format !== 'WOFF2')
    throw new OperatorError(`The file is ${format}; expected a font in the format WOFF2.`)
  if (bytes.length > maxFaceBytes)
    throw new OperatorError(
      `The file has ${bytes.length} bytes; a face may have at most ${maxFaceBytes}. Remove characters and features that pages do not need.`,
    )
  try {
    return decompressTables(bytes)
  } catch (error) {
    throw new OperatorError('The file is damaged: its tables cannot be read.', { cause: error })
  }
}

/** Names the format of a file by its first bytes. */
function formatOf(bytes: Uint8Array): string {
  const start = String.fromCharCode(...bytes.subarray(0, 4))
  if (start === 'wOF2') return 'WOFF2'
  if (bytes.length === 0) return 'empty'
  if (start === 'wOFF') return 'a font in the format WOFF 1'
  if (start === '\0\x01\0\0' || start === 'true') return 'a font in the format TTF'
  if (start === 'OTTO') return 'a font in the format OTF'
  if (start === 'ttcf') return 'a collection of fonts (TTC)'
  if (/^\s*<(!doctype|html|\?xml|svg)/i.test(String.fromCharCode(...bytes.subarray(0, 100))))
    return 'an HTML or XML document'
  return 'not a font'
}

type DirectoryEntry = { readonly tag: string; readonly length: number; readonly isTransformed: boolean }

function decompressTables(bytes: Uint8Array): FontTables {
  const header = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  if (header.getUint32(4) === 0x74746366) throw new Error('a collection of fonts')
  if (header.getUint32(8) !== bytes.length) throw new Error('truncated')
  const { entries, end } = readDirectory(header, header.getUint16(12))
  const size = entries.reduce((sum, { length }) => sum + length, 0)
  if (size > maxDecompressedBytes) throw new Error('too large when decompressed')
  const compressed = bytes.subarray(end, end + header.getUint32(20))
  const content = brotliDecompressSync(compressed, { maxOutputLength: size })
  if (content.length !== size) throw new Error('the tables have another length than the directory says')
  const tables = new Map<string, FontTable>()
  let offset = content.byteOffset
  for (const { tag, length, isTransformed } of entries) {
    tables.set(tag, { data: new DataView(content.buffer, offset, length), isTransformed })
    offset += length
  }
  return tables
}

function readDirectory(header: DataView, count: number): { entries: DirectoryEntry[]; end: number } {
  const entries: DirectoryEntry[] = []
  let position = 48
  const readByte = () => header.getUint8(position++)
  /** UIntBase128: 7 bits a byte, at most 5 bytes. */
  const readNumber = () => {
    let value = 0
    for (let index = 0; index < 5; index++) {
      const byte = readByte()
      value = value * 128 + (byte & 127)
      if (byte < 128) return value
    }
    throw new Error('a length of more than 5 bytes')
  }
  for (let index = 0; index < count; index++) {
    const flags = readByte()
    const tagNumber = flags & 63
    const tag =
      tagNumber === 63
        ? String.fromCharCode(readByte(), readByte(), readByte(), readByte())
        : knownTags[tagNumber]!.slice(0, 4)
    const version = flags >> 6
    // Version 3 of glyf and loca means no transformation, as version 0 does for other tables.
    const isTransformed = tag === 'glyf' || tag === 'loca' ? version !== 3 : version !== 0
    const originalLength = readNumber()
    entries.push({ tag, length: isTransformed ? readNumber() : originalLength, isTransformed })
  }
  return { entries, end: position }
}
