/** The accent of a page as tokens of tokens.css. The frame applies them, and the playground checks them. */
import type { Accent } from './accent.ts'
import { hexOf } from './contrast.ts'

/** Returns the tokens that an accent replaces, as hex colours by name. */
export const accentTokens = ({ accent, hover, onAccent, selected }: Accent): Record<string, string> => ({
  accent: hexOf(accent),
  'accent-hover': hexOf(hover),
  'on-accent': hexOf(onAccent),
  selected: hexOf(selected),
})
