/** The accent of a page as tokens of tokens.css. The frame applies them, and the playground checks them. */
import { type Accent, accentOf } from './accent.ts'
import { hexOf, type Rgb } from './contrast.ts'

/** Backgrounds of accent-coloured text, besides the surface. */
const backgroundNames = ['canvas', 'sunken', 'hover']
/** Text colours on a selected row. */
const textNames = ['text', 'text-2', 'text-3', 'green', 'red', 'blue', 'orange']

/** Computes the accent for one theme. `token` returns a colour of the theme, by its name without `--sw-`. */
export const accentForTheme = (requested: Rgb, token: (name: string) => Rgb): Accent =>
  accentOf(requested, {
    surface: token('surface'),
    backgrounds: backgroundNames.map(token),
    texts: textNames.map(token),
  })

/** Returns the tokens that an accent replaces, as hex colours by name. */
export const accentTokens = ({ accent, hover, onAccent, selected }: Accent): Record<string, string> => ({
  accent: hexOf(accent),
  'accent-hover': hexOf(hover),
  'on-accent': hexOf(onAccent),
  selected: hexOf(selected),
})
