/**
 * The accent of a page's own colour: what stands on it and what it stands on keep the contrast that text needs, in whatever
 * theme. A colour that does not is mixed with black, or with white where the theme is dark, until it does.
 */
import { contrast, leastContrast, mix, type Rgb, textContrast } from './contrast.ts'

/** The theme's own colours. */
export type ThemeColors = {
  readonly surface: Rgb
  /** Whatever else the accent is written on. */
  readonly grounds: readonly Rgb[]
  /** Text colours on a selected row. */
  readonly texts: readonly Rgb[]
}

export type Accent = {
  readonly accent: Rgb
  /** Of what the pointer is on. */
  readonly hover: Rgb
  readonly onAccent: Rgb
  /** Ground of what is selected. */
  readonly selected: Rgb
  /** The least contrast that the wanted colour has with what it stands on: under 4.5 it was changed. */
  readonly wantedContrast: number
  /** The same of the colour that is shown. */
  readonly contrast: number
}

const white: Rgb = [255, 255, 255]
const black: Rgb = [0, 0, 0]
const steps = 100
/** The accent's share in the ground of what is selected, at most. */
const lightShare = 0.14
const darkShare = 0.26

/** The first of a row of tries that passes, from `first` to `last`. */
function firstThat(first: number, last: number, passes: (share: number) => boolean): number {
  for (let step = 0; step < steps; step++) {
    const share = first + ((last - first) * step) / steps
    if (passes(share)) return share
  }
  return last
}

export function accentOf(wanted: Rgb, { surface, grounds, texts }: ThemeColors): Accent {
  const isDark = contrast(surface, white) > contrast(surface, black)
  const away = isDark ? white : black
  const under = [surface, ...grounds]
  const accent = mix(
    wanted,
    away,
    firstThat(0, 1, (share) => leastContrast(mix(wanted, away, share), under) >= textContrast),
  )
  const selected = mix(
    surface,
    accent,
    firstThat(isDark ? darkShare : lightShare, 0, (share) => {
      const ground = mix(surface, accent, share)
      return leastContrast(ground, [accent, ...texts]) >= textContrast
    }),
  )
  return {
    accent,
    hover: mix(accent, away, 0.2),
    onAccent: contrast(white, accent) >= contrast(black, accent) ? white : black,
    selected,
    wantedContrast: leastContrast(wanted, under),
    contrast: leastContrast(accent, under),
  }
}
