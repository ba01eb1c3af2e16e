/**
 * Initial settings before any message: from the document, its address, and the user's choices in an earlier
 * frame.
 */
import { readInitialFrame } from '#contract/api/initial-frame.ts'
import { locales } from '#contract/text/locales.ts'
import { densities, oneOf, themes } from '#contract/bridge/options.ts'
import type { AppState } from '#app/state/app-state.ts'
import { readAppearance } from '#app/state/appearance.ts'
import { useHost } from '#app/state/host.ts'
import { setAppearance } from '#app/state/view.ts'

/** The theme is the document's, which knows of a SET_THEME before a reload; the address does not. */
export function readFirstPaint(state: AppState): void {
  const { density, ...picture } = readInitialFrame(new URLSearchParams(location.search))
  const chosen = readAppearance()
  useHost.of(state).setState({
    ...picture,
    theme: oneOf(themes, document.documentElement.dataset['theme']) ?? 'light',
  })
  setAppearance(state, {
    locale: oneOf(locales, chosen.locale) ?? null,
    density: oneOf(densities, chosen.density) ?? density,
  })
}
