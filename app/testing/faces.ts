/**
 * The font of a test. By default Inter is used only if it is loaded in time, and fallbacks differ between
 * machines: a test that measures selects its font and waits for it.
 */
import latinExt from '@fontsource-variable/inter/files/inter-latin-ext-wght-normal.woff2?url'
import latin from '@fontsource-variable/inter/files/inter-latin-wght-normal.woff2?url'

/**
 * `Inter`: what the widget is designed in. `wide`: Inter drawn 15 % wider, which no usual face exceeds but the heavy
 * weights of DejaVu Sans and Verdana by two hundredths, with the ascent and descent of DejaVu Sans. What holds in both
 * holds in what lies between.
 */
export const faces = ['Inter', 'wide'] as const
export type Face = (typeof faces)[number]

const descriptors: Record<Face, string> = {
  Inter: '',
  // Overrides refer to the adjusted size: 92.8 % and 23.6 % of the requested size.
  wide: 'size-adjust: 115%; ascent-override: 80.7%; descent-override: 20.5%; line-gap-override: 0%;',
}
/** One letter of each of the files. */
const letters = 'aš'

const sheet = document.createElement('style')

/** From now on the page is drawn in `face`. Resolves when it is there. @throws where a file of it cannot be had */
export async function drawIn(face: Face): Promise<void> {
  // Of the same name as the app's own and after them, and so wins over them in every list of fonts that names Inter.
  sheet.textContent = [latinExt, latin]
    .map(
      (file) => `@font-face {
        font-family: 'Inter'; font-weight: 100 900; font-display: block; ${descriptors[face]}
        src: url('${file}') format('woff2');
      }`,
    )
    .join('')
  document.head.append(sheet)
  await document.fonts.load('13px Inter', letters)
  await document.fonts.ready
  if (!document.fonts.check('13px Inter', letters)) throw new Error(`The face ${face} is not there.`)
}
