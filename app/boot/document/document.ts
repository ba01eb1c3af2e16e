/** Applies the state to the document: theme, language and its direction, colours, density. */
import type { i18n } from 'i18next'
import { directionOf, type Locale } from '#contract/text/locales.ts'
import type { AppState } from '#app/state/app-state.ts'
import { useHost } from '#app/state/host.ts'
import type { Stop } from '#app/state/stop.ts'
import { useView } from '#app/state/view.ts'

/** The language to display: the user's choice, otherwise the page's. */
export const chosenLocale = (state: AppState): Locale =>
  useView.of(state).getState().locale ?? useHost.of(state).getState().locale

/** Keeps the document in sync. Texts of another language are loaded before the document declares it. */
export function applyToDocument(state: AppState, texts: i18n): Stop {
  const [host, view] = [useHost.of(state), useView.of(state)]
  const root = document.documentElement
  let currentLocale = chosenLocale(state)
  const setLanguage = (locale: string) => {
    root.lang = locale
    root.dir = directionOf(locale)
  }
  const update = () => {
    const { theme, options } = host.getState()
    const { colorConvention, colorVision, density } = view.getState()
    root.toggleAttribute('data-auto-height', options?.height === 'auto')
    Object.assign(root.dataset, { theme, convention: colorConvention, vision: colorVision, density })
    const locale = chosenLocale(state)
    if (locale !== currentLocale) {
      currentLocale = locale
      // The texts of an earlier choice may arrive after those of a later one.
      void texts.changeLanguage(locale).then(() => locale === currentLocale && setLanguage(locale))
    }
  }
  setLanguage(currentLocale)
  update()
  const stops = [host.subscribe(update), view.subscribe(update)]
  return () => {
    for (const stop of stops) stop()
  }
}
