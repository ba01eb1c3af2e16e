/**
 * Selects the font of a browser test. The widget uses a fallback font, which differs between machines, if
 * Inter is not loaded in time. Tests that measure layout therefore apply a font and wait for it.
 */
import latinExt from '@fontsource-variable/inter/files/inter-latin-ext-wght-normal.woff2?url'
import latin from '@fontsource-variable/inter/files/inter-latin-wght-normal.woff2?url'

/**
 * `Inter`: the widget's own font. `wide`: Inter drawn 15 % wider, with the ascent and descent of DejaVu
 * Sans. Usual fonts are not wider, except heavy weights of DejaVu Sans and Verdana by 2 %. A layout that
 * holds in both also holds in fonts in between.
 */
export const testFonts = ['Inter', 'wide'] as const
export type TestFont = (typeof testFonts)[number]

const descriptors: Record<TestFont, string> = {
  Inter: '',
  // Overrides refer to the adjusted size: 92.8 % and 23.6 % of the requested size.
  wide: 'size-adjust: 115%; ascent-override: 80.7%; descent-override: 20.5%; line-gap-override: 0%;',
}
/** One character of each font file. */
const sampleText = 'aš'

const sheet = document.createElement('style')

/** Draws the page in `font`. Resolves when its files are loaded. @throws if a file cannot be loaded */
export async function applyFont(font: TestFont): Promise<void> {
  // A later `@font-face` rule of the same name replaces the app's own rule.
  sheet.textContent = [latinExt, latin]
    .map(
      (file) => `@font-face {
        font-family: 'Inter'; font-weight: 100 900; font-display: block; ${descriptors[font]}
        src: url('${file}') format('woff2');
      }`,
    )
    .join('')
  document.head.append(sheet)
  await document.fonts.load('13px Inter', sampleText)
  await document.fonts.ready
  if (!document.fonts.check('13px Inter', sampleText))
    throw new Error(`The files of the test font "${font}" could not be loaded.`)
}
