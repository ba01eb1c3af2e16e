/** What runs beside the panels, and comes after the first ideas: the quotes, and the memory for a reload. */
import { openFeed } from './api/feed.ts'
import type { OpenSession } from './api/session.ts'
import type { Stop } from './port.ts'
import { keepView } from './state/keep.ts'

export function startOthers(access: OpenSession['feedAccess']): Stop {
  const stops = [keepView(), openFeed(access)]
  return () => {
    for (const stop of stops) stop()
  }
}
