/**
 * Derives the accent from a page's colour. Text on it and text in it must have enough contrast in every theme: a colour
 * with too little is mixed with black, or with white in a dark theme, until it has enough.
 */
import { contrast, leastContrast, mix, type Rgb, textContrast } from './contrast.ts'

/** The theme's own colours. */
export type ThemeColors = {
  readonly surface: Rgb
  /** Other backgrounds of accent-coloured text. */
  readonly backgrounds: readonly Rgb[]
  /** Text colours on a selected row. */
  readonly texts: readonly Rgb[]
}

export type Accent = {
  readonly accent: Rgb
  /** For elements under the pointer. */
  readonly hover: Rgb
  readonly onAccent: Rgb
  /** Background of selected rows. */
  readonly selected: Rgb
  /** The lowest contrast of the requested colour with any background; below 4.5 the colour was adjusted. */
  readonly requestedContrast: number
  /** The lowest contrast of the resulting colour. */
  readonly contrast: number
}

const white: Rgb = [255, 255, 255]
const black: Rgb = [0, 0, 0]
const steps = 100
/** Maximum share of the accent in the background of selected rows. */
const lightShare = 0.14
const darkShare = 0.26

/** Returns the first share between `first` and `last` that passes, otherwise `last`. */
function firstPassing(first: number, last: number, passes: (share: number) => boolean): number {
  for (let step = 0; step < steps; step++) {
    const share = first + ((last - first) * step) / steps
    if (passes(share)) return share
  }
  return last
}

export function accentOf(requested: Rgb, { surface, backgrounds: grounds, texts }: ThemeColors): Accent {
  const isDark = contrast(surface, white) > contrast(surface, black)
  const contrastColor = isDark ? white : black
  const allBackgrounds = [surface, ...grounds]
  const accent = mix(
    requested,
    contrastColor,
    firstPassing(
      0,
      1,
      (share) => leastContrast(mix(requested, contrastColor, share), allBackgrounds) >= textContrast,
    ),
  )
  const selected = mix(
    surface,
    accent,
    firstPassing(isDark ? darkShare : lightShare, 0, (share) => {
      const background = mix(surface, accent, share)
      return leastContrast(background, [accent, ...texts]) >= textContrast
    }),
  )
  return {
    accent,
    hover: mix(accent, contrastColor, 0.2),
    onAccent: contrast(white, accent) >= contrast(black, accent) ? white : black,
    selected,
    requestedContrast: leastContrast(requested, allBackgrounds),
    contrast: leastContrast(accent, allBackgrounds),
  }
}
