/**
 * The page's theming options: accent colour, font and radius. A script sets them as custom properties of the root
 * element, because the document's Content-Security-Policy forbids style attributes. Loaded only if a page sets one.
 */
import type { FrameOptions } from '#contract/bridge/options.ts'
import { useHost } from '#app/state/host.ts'
import type { Stop } from '#app/state/stop.ts'
import { accentForTheme, accentTokens } from '#app/ui/theming/accent-tokens.ts'
import { hexOf, type Rgb, textContrast } from '#app/ui/theming/contrast.ts'
import { fontFamilyCss } from '#app/ui/theming/font-names.ts'
import { radiiOf, readRadius } from '#app/ui/theming/radii.ts'
import { readColor } from '#app/ui/theming/read-color.ts'
import type { App } from '#app/boot/app.ts'
import { showOwnFonts } from './own-fonts.ts'

type Tokens = Readonly<Record<string, string>>

/**
 * Applies the options, and again after each change of the theme, until stopped. Reports invalid values to the page.
 * `fallbackShown` resolves when text has the measures of a font that the partner has provided; undefined without one.
 */
export function applyTheming(
  app: App,
  options: Partial<FrameOptions>,
): { stop: Stop; fallbackShown: Promise<void> | undefined } {
  const { state, page } = app
  const { accentColor, fontFamily, radius } = options
  const host = useHost.of(state)
  const { style } = document.documentElement
  const errors: string[] = []
  const writtenTokens = new Set<string>()
  const setTokens = (tokens: Tokens) => {
    for (const [name, value] of Object.entries(tokens)) {
      writtenTokens.add(name)
      style.setProperty(`--sw-${name}`, value)
    }
  }

  const accent = accentColor === undefined ? undefined : readColor(accentColor)
  if (accentColor !== undefined && !accent)
    errors.push('accentColor must be an opaque CSS colour, such as #0b5fb3')
  const fontNames = fontFamily === undefined ? undefined : fontFamilyCss(fontFamily)
  // The widget's own fonts follow, for characters that the page's fonts lack.
  const setFont = (names: string) => setTokens({ 'page-font': `${names},` })
  const ownFont = fontNames ? showOwnFonts(app, fontNames, setFont) : undefined
  if (fontNames && !ownFont) setFont(fontNames)
  if (fontFamily !== undefined && !fontNames)
    errors.push(
      'fontFamily must be a list of at most 8 font names, separated by commas, such as Georgia, serif',
    )
  const radiusPx = radius === undefined ? undefined : readRadius(radius)
  if (radiusPx !== undefined)
    setTokens(
      Object.fromEntries(Object.entries(radiiOf(radiusPx)).map(([name, value]) => [name, `${value}px`])),
    )
  else if (radius !== undefined) errors.push('radius must be a length of 0 or more in px, rem or em')
  if (errors.length) page?.reportError('BAD_OPTION', errors.join('; '))

  const reportedThemes = new Set<string>()
  function applyAccent(): void {
    if (!accent) return
    const { theme } = host.getState()
    const themeAccent = accentForTheme(accent, currentToken)
    setTokens(accentTokens(themeAccent))
    if (themeAccent.requestedContrast >= textContrast || reportedThemes.has(theme)) return
    reportedThemes.add(theme)
    console.info(
      `accentColor ${accentColor} has a contrast of ${formatRatio(themeAccent.requestedContrast)} in the theme ${theme}; text needs at least ${textContrast}:1. The widget uses ${hexOf(themeAccent.accent)} instead, with a contrast of ${formatRatio(themeAccent.contrast)}. See ${location.origin}/docs/theming`,
    )
  }
  applyAccent()
  const stop = host.subscribe((now, before) => {
    if (now.theme !== before.theme) applyAccent()
  })
  // The theme `auto` changes its colours with the scheme.
  const scheme = matchMedia('(prefers-color-scheme: dark)')
  scheme.addEventListener('change', applyAccent)
  return {
    fallbackShown: ownFont?.fallbackShown,
    stop() {
      stop()
      scheme.removeEventListener('change', applyAccent)
      ownFont?.stop()
      for (const name of writtenTokens) style.removeProperty(`--sw-${name}`)
    },
  }
}

/** Formats a contrast ratio, rounded down: a ratio below the minimum is never displayed as the minimum. */
const formatRatio = (value: number) => `${Math.floor(value * 100) / 100}:1`

/** Reads a colour of the document's current theme. */
const currentToken = (name: string): Rgb =>
  readColor(getComputedStyle(document.documentElement).getPropertyValue(`--sw-${name}`)) ?? [255, 255, 255]
