/** What runs beside the panels, and comes after the first ideas: the quotes, and the memory for a reload. */
import { openFeed } from '#app/api/feed.ts'
import type { OpenSession } from '#app/api/session.ts'
import { rememberView } from '#app/state/remember-view.ts'
import type { Stop } from '#app/state/stop.ts'

export function startBackground(access: OpenSession['feedAccess']): Stop {
  const stops = [rememberView(), openFeed(access)]
  return () => {
    for (const stop of stops) stop()
  }
}
