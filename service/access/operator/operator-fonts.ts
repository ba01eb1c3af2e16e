/** Operator actions on the fonts of partners. */
import { randomText } from '#service/access/credentials/hashing.ts'
import type { AccountRepository } from '#service/store/accounts.ts'
import type { FontFace, FontFaceInfo, FontRepository } from '#service/store/fonts.ts'
import type { RunAudited } from './audit.ts'
import { partnerOf } from './operator-accounts.ts'
import { OperatorError } from './operator-error.ts'

/** Maximum number of faces of one partner, over all its fonts. */
const maxFacesPerPartner = 24

export type NewFontFace = Pick<FontFace, 'family' | 'weight' | 'style' | 'metrics' | 'bytes'>

export type FontOperations = {
  /**
   * Adds a face to a font of the partner; without `fontId` the font is new. Rejects with an OperatorError if
   * the partner has no such font, the font has a face of this weight and style, or the partner has too many.
   */
  addFontFace(partnerId: string, face: NewFontFace, fontId?: string): Promise<FontFaceInfo>
  /** The faces of the partner's fonts, without their files. */
  fonts(partnerId: string): Promise<readonly FontFaceInfo[]>
  /** Removes a font with all its faces; returns them. Rejects with an OperatorError if there is no such font. */
  removeFont(partnerId: string, fontId: string): Promise<readonly FontFaceInfo[]>
}

export type FontOperationsParts = {
  readonly accounts: AccountRepository
  readonly fonts: FontRepository
  readonly runAudited: RunAudited
  /** Wall-clock milliseconds since the epoch. */
  readonly clock: () => number
}

export function fontOperations({ accounts, fonts, runAudited, clock }: FontOperationsParts): FontOperations {
  return {
    addFontFace: (partnerId, face, fontId) =>
      runAudited(async (transaction) => {
        await partnerOf(transaction.accounts, partnerId)
        const faces = await transaction.fonts.list({ partnerId })
        if (faces.length >= maxFacesPerPartner)
          throw new OperatorError(`${partnerId} has ${faces.length} faces, the maximum. Remove a font first.`)
        const facesOfFont = fontId === undefined ? [] : facesOf(faces, partnerId, fontId)
        if (facesOfFont.some(({ weight, style }) => weight === face.weight && style === face.style))
          throw new OperatorError(
            `${fontId} has a face of weight ${face.weight}, ${face.style}. Remove the font to replace it.`,
          )
        const info: FontFaceInfo = {
          fontId: fontId ?? `font_${randomText(16)}`,
          partnerId,
          family: face.family,
          weight: face.weight,
          style: face.style,
          file: `${randomText(8)}.woff2`,
          metrics: face.metrics,
          createdAt: clock(),
        }
        await transaction.fonts.add({ ...info, bytes: face.bytes })
        await transaction.record({
          action: 'font-added',
          partnerId,
          subject: info.fontId,
          details: {
            family: face.family,
            weight: face.weight,
            style: face.style,
            bytes: face.bytes.length,
            licenceConfirmed: true,
          },
        })
        return info
      }),
    async fonts(partnerId) {
      await partnerOf(accounts, partnerId)
      return fonts.list({ partnerId })
    },
    removeFont: (partnerId, fontId) =>
      runAudited(async (transaction) => {
        await partnerOf(transaction.accounts, partnerId)
        const faces = facesOf(await transaction.fonts.list({ partnerId }), partnerId, fontId)
        await transaction.fonts.remove(fontId)
        await transaction.record({
          action: 'font-removed',
          partnerId,
          subject: fontId,
          details: { faces: faces.length },
        })
        return faces
      }),
  }
}

/** @throws OperatorError if the partner has no such font */
function facesOf(faces: readonly FontFaceInfo[], partnerId: string, fontId: string): readonly FontFaceInfo[] {
  const found = faces.filter((face) => face.fontId === fontId)
  if (found.length === 0) throw new OperatorError(`${partnerId} has no font "${fontId}".`)
  return found
}
