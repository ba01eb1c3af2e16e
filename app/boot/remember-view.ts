/** Stores the view for a reload of the frame: state/storage/write-view.ts and theme-cookie.ts. */
import type { AppState } from '#app/state/app-state.ts'
import { useHost } from '#app/state/host.ts'
import { writeState } from '#app/state/shared-view/shared-view.ts'
import { writeStoredView } from '#app/state/storage/write-stored-view.ts'
import type { Stop } from '#app/state/stop.ts'
import { writeThemeCookie } from '#app/state/storage/theme-cookie.ts'
import { useView } from '#app/state/view.ts'

/** Stores the view on every change. Stopping, at the end of the widget, deletes it. */
export function rememberView(state: AppState, instance: string): Stop {
  const [host, view] = [useHost.of(state), useView.of(state)]
  const save = () => {
    const { symbol, sentimentOverride: sentiment, tab } = view.getState()
    const { options, lastSetSymbol } = host.getState()
    writeStoredView(instance, {
      symbol,
      sentiment,
      tab,
      first: options?.state ?? options?.symbol,
      followed: lastSetSymbol,
      ...(options?.state && { state: writeState(view.getState()) }),
    })
  }
  save()
  writeThemeCookie(instance, host.getState().theme)
  const stops = [
    view.subscribe(save),
    host.subscribe((now, before) => {
      if (now.theme !== before.theme) writeThemeCookie(instance, now.theme)
    }),
  ]
  return () => {
    for (const stop of stops) stop()
    writeStoredView(instance, null)
    writeThemeCookie(instance, undefined)
  }
}
