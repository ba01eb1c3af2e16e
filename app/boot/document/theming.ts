/**
 * The page's theming options: accent colour, font and radius. They become one style sheet with rules for every theme, so a
 * change of the theme or of the preferred colour scheme needs no script. The document's Content-Security-Policy, which
 * forbids style elements and attributes, allows constructed style sheets. Loaded before the first panel if a page sets one
 * of the options, otherwise in the background, so that SET_THEME is shown at once.
 */
import { hasForm, type LiveOption, liveOptions } from '#contract/bridge/options/live-options.ts'
import {
  type FrameOptions,
  type OptionRow,
  optionTable,
  type Theme,
} from '#contract/bridge/options/options.ts'
import { readAppearance } from '#app/state/appearance.ts'
import { useHost } from '#app/state/host.ts'
import { rememberAppearance } from '#app/state/remember-appearance.ts'
import { clearLooks, readLooks, rememberLooks } from '#app/state/storage/looks-memory.ts'
import { setAppearance } from '#app/state/view.ts'
import { parseAccent, type ReadAccent } from '#app/ui/theming/accent-colors.ts'
import { hexOf, textContrast } from '#app/ui/theming/contrast.ts'
import { fontFamilyCss } from '#app/ui/theming/font-names.ts'
import { readRadius } from '#app/ui/theming/radii.ts'
import type { FixedTheme } from '#app/ui/theming/theme-colors.ts'
import { accentIn, accentRules, fontRule, isDark, radiusRule } from '#app/ui/theming/theming-rules.ts'
import type { App, Theming } from '#app/boot/app.ts'
import { showOwnFonts } from './own-fonts.ts'

const parsers = { accentColor: parseAccent, fontFamily: fontFamilyCss, radius: readRadius }
type ThemingOption = keyof typeof parsers
const themingOptions = Object.keys(parsers) as ThemingOption[]

/** Returns whether the widget can show a value, which is not null, of an option. */
export const supportsLook = (name: LiveOption, value: unknown): boolean =>
  hasForm(name, value) &&
  (!Object.hasOwn(parsers, name) || parsers[name as ThemingOption](value as string) !== undefined)

/** Applies the options of the host state and their changes, until stopped, once for an app. Reports invalid values. */
export const applyTheming = (app: App): Theming => (app.theming ??= startTheming(app))

/**
 * Shows the fields of a SET_THEME command, and stores them for a reload of the frame. Ignores invalid values, which
 * report-mistakes.ts reports.
 *
 * @param isReplay the loader repeats its last command after a reload of the frame: fields of earlier commands apply, too,
 *   and the user's choice of density wins
 */
export function changeLooks(app: App, payload: Readonly<Record<string, unknown>>, isReplay: boolean): void {
  if (app.ended) return
  const looks = isReplay ? { ...readLooks(app.instance), ...payload } : payload
  const valid = liveOptions
    .map((name) => [name, looks[name]] as const)
    .filter(([name, value]) => value === null || supportsLook(name, value))
  if (!valid.length) return
  remember(app, Object.fromEntries(valid))
  // Null stands for the option's default.
  const changes = Object.fromEntries(
    valid.map(([name, value]) => [name, value ?? (optionTable[name] as OptionRow).default]),
  ) as Partial<FrameOptions>
  const { theme, density, ...options } = changes
  useHost.of(app.state).setState((host) => ({
    theme: theme ?? host.theme,
    options: { ...host.options, ...options },
  }))
  if (Object.keys(options).length) applyTheming(app)
  if (!density || (isReplay && readAppearance().density)) return
  setAppearance(app.state, { density })
  // The page's later choice replaces the user's.
  rememberAppearance({ density: undefined })
}

/** Stores fields until the end of the widget. */
function remember({ instance, stops }: App, looks: Readonly<Record<string, unknown>>): void {
  if (!Object.keys(readLooks(instance)).length) stops.push(() => clearLooks(instance))
  rememberLooks(instance, looks)
}

