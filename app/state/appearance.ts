/**
 * Appearance and language as chosen in the settings. Stored in the browser under the widget's origin, and so shared
 * by all pages that embed it. Read and written here only.
 */
import type { Locale } from '#contract/text/locales.ts'
import type { ColorConvention, ColorVision, Density } from '#contract/bridge/options.ts'
import { changeStored, readStored } from './storage/storage.ts'

export type Appearance = {
  colorConvention: ColorConvention
  colorVision: ColorVision
  density: Density
  /** The language that the user has chosen; null = the page's, `host.locale`. */
  locale: Locale | null
}

const key = 'appearance'
// oxlint-disable-next-line no-restricted-globals -- stored here only
const storage = () => localStorage

/** The user's stored choices, raw: parsed like options. */
export const readAppearance = (): { readonly [name in keyof Appearance]?: unknown } =>
  readStored(storage, key)

/** Stores a choice for later starts. */
export const rememberAppearance = (change: Partial<Appearance>): void =>
  changeStored(storage, (entries) => entries.setItem(key, JSON.stringify({ ...readAppearance(), ...change })))
