/** What is known before anyone has spoken: from the document, its address, and what the user chose in an earlier frame. */
import { locales, nearestLocale } from '#contract/locales.ts'
import { oneOf, themes, widgetTypes } from '#contract/options.ts'
import type { AppState } from '#app/state/app-state.ts'
import { readAppearance } from '#app/state/appearance.ts'
import { useHost } from '#app/state/host.ts'
import { setAppearance } from '#app/state/view.ts'

/** The theme is the document's, which knows of a SET_THEME before a reload; the address does not. */
export function readFirstPaint(state: AppState): void {
  const query = new URLSearchParams(location.search)
  useHost.of(state).setState({
    theme: oneOf(themes, document.documentElement.dataset['theme']) ?? 'light',
    widgetType: oneOf(widgetTypes, query.get('type')) ?? 'pro',
    locale: nearestLocale(query.get('locale')),
  })
  setAppearance(state, { locale: oneOf(locales, readAppearance().locale) ?? null })
}
