/**
 * Fonts of the device that are shown while a partner's font loads. They are scaled to its measures, so that the
 * swap moves nothing.
 */
import type { FallbackFontName } from '#contract/text/own-fonts.ts'
import type { FontMetrics } from '#service/store/fonts.ts'

export type FallbackFont = {
  readonly name: FallbackFontName
  /** Name prefixes for `local()`: the first that the device has is used. Fonts of one row have the same widths. */
  readonly localNames: readonly string[]
  /** Name suffixes of upright and oblique faces. */
  readonly oblique: string
  /** Average width of the sample text of average-width.ts, in em. */
  readonly averageWidth: { readonly regular: number; readonly bold: number }
}

/** Measured with `readTables` of font-face-file.ts. Liberation Sans has the widths of Arial. */
export const fallbackFonts: readonly FallbackFont[] = [
  {
    name: 'Arial',
    localNames: ['Arial', 'Liberation Sans'],
    oblique: 'Italic',
    averageWidth: { regular: 0.4335, bold: 0.461 },
  },
  {
    name: 'DejaVu',
    localNames: ['DejaVu Sans'],
    oblique: 'Oblique',
    averageWidth: { regular: 0.4952, bold: 0.5579 },
  },
]

/**
 * Returns the descriptors of `@font-face` that give a fallback font the measures of a face. The overrides are
 * divided by `size-adjust`, which scales them, too.
 */
export function fallbackDescriptors(
  { ascent, descent, lineGap }: FontMetrics,
  averageWidth: number,
  fallbackWidth: number,
): Readonly<Record<string, string>> {
  const scale = averageWidth / fallbackWidth
  const percent = (value: number) => `${Math.round(value * 10_000) / 100}%`
  return {
    'size-adjust': percent(scale),
    'ascent-override': percent(ascent / scale),
    'descent-override': percent(descent / scale),
    'line-gap-override': percent(lineGap / scale),
  }
}
