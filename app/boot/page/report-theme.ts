/** Tells the page's loader which theme the widget has, so that the element around it has the same surface. */
import { useHost } from '#app/state/host.ts'
import type { Stop } from '#app/state/stop.ts'
import type { App } from '#app/boot/app.ts'

/** From now on, and at once where it is no longer the one that the page began with. */
export function tellTheme({ state, page }: App): Stop {
  const host = useHost.of(state)
  const { theme, options } = host.getState()
  if (theme !== options?.theme) page?.look({ theme })
  return host.subscribe((now, before) => {
    if (now.theme !== before.theme) page?.look({ theme: now.theme })
  })
}
