/** The view that a widget starts with. */
import { readSentiment, readSymbol } from '#contract/bridge/bridge-messages.ts'
import { type FrameOptions, oneOf } from '#contract/bridge/options/options.ts'
import { nearestLocale } from '#contract/text/locales.ts'
import type { AppState } from '#app/state/app-state.ts'
import { useHost } from '#app/state/host.ts'
import { readStoredView } from '#app/state/storage/stored-view.ts'
import { selectSymbol, setAppearance, setTab, tabs } from '#app/state/view.ts'

/** Selects the symbol and the tab of the page's options. */
export function applyFirstSymbol(state: AppState, { symbol, tab }: FrameOptions): void {
  if (symbol) {
    selectSymbol(state, symbol, { origin: 'options' })
    // If only one panel fits, a page that sets a symbol expects to see that symbol.
    setTab(state, 'why')
  }
  if (tab) setTab(state, tab)
}

/**
 * Applies the page's options, then the user's view from before a reload. The option `state` replaces symbol and tab; its
 * code is loaded separately (page/open-state.ts).
 */
export function applyInitialView(state: AppState, options: FrameOptions, instance: string): void {
  const { theme, locale, colorConvention, colorVision, density } = options
  if (!options.state) applyFirstSymbol(state, options)
  const storedView = readStoredView(instance, options.state ?? options.symbol)
  const previousSymbol = readSymbol(storedView.symbol)
  if (previousSymbol)
    selectSymbol(state, previousSymbol, {
      origin: 'restored',
      sentiment: readSentiment(storedView.sentiment),
    })
  const tab = oneOf(tabs, storedView.tab)
  if (tab) setTab(state, tab)
  setAppearance(state, {
    colorConvention,
    colorVision,
    density,
    // If the settings hide the language, the user cannot change it: a stored choice is ignored.
    ...(options.hideLocalizationOptions && { locale: null }),
  })
  useHost
    .of(state)
    .setState({ theme, lastSetSymbol: storedView.followed, ...(locale && { locale: nearestLocale(locale) }) })
}
