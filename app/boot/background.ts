/** What runs beside the panels, and comes after the first ideas: the quotes, and the memory for a reload. */
import { openFeed } from '#app/api/feed.ts'
import { useLive } from '#app/state/live.ts'
import type { Stop } from '#app/state/stop.ts'
import type { App } from './app.ts'
import { rememberView } from './remember-view.ts'

/** Milliseconds until the feed is opened with a ticket all the same, which works with a cookie and without one. */
const patience = 3000

export function startBackground({ api, instance, session, state }: App): Stop {
  const live = useLive.of(state)
  const stops = [rememberView(state, instance)]
  let stopped = false
  if (session)
    void Promise.race([session.cookieKnown, new Promise((late) => setTimeout(late, patience))]).then(() => {
      if (!stopped) stops.push(openFeed({ api, live, access: session.feedAccess }))
    })
  return () => {
    stopped = true
    for (const stop of stops) stop()
  }
}
