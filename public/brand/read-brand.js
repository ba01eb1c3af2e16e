/** Reads a brand's colours from pasted CSS variables or design tokens. */
import { readCssVariables } from './css-variables.js'
import { readDesignTokens } from './design-tokens.js'

/** @typedef {import('./widget-colors.js').Rgb} Rgb */

/**
 * A colour by name. `dark`: its value for a dark scheme, if the text has another one.
 * @typedef {{ name: string, light: Rgb, dark?: Rgb }} BrandColor
 */

const expected =
  'Paste CSS variables, such as --brand-primary: #00aa55; or design tokens, such as { "primary": { "$type": "color", "$value": "#00aa55" } }.'

/**
 * Returns the colours in the order of the text, or a sentence that says what is wrong and what was expected.
 * @param {string} text
 * @param {(text: string) => Rgb | undefined} readColor
 * @returns {{ colors: BrandColor[] } | { problem: string }}
 */
export function readBrand(text, readColor) {
  const trimmed = text.trim()
  if (!trimmed) return { problem: expected }
  const isJson = /^[[{]/.test(trimmed) && !/^\{\s*--/.test(trimmed)
  let json
  try {
    if (isJson) json = JSON.parse(trimmed)
  } catch {
    return { problem: `This text starts like JSON, but is not valid JSON. ${expected}` }
  }
  const values = isJson
    ? readDesignTokens(json).map(({ name, texts }) => ({ name, isDark: false, texts }))
    : readCssVariables(trimmed).map(({ name, isDark, text: value }) => ({
        name,
        isDark,
        texts: [value, ...hslOf(value)],
      }))
  if (values.length === 0)
    return {
      problem: isJson
        ? `The JSON has no token with "$type": "color" and a "$value". ${expected}`
        : `The text has no CSS variables. ${expected}`,
    }
  const colors = colorsByName(values, readColor)
  if (colors.length) return { colors }
  const [{ name } = { name: '' }] = values
  return {
    problem: `${name} ${values.length > 1 ? `and ${values.length - 1} more are` : 'is'} not an opaque CSS colour. ${expected}`,
  }
}

/** Some style sheets keep the numbers of `hsl()` without the function. @param {string} value */
const hslOf = (value) => (/^[\d.]+(deg)?\s+[\d.]+%\s+[\d.]+%$/.test(value) ? [`hsl(${value})`] : [])

/**
 * @param {readonly { name: string, isDark: boolean, texts: readonly string[] }[]} values
 * @param {(text: string) => Rgb | undefined} readColor
 * @returns {BrandColor[]}
 */
function colorsByName(values, readColor) {
  /** @type {Map<string, { light?: Rgb, dark?: Rgb }>} */
  const byName = new Map()
  for (const { name, isDark, texts } of values) {
    const color = texts.map(readColor).find((candidate) => candidate !== undefined)
    if (!color) continue
    const entry = byName.get(name) ?? {}
    // Of several values for one scheme, the first is usually that of `:root`.
    if (isDark) entry.dark ??= color
    else entry.light ??= color
    byName.set(name, entry)
  }
  return [...byName].flatMap(([name, { light, dark }]) => {
    const base = light ?? dark
    if (!base) return []
    return [{ name, light: base, ...(dark && String(dark) !== String(base) ? { dark } : {}) }]
  })
}
