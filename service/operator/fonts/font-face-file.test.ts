/** Reading of uploaded font files: measures of real fonts, and refusal of everything else. */
import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { interBytes, interFile, interItalicFile } from './font-files.fixture.ts'
import { readFontFaceFile } from './font-face-file.ts'

const readFile = (path: string) => readFontFaceFile(new Uint8Array(readFileSync(path)))

describe('a WOFF2 file', () => {
  test('has its family, weights, style and measures', () => {
    // hhea and OS/2 of Inter: 1984, -494 and 0 of 2048 units.
    expect(readFile(interFile)).toEqual({
      family: 'Inter',
      weight: '100 900',
      style: 'normal',
      metrics: { ascent: 0.96875, descent: 0.2412109375, lineGap: 0, averageWidth: 0.4625 },
    })
    expect(readFile(interItalicFile)).toMatchObject({ style: 'italic', weight: '100 900' })
  })

  test('without Latin letters has no average width', () => {
    expect(readFile(interFile.replace('-latin-', '-cyrillic-')).metrics.averageWidth).toBeNull()
  })
})

const damaged = 'The file is damaged: its tables cannot be read.'
const ascii = (text: string) => new TextEncoder().encode(text)

describe('a file is refused, with the reason, if it is', () => {
  test.each<[string, () => Uint8Array, string]>([
    ['empty', () => new Uint8Array(), 'The file is empty; expected a font in the format WOFF2.'],
    ['TTF', () => ascii('\0\x01\0\0....'), 'The file is a font in the format TTF; expected'],
    ['OTF', () => ascii('OTTO....'), 'The file is a font in the format OTF; expected'],
    ['WOFF 1', () => ascii('wOFF....'), 'The file is a font in the format WOFF 1; expected'],
    ['a page', () => ascii('\n<!DOCTYPE html><title>404'), 'The file is an HTML or XML document; expected'],
    ['something else', () => ascii('%PDF-1.7'), 'The file is not a font; expected'],
    [
      'too large',
      () => new Uint8Array([...ascii('wOF2'), ...new Uint8Array(204_797)]),
      'The file has 204801 bytes; a face may have at most 204800.',
    ],
    ['truncated', () => interBytes().slice(0, -1), damaged],
    ['only a signature', () => ascii('wOF2'), damaged],
    [
      'changed in its compressed data',
      () => interBytes().map((byte, index) => (index > 1_000 && index < 1_100 ? 0 : byte)),
      damaged,
    ],
  ])('%s', (_, bytes, message) => {
    expect(() => readFontFaceFile(bytes())).toThrow(message)
  })

  /** The bytes of Inter with another length of its first table, and the cause of their refusal. */
  const causeWithLength = (length: number): unknown => {
    const bytes = interBytes()
    // The first entry is `GDEF`, flags 0x1a. Its length takes two bytes of 7 bits each.
    expect([bytes[48]! & 63, bytes[49]! >> 7, bytes[50]! >> 7]).toEqual([0x1a, 1, 0])
    bytes.set([128 | (length >> 7), length & 127], 49)
    try {
      readFontFaceFile(bytes)
    } catch (error) {
      expect(error).toMatchObject({ message: damaged })
      return (error as Error).cause
    }
    return undefined
  }

  test('larger than its directory says when decompressed', () => {
    expect(causeWithLength(1)).toMatchObject({ code: 'ERR_BUFFER_TOO_LARGE' })
  })

  test('smaller than its directory says when decompressed', () => {
    expect(causeWithLength(16_383)).toMatchObject({
      message: 'the tables have another length than the directory says',
    })
  })
})

test('no change of a byte of the directory causes anything but a refusal', () => {
  for (let index = 4; index < 250; index++) {
    const bytes = interBytes()
    bytes[index] = bytes[index]! ^ 0xff
    try {
      readFontFaceFile(bytes)
    } catch (error) {
      expect(error).toHaveProperty('name', 'OperatorError')
    }
  }
})
