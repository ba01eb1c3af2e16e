/** Keeps what the user looks at for a reload of the frame. What is kept, and how it is read: session-memory.ts. */
import { framePath, themeCookie } from '#contract/paths.ts'
import { useHost } from './host.ts'
import type { Stop } from './stop.ts'
import { useView } from './view.ts'

/** Entries of the session storage, those of widgets that are gone among them, before all are forgotten. */
const mostEntries = 20

/** From now on; forgets it when stopped, which is the end of the widget. */
export function rememberView(): Stop {
  const keep = () => {
    const { symbol, sentimentOverride: sentiment, tab } = useView.getState()
    const { options, followed } = useHost.getState()
    const kept = JSON.stringify({ symbol, sentiment, tab, first: options?.symbol, followed })
    withStorage((storage) => {
      if (storage.length > mostEntries) storage.clear()
      storage.setItem(window.name, kept)
    })
  }
  keep()
  keepTheme(useHost.getState().theme)
  const stops = [
    useView.subscribe(keep),
    useHost.subscribe((now, before) => {
      if (now.theme !== before.theme) keepTheme(now.theme)
    }),
  ]
  return () => {
    for (const stop of stops) stop()
    withStorage((storage) => storage.removeItem(window.name))
    keepTheme(undefined)
  }
}

/** The theme of the next first paint, which the server makes: only where it is another than the address says. */
function keepTheme(theme: string | undefined): void {
  const gone = !theme || theme === new URLSearchParams(location.search).get('theme')
  try {
    document.cookie = `${themeCookie}${window.name}=${gone ? '; Max-Age=0' : theme}; Path=${framePath}; Secure; SameSite=None; Partitioned`
  } catch {
    // No cookies, no memory: a reload is painted as the address says until the page speaks.
  }
}

/** Storage may be denied, or full: then a reload starts where the page started. */
function withStorage(change: (storage: Storage) => void): void {
  try {
    // oxlint-disable-next-line no-restricted-globals -- where it throws nothing is kept, below
    change(sessionStorage)
  } catch {
    // Nothing is kept.
  }
}
