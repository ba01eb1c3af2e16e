/** Parses the option `accentColor` with the browser. */
import { readAccentColor } from '#contract/bridge/options/accent-color.ts'
import type { Rgb } from './contrast.ts'
import { readColor } from './read-color.ts'

/** The page's colours in light and in dark themes. */
export type ReadAccent = { readonly light: Rgb; readonly dark: Rgb }

/** Returns undefined if a colour is invalid, translucent or refers to another colour. */
export function parseAccent(value: unknown): ReadAccent | undefined {
  const colors = readAccentColor(value)
  const light = colors && readColor(colors.light)
  const dark = colors && readColor(colors.dark)
  return light && dark && { light, dark }
}
