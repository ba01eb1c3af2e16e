/** Colours of each theme, read from the text of tokens.css, for code outside the frame and for tests. */
import source from '#app/ui/tokens.css?raw'
import { themes } from '#contract/bridge/options/options.ts'
import { type Rgb, rgbOfHex } from './contrast.ts'
import type { FixedTheme } from './theme-colors.ts'

export const fixedThemes = themes.filter((theme) => theme !== 'auto')

const css = source.replace(/\/\*[\s\S]*?\*\//g, '')

/**
 * Returns the tokens that the rules with exactly this selector declare; later rules override
 * earlier ones.
 */
export function declarations(selector: string): Record<string, string> {
  const tokens: Record<string, string> = {}
  for (const [, selectors = '', body = ''] of css.matchAll(/(?<=^|\})\s*([^{}@]+)\{([^{}]*)\}/g)) {
    if (selectors.trim() !== selector) continue
    for (const [, name = '', value = ''] of body.matchAll(/--sw-([\w-]+)\s*:\s*([^;]+);/g))
      tokens[name] = value.trim()
  }
  return tokens
}

/**
 * Returns a function that resolves a token of a theme after the cascade, with other tokens on top. The function throws
 * for an unknown name.
 */
export function tokensOf(
  theme: FixedTheme,
  overrides: Readonly<Record<string, string>> = {},
): (name: string) => string {
  const tokens: Record<string, string> = {
    ...declarations(':root'),
    ...declarations(`:root[data-theme='${theme}']`),
    ...overrides,
  }
  const scheme = theme.endsWith('dark') ? 2 : 1
  return function resolve(name): string {
    const declared = tokens[name]
    if (declared === undefined) throw new Error(`no token ${name}`)
    const value = /^light-dark\((.+), (.+)\)$/.exec(declared)?.[scheme] ?? declared
    const referencedName = /^var\(--sw-([\w-]+)\)$/.exec(value)?.[1]
    return referencedName ? resolve(referencedName) : value
  }
}

/** Reads a colour such as `#0b5fb3`. */
export function readHex(hex: string): Rgb {
  if (!/^#[\da-f]{6}$/i.test(hex)) throw new Error(`${hex} must be a colour such as #0b5fb3`)
  return rgbOfHex(hex.slice(1))
}
