/** Computes the contrast of every use of an accent. */
import { type Accent, accentOf } from './accent.ts'
import { accentTokens } from './accent-tokens.ts'
import { accentUses, type ColorUse } from './color-pairs.ts'
import { contrast, hexOf, mix, type Rgb } from './contrast.ts'
import { type FixedTheme, themeColors } from './theme-colors.ts'
import { readHex, tokensOf } from './theme-tokens.ts'

/** The pair of a use that has the lowest contrast. Colours are hex; `foreground` is as drawn, with its opacity. */
export type CheckedUse = {
  readonly use: string
  readonly minimum: number
  readonly ratio: number
  readonly foreground: string
  readonly background: string
}

/** Finds the pair of a use with the lowest contrast. `token` returns the colour of a token. */
export function checkUse(
  { use, foregrounds, backgrounds, minimum, opacity = 1 }: ColorUse,
  token: (name: string) => Rgb,
): CheckedUse {
  const pairs = backgrounds.map(token).flatMap((background) =>
    foregrounds.map(token).map((color) => {
      const foreground = mix(background, color, opacity)
      return { foreground, background, ratio: contrast(foreground, background) }
    }),
  )
  const { foreground, background, ratio } = pairs.reduce((worst, pair) =>
    pair.ratio < worst.ratio ? pair : worst,
  )
  return { use, minimum, ratio, foreground: hexOf(foreground), background: hexOf(background) }
}

/** An accent in one theme: its colours, the theme's tokens with it, and the contrast of each use. */
export type CheckedAccent = {
  readonly accent: Accent
  /** Returns a colour by its token's name, hex. */
  readonly token: (name: string) => string
  readonly uses: readonly CheckedUse[]
}

/** Checks the accent that the widget derives from a page's colour in one theme. */
export function checkAccent(requested: Rgb, theme: FixedTheme): CheckedAccent {
  const accent = accentOf(requested, themeColors[theme])
  const token = tokensOf(theme, accentTokens(accent))
  return { accent, token, uses: accentUses.map((use) => checkUse(use, (name) => readHex(token(name)))) }
}
