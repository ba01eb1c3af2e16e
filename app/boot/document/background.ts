/**
 * The app's background services, loaded after the first ideas: quotes, recovery from failures,
 * storage of the view for a reload, and reports to the page.
 */
import { openFeed } from '#app/api/feed/feed.ts'
import { useHost } from '#app/state/host.ts'
import { startHoldings } from '#app/state/holdings.ts'
import { useLive } from '#app/state/live.ts'
import type { Stop } from '#app/state/stop.ts'
import { useView } from '#app/state/view.ts'
import type { App } from '#app/boot/app.ts'
import { loadTheming } from '#app/boot/loading/load-theming.ts'
import { startRecovery } from '#app/boot/session/recovery.ts'
import { checkHoldings } from '#app/boot/page/check-holdings.ts'
import { followPause } from '#app/boot/page/follow-pause.ts'
import { reportMistakes } from '#app/boot/page/report-mistakes.ts'
import { rememberView } from '#app/boot/remember-view.ts'
import { reportConnection } from '#app/boot/page/report-connection.ts'
import { reportHeight } from '#app/boot/page/report-height.ts'
import { reportState } from '#app/boot/page/report-state.ts'
import { reportSymbols } from '#app/boot/page/report-symbol.ts'
import { reportTheme } from '#app/boot/page/report-theme.ts'

/** Milliseconds until the feed is opened with a ticket, which works with and without a cookie. */
const ticketFallbackMs = 3000

export function startBackground(app: App): Stop {
  const { api, instance, session, state } = app
  const live = useLive.of(state)
  const stops = [
    rememberView(state, instance),
    startHoldings(state),
    checkHoldings(app),
    reportConnection(app),
    reportSymbols(app),
    reportState(app),
    reportMistakes(app),
    reportTheme(app),
    startRecovery(app),
    followPause(app),
  ]
  // SET_THEME shows an accent, a font or a radius without waiting for its code.
  void loadTheming()
  const widget = useHost.of(state).getState().options?.height === 'auto' && document.querySelector('.w')
  if (widget) stops.push(reportHeight(app, widget))
  app.hasBackground = true
  app.onBackground?.()
  let stopped = false
  if (session)
    void Promise.race([
      session.cookieChecked,
      new Promise((resolve) => setTimeout(resolve, ticketFallbackMs)),
    ]).then(() => {
      if (stopped) return
      // Responses that were loaded before may have prices that may no longer be shown.
      const onRevoked = () => void app.queryClient.invalidateQueries()
      const isImmediate = (symbol: string) => symbol === useView.of(state).getState().symbol
      stops.push(openFeed({ api, live, isImmediate, access: session.feedAccess, onRevoked }))
    })
  return () => {
    stopped = true
    for (const stop of stops) stop()
  }
}
