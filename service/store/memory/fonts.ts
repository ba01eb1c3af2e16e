/** Uploaded fonts in memory. */
import type { FontFace, FontRepository } from '../fonts.ts'
import type { Records } from './records.ts'

export function memoryFonts({ fontFaces }: Pick<Records, 'fontFaces'>): FontRepository {
  return {
    async add(face) {
      const id = idOf(face)
      if (fontFaces.has(id)) throw new Error(`font face ${id} already exists`)
      fontFaces.set(id, face)
    },
    async list({ fontId, partnerId }) {
      return [...fontFaces.entries()]
        .filter(
          ([, face]) =>
            (fontId === undefined || face.fontId === fontId) &&
            (partnerId === undefined || face.partnerId === partnerId),
        )
        .toSorted(([a], [b]) => (a < b ? -1 : 1))
        .map(([, { bytes: _bytes, ...info }]) => info)
    },
    async bytes(fontId, file) {
      return [...fontFaces.values()].find((face) => face.fontId === fontId && face.file === file)?.bytes
    },
    async remove(fontId) {
      const ids = [...fontFaces].filter(([, face]) => face.fontId === fontId).map(([id]) => id)
      for (const id of ids) fontFaces.delete(id)
      return ids.length > 0
    },
  }
}

const idOf = ({ fontId, style, weight }: FontFace) => `${fontId} ${style} ${weight}`
