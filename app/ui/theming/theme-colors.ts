/**
 * The colours of each theme that decide about the contrast of an accent, as in tokens.css: theming.browser.test.ts
 * compares the two. Reading them from the computed style would make each change of the theme calculate all styles twice.
 */
import type { Theme } from '#contract/bridge/options/options.ts'
import type { ThemeColors } from './accent.ts'
import { rgbOfHex } from './contrast.ts'

/** A theme in one colour scheme; `auto` has the colours of `light` and `dark`. */
export type FixedTheme = Exclude<Theme, 'auto'>

/**
 * @param backgrounds canvas, sunken, hover
 * @param texts text, text-2, text-3, green, red, blue, orange
 */
const colorsOf = (surface: string, backgrounds: string, texts: string): ThemeColors => ({
  surface: rgbOfHex(surface),
  backgrounds: backgrounds.split(' ').map(rgbOfHex),
  texts: texts.split(' ').map(rgbOfHex),
})

const darkTexts = 'e9eff8 b8c4d6 97a5ba 4ade9a ff8a80 79b8ff ffb059'

export const themeColors: Readonly<Record<FixedTheme, ThemeColors>> = {
  light: colorsOf('ffffff', 'f3f5f9 f7f9fc edf1f7', '101b2c 3f4c61 566378 08704a b8231b 0b5394 9a4a00'),
  dark: colorsOf('121a25', '0a0f17 0e151f 1a2433', darkTexts),
  'three-panel-light': colorsOf(
    'ffffff',
    'e9eef5 f5f8fc edf2f9',
    '0e1a2b 39465b 505d72 076945 ae2019 0a4d8a 914500',
  ),
  'three-panel-dark': colorsOf('121a25', '070b11 0d141d 1b2636', darkTexts),
}
