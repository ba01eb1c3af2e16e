/**
 * Services beside the panels, loaded after the first ideas: quotes, recovery from failures, state for a
 * reload, and reports to the page.
 */
import { openFeed } from '#app/api/feed.ts'
import { useHost } from '#app/state/host.ts'
import { startHoldings } from '#app/state/holdings.ts'
import { useLive } from '#app/state/live.ts'
import type { Stop } from '#app/state/stop.ts'
import type { App } from '#app/boot/app.ts'
import { startRecovery } from '#app/boot/session/recovery.ts'
import { tellMistakes } from '#app/boot/page/mistakes.ts'
import { rememberView } from '#app/boot/remember-view.ts'
import { tellConnection } from '#app/boot/page/report-connection.ts'
import { tellHeight } from '#app/boot/page/report-height.ts'
import { tellTheme } from '#app/boot/page/report-theme.ts'

/** Milliseconds until the feed is opened with a ticket all the same, which works with a cookie and without one. */
const ticketFallbackMs = 3000

export function startBackground(app: App): Stop {
  const { api, instance, session, state } = app
  const live = useLive.of(state)
  const stops = [
    rememberView(state, instance),
    startHoldings(state),
    tellConnection(app),
    tellMistakes(app),
    tellTheme(app),
    startRecovery(app),
  ]
  const widget = useHost.of(state).getState().options?.height === 'auto' && document.querySelector('.w')
  if (widget) stops.push(tellHeight(app, widget))
  let stopped = false
  if (session)
    void Promise.race([session.cookieKnown, new Promise((late) => setTimeout(late, ticketFallbackMs))]).then(
      () => {
        if (!stopped) stops.push(openFeed({ api, live, access: session.feedAccess }))
      },
    )
  return () => {
    stopped = true
    for (const stop of stops) stop()
  }
}
