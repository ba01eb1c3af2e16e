/** What runs beside the panels, and comes after the first ideas: the quotes, and the memory for a reload. */
import { openFeed } from '#app/api/feed.ts'
import { useLive } from '#app/state/live.ts'
import type { Stop } from '#app/state/stop.ts'
import type { App } from './app.ts'
import { rememberView } from './remember-view.ts'

export function startBackground({ api, instance, session, state }: App): Stop {
  const live = useLive.of(state)
  const stops = [rememberView(state, instance)]
  if (session) stops.push(openFeed({ api, live, access: session.feedAccess }))
  return () => {
    for (const stop of stops) stop()
  }
}
