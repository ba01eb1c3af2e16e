/**
 * The font of a test. By default Inter is used only if it is loaded in time, and fallbacks differ between
 * machines: a test that measures selects its font and waits for it.
 */
import latinExt from '@fontsource-variable/inter/files/inter-latin-ext-wght-normal.woff2?url'
import latin from '@fontsource-variable/inter/files/inter-latin-wght-normal.woff2?url'

/**
 * `Inter`: the widget's own font. `wide`: Inter drawn 15 % wider, with the ascent and descent of DejaVu Sans. Usual
 * fonts are not wider, except heavy weights of DejaVu Sans and Verdana by 2 %. A layout that holds in both also holds
 * in fonts in between.
 */
export const faces = ['Inter', 'wide'] as const
export type Face = (typeof faces)[number]

const descriptors: Record<Face, string> = {
  Inter: '',
  // Overrides refer to the adjusted size: 92.8 % and 23.6 % of the requested size.
  wide: 'size-adjust: 115%; ascent-override: 80.7%; descent-override: 20.5%; line-gap-override: 0%;',
}
/** One character of each font file. */
const sampleText = 'aš'

const sheet = document.createElement('style')

/** Draws the page in `face`. Resolves when its files are loaded. @throws if a file cannot be loaded */
export async function applyFont(face: Face): Promise<void> {
  // Declared after the app's own faces with the same name, so it replaces Inter everywhere.
  sheet.textContent = [latinExt, latin]
    .map(
      (file) => `@font-face {
        font-family: 'Inter'; font-weight: 100 900; font-display: block; ${descriptors[face]}
        src: url('${file}') format('woff2');
      }`,
    )
    .join('')
  document.head.append(sheet)
  await document.fonts.load('13px Inter', sampleText)
  await document.fonts.ready
  if (!document.fonts.check('13px Inter', sampleText))
    throw new Error(`The font ${face} could not be loaded.`)
}
