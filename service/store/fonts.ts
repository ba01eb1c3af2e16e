/** Fonts that partners have uploaded. A font consists of faces, one file for each weight and style. */

/** Measures of a face, in em. */
export type FontMetrics = {
  /** Above the baseline. */
  readonly ascent: number
  /** Below the baseline, as a positive number. */
  readonly descent: number
  readonly lineGap: number
  /** Average advance width of a sample text; null if the face lacks its letters. */
  readonly averageWidth: number | null
}

/** A face without its file. */
export type FontFaceInfo = {
  /** `font_` and 22 random letters and digits: the name by which pages use the font. */
  readonly fontId: string
  readonly partnerId: string
  /** Name in lists; never part of a style sheet. */
  readonly family: string
  /** CSS weight, `400`, or the range of a variable font, `100 900`. */
  readonly weight: string
  readonly style: 'normal' | 'italic'
  /** Random name of the file, `….woff2`. A name never gets other bytes. */
  readonly file: string
  readonly metrics: FontMetrics
  /** Milliseconds since the epoch. */
  readonly createdAt: number
}

export type FontFace = FontFaceInfo & { readonly bytes: Uint8Array<ArrayBuffer> }

export interface FontRepository {
  /** Fails if the font has a face of this weight and style. */
  add(face: FontFace): Promise<void>
  /** Faces of one font, of one partner, or all: sorted by font, style and weight. */
  list(filter: { readonly fontId?: string; readonly partnerId?: string }): Promise<readonly FontFaceInfo[]>
  /** Content of a face's file; undefined if the font has no such file. */
  bytes(fontId: string, file: string): Promise<Uint8Array<ArrayBuffer> | undefined>
  /** Removes a font with all its faces. False if there is no such font. */
  remove(fontId: string): Promise<boolean>
}
