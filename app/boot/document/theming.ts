/**
 * The page's own looks: accent colour, font and radius, as tokens on the root by script (a style attribute would be against
 * the document's policy). Loaded where a page gives any of them.
 */
import type { FrameOptions } from '#contract/bridge/options.ts'
import { useHost } from '#app/state/host.ts'
import type { Stop } from '#app/state/stop.ts'
import { type Accent, accentOf } from '#app/ui/theming/accent.ts'
import { hexOf, type Rgb, textContrast } from '#app/ui/theming/contrast.ts'
import { fontNames } from '#app/ui/theming/font-names.ts'
import { radiiOf, readRadius } from '#app/ui/theming/radii.ts'
import { readColor } from '#app/ui/theming/read-color.ts'
import type { App } from '#app/boot/app.ts'

/** Backgrounds of accent-coloured text, and texts on a selected row. Names of tokens.css. */
const grounds = ['canvas', 'sunken', 'hover']
const texts = ['text', 'text-2', 'text-3', 'green', 'red', 'blue', 'orange']

type Tokens = Readonly<Record<string, string>>

/** Applies them from now on, in whichever theme, and tells the page what of them cannot be used. */
export function applyTokens({ state, page }: App, options: Partial<FrameOptions>): Stop {
  const { accentColor, fontFamily, radius } = options
  const host = useHost.of(state)
  const { style } = document.documentElement
  const wrong: string[] = []
  const set = new Set<string>()
  const write = (tokens: Tokens) => {
    for (const [name, value] of Object.entries(tokens)) {
      set.add(name)
      style.setProperty(`--sw-${name}`, value)
    }
  }

  const accent = accentColor === undefined ? undefined : readColor(accentColor)
  if (accentColor !== undefined && !accent)
    wrong.push('accentColor must be an opaque CSS colour, such as #0b5fb3')
  const names = fontFamily === undefined ? undefined : fontNames(fontFamily)
  // What follows are our own fonts, for whatever the page's lack.
  if (names) write({ 'own-font': `${names},` })
  else if (fontFamily !== undefined)
    wrong.push('fontFamily must be names of up to 8 fonts, separated by commas, such as Georgia, serif')
  const pixels = radius === undefined ? undefined : readRadius(radius)
  if (pixels !== undefined)
    write(Object.fromEntries(Object.entries(radiiOf(pixels)).map(([name, value]) => [name, `${value}px`])))
  else if (radius !== undefined) wrong.push('radius must be a length of 0 or more in px, rem or em')
  if (wrong.length) page?.fail('BAD_OPTION', wrong.join('; '))

  const told = new Set<string>()
  function paint(): void {
    if (!accent) return
    const { theme } = host.getState()
    const found = accentIn(accent)
    write(tokensOf(found))
    if (found.wantedContrast >= textContrast || told.has(theme)) return
    told.add(theme)
    console.info(
      `accentColor ${accentColor} has a contrast of ${ratio(found.wantedContrast)} in the theme ${theme}, and text needs ${textContrast}:1. It is shown as ${hexOf(found.accent)}, which has ${ratio(found.contrast)}. ${location.origin}/docs/theming`,
    )
  }
  paint()
  const stop = host.subscribe((now, before) => {
    if (now.theme !== before.theme) paint()
  })
  return () => {
    stop()
    for (const name of set) style.removeProperty(`--sw-${name}`)
  }
}

/** Rounded down, so that a displayed passing ratio really passes. */
const ratio = (value: number) => `${Math.floor(value * 100) / 100}:1`

const tokensOf = ({ accent, hover, onAccent, selected }: Accent): Tokens => ({
  accent: hexOf(accent),
  'accent-hover': hexOf(hover),
  'on-accent': hexOf(onAccent),
  selected: hexOf(selected),
})

/** In the theme that the document has, by its style sheet. */
function accentIn(wanted: Rgb): Accent {
  const computed = getComputedStyle(document.documentElement)
  const token = (name: string) => readColor(computed.getPropertyValue(`--sw-${name}`)) ?? [255, 255, 255]
  return accentOf(wanted, {
    surface: token('surface'),
    grounds: grounds.map(token),
    texts: texts.map(token),
  })
}
