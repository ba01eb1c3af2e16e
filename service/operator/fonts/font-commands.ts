/** Fonts that partners provide for their widgets. */
import { readFileSync } from 'node:fs'
import { OperatorError } from '#service/access/operator/operator-error.ts'
import { errorMessage } from '#service/shared/error-message.ts'
import type { FontFaceInfo } from '#service/store/fonts.ts'
import { defineCommand, fail, linesOr } from '#service/operator/command.ts'
import type { CommandGroup } from '#service/operator/command.ts'
import { isoTime } from '#service/operator/iso-time.ts'
import { readFontFaceFile } from './font-face-file.ts'

const partnerId = { meaning: 'id of the partner' }
/** 1 to 1000, or a range for variable fonts. */
const weightPattern = /^([1-9]\d{0,2}|1000)( ([1-9]\d{0,2}|1000))?$/

const add = defineCommand({
  summary: 'Adds a font file and prints the id of its font.',
  details:
    'The file is a WOFF2 of at most 200 KB. Family, weight and style are read from it. The first face makes a new font; add further weights and italics with --font.',
  arguments: { 'partner id': partnerId, file: { meaning: 'path of the WOFF2 file' } },
  options: {
    'licence-confirmed': {
      type: 'flag',
      meaning: 'the partner has the right to use this font on the web, served by this service',
    },
    font: { type: 'text', value: 'id', meaning: 'font to add the face to', otherwise: 'a new font' },
    weight: {
      type: 'text',
      value: 'weight',
      meaning: 'CSS weight, such as 700, or a range, such as "100 900"',
      otherwise: 'from the file',
    },
  },
  needs: 'cluster',
  example: 'font add p_5mJ2kQ9xTz1a acme-sans.woff2 --licence-confirmed',
  async run({ operator }, { 'partner id': id, file }, options) {
    if (!options['licence-confirmed'])
      fail(
        '--licence-confirmed is missing: pass it if the partner has the right to use this font on the web, served by this service',
      )
    const { weight } = options
    if (weight !== undefined && !weightPattern.test(weight))
      fail(`--weight "${weight}" is no CSS weight: expected 1 to 1000, or a range such as "100 900"`)
    const bytes = readBytes(file)
    const face = { ...readFontFaceFile(bytes), ...(weight !== undefined && { weight }), bytes }
    const added = await operator.addFontFace(id, face, options.font)
    return {
      data: dataOf(added),
      text: [`Added ${lineOf(added)}`, `Pages use it with fontFamily: '${added.fontId}, sans-serif'`],
    }
  },
})

const list = defineCommand({
  summary: 'Lists the fonts of a partner by face.',
  arguments: { 'partner id': partnerId },
  needs: 'store',
  example: 'font list p_5mJ2kQ9xTz1a',
  async run({ operator }, { 'partner id': id }) {
    const faces = await operator.fonts(id)
    return { data: faces.map(dataOf), text: linesOr(faces.map(lineOf), 'No fonts yet.') }
  },
})

const remove = defineCommand({
  summary: 'Removes a font with all its faces.',
  arguments: { 'partner id': partnerId, 'font id': { meaning: 'id of the font' } },
  needs: 'cluster',
  example: 'font remove p_5mJ2kQ9xTz1a font_2Yt6WqPz0LsK8vNc4RbXeA',
  async run({ operator }, { 'partner id': id, 'font id': fontId }) {
    const faces = await operator.removeFont(id, fontId)
    return { data: faces.map(dataOf), text: `Removed ${fontId}. Pages that name it show the next font.` }
  },
})

export const fontCommands: CommandGroup = {
  summary: 'Fonts that partners provide',
  commands: { add, list, remove },
}

/** @throws OperatorError if the file cannot be read */
function readBytes(path: string): Uint8Array<ArrayBuffer> {
  try {
    return new Uint8Array(readFileSync(path))
  } catch (error) {
    throw new OperatorError(`${path} cannot be read: ${errorMessage(error)}.`, { cause: error })
  }
}

const dataOf = ({ createdAt, ...face }: FontFaceInfo) => ({
  ...face,
  createdAt: isoTime(createdAt),
})

const lineOf = ({ fontId, family, weight, style }: FontFaceInfo): string =>
  `${fontId}  ${family}  ${weight}  ${style}`
