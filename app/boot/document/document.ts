/** The document follows the state: theme, language and its direction, colours, density. */
import type { i18n } from 'i18next'
import { directionOf, type Locale } from '#contract/text/locales.ts'
import type { AppState } from '#app/state/app-state.ts'
import { useHost } from '#app/state/host.ts'
import type { Stop } from '#app/state/stop.ts'
import { useView } from '#app/state/view.ts'

/** The language on screen: the user's own, else the page's. */
export const localeOnScreen = (state: AppState): Locale =>
  useView.of(state).getState().locale ?? useHost.of(state).getState().locale

/** Keeps the document in sync. Texts of another language are loaded before the document declares it. */
export function applyToDocument(state: AppState, texts: i18n): Stop {
  const [host, view] = [useHost.of(state), useView.of(state)]
  const root = document.documentElement
  let spoken = localeOnScreen(state)
  const speak = (locale: string) => {
    root.lang = locale
    root.dir = directionOf(locale)
  }
  const follow = () => {
    const { theme, options } = host.getState()
    const { colorConvention, colorVision, density } = view.getState()
    const scheme = theme === 'dark' ? 'dark' : 'light'
    document.querySelector('meta[name="color-scheme"]')?.setAttribute('content', scheme)
    root.toggleAttribute('data-auto-height', options?.height === 'auto')
    Object.assign(root.dataset, { theme, convention: colorConvention, vision: colorVision, density })
    const locale = localeOnScreen(state)
    if (locale !== spoken) {
      spoken = locale
      // Of two choices in quick succession the later one's words may be there first.
      void texts.changeLanguage(locale).then(() => locale === spoken && speak(locale))
    }
  }
  speak(spoken)
  follow()
  const stops = [host.subscribe(follow), view.subscribe(follow)]
  return () => {
    for (const stop of stops) stop()
  }
}
