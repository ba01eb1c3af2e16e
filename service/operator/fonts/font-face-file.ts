/** Reads what the service needs to know of a font file: name, weight, style and measures. */
import { OperatorError } from '#service/access/operator/operator-error.ts'
import type { FontFaceInfo } from '#service/store/fonts.ts'
import { averageWidthOf } from './average-width.ts'
import { readWoff2 } from './woff2-tables.ts'
import type { FontTables } from './woff2-tables.ts'

export type FontFaceFile = Pick<FontFaceInfo, 'family' | 'weight' | 'style' | 'metrics'>

/**
 * Reads a WOFF2 file.
 *
 * @throws OperatorError if the file is of another format, too large or damaged
 */
export function readFontFaceFile(bytes: Uint8Array): FontFaceFile {
  const tables = readWoff2(bytes)
  try {
    return readTables(tables)
  } catch (error) {
    if (error instanceof OperatorError) throw error
    throw new OperatorError('The file is damaged: its tables cannot be read.', { cause: error })
  }
}

export function readTables(tables: FontTables): FontFaceFile {
  const [head, hhea, os2] = ['head', 'hhea', 'OS/2'].map((tag) => tableOf(tables, tag))
  const unitsPerEm = head!.getUint16(18)
  if (unitsPerEm < 16 || unitsPerEm > 16_384) throw new Error('unitsPerEm out of range')
  const selection = os2!.getUint16(62)
  // Browsers on all systems use the typographic measures only if this bit is set.
  const usesTypographic = (selection & 128) !== 0
  const [measures, offset] = usesTypographic ? [os2!, 68] : [hhea!, 4]
  const inEm = (position: number) => measures.getInt16(position) / unitsPerEm
  return {
    family: familyOf(tableOf(tables, 'name')),
    weight: weightRangeOf(tables.get('fvar')?.data) ?? String(os2!.getUint16(4)),
    style: selection & 1 ? 'italic' : 'normal',
    metrics: {
      ascent: inEm(offset),
      descent: -inEm(offset + 2),
      lineGap: inEm(offset + 4),
      averageWidth: averageWidthOf(tables, unitsPerEm),
    },
  }
}

/** @throws OperatorError if the font lacks the table */
export function tableOf(tables: FontTables, tag: string): DataView {
  const table = tables.get(tag)
  if (!table) throw new OperatorError(`The font lacks the table ${tag}.`)
  return table.data
}

/** The range of the weight axis, `100 900`; undefined without one. */
function weightRangeOf(fvar: DataView | undefined): string | undefined {
  if (!fvar) return undefined
  const [offset, count, size] = [fvar.getUint16(4), fvar.getUint16(8), fvar.getUint16(10)]
  for (let position = offset; position < offset + count * size; position += size)
    if (textOf(fvar, position, 4, 1) === 'wght')
      return `${Math.round(fvar.getInt32(position + 4) / 65_536)} ${Math.round(fvar.getInt32(position + 12) / 65_536)}`
  return undefined
}

/** The family name: the typographic one (16), otherwise the plain one (1). */
function familyOf(name: DataView): string {
  const storage = name.getUint16(4)
  const names = new Map<number, string>()
  for (let index = 0; index < name.getUint16(2); index++) {
    const record = 6 + index * 12
    const [platform, nameId] = [name.getUint16(record), name.getUint16(record + 6)]
    const [length, offset] = [name.getUint16(record + 8), name.getUint16(record + 10)]
    // Platform 1 (Macintosh) has one byte for each character, the others are UTF-16.
    if (!names.has(nameId)) names.set(nameId, textOf(name, storage + offset, length, platform === 1 ? 1 : 2))
  }
  const family = (names.get(16) ?? names.get(1) ?? '').replace(/[^\p{L}\p{N} ._&+-]/gu, '').trim()
  return family.slice(0, 100) || 'Unnamed'
}

function textOf(data: DataView, offset: number, length: number, bytesPerChar: 1 | 2): string {
  let text = ''
  for (let position = offset; position + bytesPerChar <= offset + length; position += bytesPerChar)
    text += String.fromCharCode(bytesPerChar === 1 ? data.getUint8(position) : data.getUint16(position))
  return text
}
