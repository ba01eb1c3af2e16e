/**
 * The appearance and language that the user has chosen in the settings. Stored in `localStorage` of
 * the widget's origin: shared by the pages of one site, because browsers partition a frame's storage
 * by top-level site. Only this module and remember-appearance.ts access the entry.
 */
import type { Locale } from '#contract/text/locales.ts'
import type { ColorConvention, ColorVision, Density } from '#contract/bridge/options/options.ts'
import { readStored } from './storage/storage.ts'

export type Appearance = {
  colorConvention: ColorConvention
  colorVision: ColorVision
  density: Density
  /** The language that the user has chosen; null = the page's, `host.locale`. */
  locale: Locale | null
}

export const appearanceKey = 'appearance'
// oxlint-disable-next-line no-restricted-globals -- stored here only
export const appearanceStorage = () => localStorage

/**
 * Returns the stored choices without validation: the caller parses them like the page's options.
 */
export const readAppearance = (): { readonly [name in keyof Appearance]?: unknown } =>
  readStored(appearanceStorage, appearanceKey)
