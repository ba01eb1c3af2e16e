/** Keeps what the user looks at for a reload of the frame: state/session-memory.ts, state/theme-cookie.ts. */
import type { Stop } from '#app/state/stop.ts'
import { useHost } from '#app/state/host.ts'
import { writeSessionMemory } from '#app/state/session-memory.ts'
import { writeThemeCookie } from '#app/state/theme-cookie.ts'
import { useView } from '#app/state/view.ts'

/** From now on; forgets it when stopped, which is the end of the widget. */
export function rememberView(instance: string): Stop {
  const keep = () => {
    const { symbol, sentimentOverride: sentiment, tab } = useView.getState()
    const { options, followed } = useHost.getState()
    writeSessionMemory(instance, { symbol, sentiment, tab, first: options?.symbol, followed })
  }
  keep()
  writeThemeCookie(instance, useHost.getState().theme)
  const stops = [
    useView.subscribe(keep),
    useHost.subscribe((now, before) => {
      if (now.theme !== before.theme) writeThemeCookie(instance, now.theme)
    }),
  ]
  return () => {
    for (const stop of stops) stop()
    writeSessionMemory(instance, null)
    writeThemeCookie(instance, undefined)
  }
}
