/**
 * How the widget looks and speaks, as the user chose it in the settings: kept in the browser, under the widget's own
 * address, and so for every page that embeds it there. Read and written here only.
 */
import type { Locale } from '#contract/text/locales.ts'
import type { ColorConvention, ColorVision, Density } from '#contract/bridge/options.ts'
import { changeStored, readStored } from './storage/storage.ts'

export type Appearance = {
  colorConvention: ColorConvention
  colorVision: ColorVision
  density: Density
  /** The language the user picked; null = the page's, `host.locale`. */
  locale: Locale | null
}

const key = 'appearance'
// oxlint-disable-next-line no-restricted-globals -- only where it is allowed
const storage = () => localStorage

/** The user's stored choices, raw: parsed like options. */
export const readAppearance = (): { readonly [name in keyof Appearance]?: unknown } =>
  readStored(storage, key)

/** Remembers a choice for every start from now on. */
export const rememberAppearance = (change: Partial<Appearance>): void =>
  changeStored(storage, (entries) => entries.setItem(key, JSON.stringify({ ...readAppearance(), ...change })))
