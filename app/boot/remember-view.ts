/** Keeps what the user looks at for a reload of the frame: state/session-memory.ts, state/theme-cookie.ts. */
import type { AppState } from '#app/state/app-state.ts'
import { useHost } from '#app/state/host.ts'
import { writeSessionMemory } from '#app/state/storage/session-memory.ts'
import type { Stop } from '#app/state/stop.ts'
import { writeThemeCookie } from '#app/state/storage/theme-cookie.ts'
import { useView } from '#app/state/view.ts'

/** From now on; forgets it when stopped, which is the end of the widget. */
export function rememberView(state: AppState, instance: string): Stop {
  const [host, view] = [useHost.of(state), useView.of(state)]
  const remember = () => {
    const { symbol, sentimentOverride: sentiment, tab } = view.getState()
    const { options, followed } = host.getState()
    writeSessionMemory(instance, { symbol, sentiment, tab, first: options?.symbol, followed })
  }
  remember()
  writeThemeCookie(instance, host.getState().theme)
  const stops = [
    view.subscribe(remember),
    host.subscribe((now, before) => {
      if (now.theme !== before.theme) writeThemeCookie(instance, now.theme)
    }),
  ]
  return () => {
    for (const stop of stops) stop()
    writeSessionMemory(instance, null)
    writeThemeCookie(instance, undefined)
  }
}
