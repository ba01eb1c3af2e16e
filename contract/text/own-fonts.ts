/** Names of the fonts that partners have provided, in the option `fontFamily` and in CSS. */

/** The id of a font: 128 random bits. */
export const fontIdPattern = /^font_[A-Za-z0-9]{22}$/

/** Fonts of the device that are scaled to a partner's font. */
export const fallbackFontNames = ['Arial', 'DejaVu'] as const
export type FallbackFontName = (typeof fallbackFontNames)[number]

/** Name in CSS of a font of the device that has the measures of a partner's font. */
export const fallbackFamily = (fontId: string, name: FallbackFontName): string => `${fontId} ${name}`