function startTheming(app: App): Theming {
  const host = useHost.of(app.state)
  const sheet = new CSSStyleSheet()
  document.adoptedStyleSheets.push(sheet)
  const logAdjustments = makeAdjustmentLog()
  let shownOptions: Partial<FrameOptions> = {}
  let ownFont: ReturnType<typeof showOwnFonts>
  let accent: ReadAccent | undefined
  let fontCss = ''
  let otherCss = ''
  /** One write, so that the browser calculates styles and layout once. */
  const write = () => {
    sheet.replaceSync(fontCss + otherCss)
    markPageFont(fontCss !== '')
  }

  function showFont({ fontFamily }: Partial<FrameOptions>): void {
    ownFont?.stop()
    const fontNames = fontFamily === undefined ? undefined : fontFamilyCss(fontFamily)
    fontCss = fontNames ? fontRule(fontNames) : ''
    ownFont =
      fontNames === undefined
        ? undefined
        : showOwnFonts(app, fontNames, (names) => {
            fontCss = fontRule(names)
            write()
          })
  }
  function update(): void {
    const options = host.getState().options ?? {}
    if (themingOptions.every((name) => options[name] === shownOptions[name])) return
    const { accentColor, fontFamily, radius } = options
    if (fontFamily !== shownOptions.fontFamily) showFont(options)
    shownOptions = options
    accent = accentColor === undefined ? undefined : parseAccent(accentColor)
    const radiusPx = radius === undefined ? undefined : readRadius(radius)
    otherCss = (accent ? accentRules(accent) : '') + (radiusPx === undefined ? '' : radiusRule(radiusPx))
    write()
  }
  const updateAndLog = () => {
    update()
    if (accent) logAdjustments(accent, host.getState().theme)
  }

  reportInvalid(app)
  updateAndLog()
  const stopUpdates = host.subscribe(updateAndLog)
  const stop = () => {
    stopUpdates()
    ownFont?.stop()
    markPageFont(false)
    document.adoptedStyleSheets = document.adoptedStyleSheets.filter((other) => other !== sheet)
    delete app.theming
  }
  app.stops.push(stop)
  return { fallbackShown: ownFont?.fallbackShown, stop }
}

/** Lets style sheets make space for a font that may be wider than ours. */
const markPageFont = (isSet: boolean) => document.documentElement.toggleAttribute('data-page-font', isSet)

/** Reports the options of `load` that could not be parsed. The sentence is loaded only then. */
function reportInvalid({ page, state }: App): void {
  const options = useHost.of(state).getState().options ?? {}
  const invalid = themingOptions.filter(
    (name) => options[name] !== undefined && !supportsLook(name, options[name]),
  )
  if (invalid.length)
    void import('#contract/bridge/options/option-problems.ts').then(({ explainOptions }) =>
      page?.reportError('BAD_OPTION', explainOptions(options, invalid)),
    )
}

/** Returns a function that logs how an accent is adjusted in a theme, once per colour and theme. */
function makeAdjustmentLog(): (accent: ReadAccent, theme: Theme) => void {
  const logged = new Set<string>()
  return (accent, theme) => {
    const fixedThemes: readonly FixedTheme[] = theme === 'auto' ? ['light', 'dark'] : [theme]
    for (const fixedTheme of fixedThemes) {
      const requested = hexOf(isDark(fixedTheme) ? accent.dark : accent.light)
      const key = `${requested} ${fixedTheme}`
      if (logged.has(key)) continue
      logged.add(key)
      const { requestedContrast, contrast, accent: color } = accentIn(fixedTheme, accent)
      if (requestedContrast < textContrast)
        console.info(
          `accentColor ${requested} has a contrast of ${formatRatio(requestedContrast)} in the theme ${fixedTheme}; text needs at least ${textContrast}:1. The widget uses ${hexOf(color)} instead, with a contrast of ${formatRatio(contrast)}. See ${location.origin}/docs/theming`,
        )
    }
  }
}

/** Formats a contrast ratio, rounded down: a ratio below the minimum is never displayed as the minimum. */
const formatRatio = (value: number) => `${Math.floor(value * 100) / 100}:1`
