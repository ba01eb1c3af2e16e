/**
 * Derives the accent from a page's colour. Text on the accent and text in the accent must have
 * enough contrast in every theme. A colour with too little contrast is mixed with black, or with
 * white in a dark theme, until it has enough.
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
/** Number of shares that `firstPassing` tries. */
const mixSteps = 100
/** Maximum share of the accent in the background of selected rows, in light and dark themes. */
const maxShareInLight = 0.14
const maxShareInDark = 0.26

/** Returns the first share between `first` and `last` that passes, otherwise `last`. */
function firstPassing(first: number, last: number, passes: (share: number) => boolean): number {
  for (let step = 0; step < mixSteps; step++) {
    const share = first + ((last - first) * step) / mixSteps
    if (passes(share)) return share
  }
  return last
}

/** Derives the accent for one theme. */
export function accentOf(requested: Rgb, { surface, backgrounds, texts }: ThemeColors): Accent {
  const isDark = contrast(surface, white) > contrast(surface, black)
  const contrastColor = isDark ? white : black
  const allBackgrounds = [surface, ...backgrounds]
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
    firstPassing(isDark ? maxShareInDark : maxShareInLight, 0, (share) => {
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
