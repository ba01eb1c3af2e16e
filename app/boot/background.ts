/** What runs beside the panels, and comes after the first ideas: the quotes, and the memory for a reload. */
import { openFeed } from '#app/api/feed.ts'
import type { OpenSession } from '#app/api/session.ts'
import type { Stop } from '#app/state/stop.ts'
import { rememberView } from './remember-view.ts'

export function startBackground(access: OpenSession['feedAccess']): Stop {
  const stops = [rememberView(window.name), openFeed(access)]
  return () => {
    for (const stop of stops) stop()
  }
}
