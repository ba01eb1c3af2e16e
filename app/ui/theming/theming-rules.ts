/** The page's accent, font and radius as CSS rules, for all themes at once. They take precedence over tokens.css. */
import { type Accent, accentOf } from './accent.ts'
import type { ReadAccent } from './accent-colors.ts'
import { accentTokens } from './accent-tokens.ts'
import { radiiOf } from './radii.ts'
import { type FixedTheme, themeColors } from './theme-colors.ts'

export const isDark = (theme: FixedTheme): boolean => theme.endsWith('dark')

/** Derives the accent for a theme. */
export const accentIn = (theme: FixedTheme, { light, dark }: ReadAccent): Accent =>
  accentOf(isDark(theme) ? dark : light, themeColors[theme])

/** @param tokens name without prefix → CSS value */
const rule = (selector: string, tokens: Readonly<Record<string, string>>) =>
  `${selector}{${Object.entries(tokens)
    .map(([name, value]) => `--sw-${name}:${value};`)
    .join('')}}`

/** The theme `auto` has the rules of `light` and of `dark`, so the browser selects them without a script. */
export function accentRules(accent: ReadAccent): string {
  const ruleOf = (selector: string, theme: FixedTheme) =>
    rule(selector, accentTokens(accentIn(theme, accent)))
  return [
    ruleOf(':root', 'light'),
    ruleOf(':root[data-theme=dark]', 'dark'),
    `@media (prefers-color-scheme:dark){${ruleOf(':root[data-theme=auto]', 'dark')}}`,
    ruleOf(':root[data-theme=three-panel-light]', 'three-panel-light'),
    ruleOf(':root[data-theme=three-panel-dark]', 'three-panel-dark'),
  ].join('')
}

/** @param names CSS list of font names. The widget's own fonts follow, for characters that these lack. */
export const fontRule = (names: string): string => rule(':root', { 'page-font': `${names},` })

/** @param radius radius of controls, pixels */
export const radiusRule = (radius: number): string =>
  rule(
    ':root',
    Object.fromEntries(Object.entries(radiiOf(radius)).map(([name, value]) => [name, `${value}px`])),
  )
