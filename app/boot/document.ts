/** The document follows the state: theme, language and its direction, colours, density. */
import type { i18n } from 'i18next'
import type { Stop } from '#app/state/stop.ts'
import { directionOf } from '#contract/locales.ts'
import { useHost } from '#app/state/host.ts'
import { useView } from '#app/state/view.ts'

/** The language on screen: the user's own, else the page's. */
export const localeOnScreen = () => useView.getState().locale ?? useHost.getState().locale

/** From now on. The words of another language are there before the document says that it speaks it. */
export function dressDocument(texts: i18n): Stop {
  const root = document.documentElement
  let spoken = localeOnScreen()
  const speak = (locale: string) => {
    root.lang = locale
    root.dir = directionOf(locale)
  }
  const follow = () => {
    const { theme } = useHost.getState()
    const { colorConvention, colorVision, density } = useView.getState()
    const scheme = theme === 'dark' ? 'dark' : 'light'
    document.querySelector('meta[name="color-scheme"]')?.setAttribute('content', scheme)
    Object.assign(root.dataset, { theme, convention: colorConvention, vision: colorVision, density })
    const locale = localeOnScreen()
    if (locale !== spoken) void texts.changeLanguage((spoken = locale)).then(() => speak(locale))
  }
  speak(spoken)
  follow()
  const stops = [useHost.subscribe(follow), useView.subscribe(follow)]
  return () => {
    for (const stop of stops) stop()
  }
}
