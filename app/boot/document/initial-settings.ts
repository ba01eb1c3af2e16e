/**
 * Initial settings before any message: from the document, its address, and the user's choices in an earlier
 * frame.
 */
import { readInitialFrame } from '#contract/api/initial-frame.ts'
import { locales } from '#contract/text/locales.ts'
import { densities, oneOf, themes } from '#contract/bridge/options/options.ts'
import type { AppState } from '#app/state/app-state.ts'
import { readAppearance } from '#app/state/appearance.ts'
import { useHost } from '#app/state/host.ts'
import { setAppearance } from '#app/state/view.ts'

/**
 * Applies the initial settings. The theme comes from `data-theme` on `<html>`. The service sets it
 * from the theme cookie, otherwise from the address. The cookie keeps a SET_THEME across reloads.
 */
export function applyInitialSettings(state: AppState): void {
  const { density, ...initialHost } = readInitialFrame(new URLSearchParams(location.search))
  const storedAppearance = readAppearance()
  useHost.of(state).setState({
    ...initialHost,
    theme: oneOf(themes, document.documentElement.dataset['theme']) ?? 'light',
  })
  setAppearance(state, {
    locale: oneOf(locales, storedAppearance.locale) ?? null,
    density: oneOf(densities, storedAppearance.density) ?? density,
  })
}
