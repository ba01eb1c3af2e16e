/** Reports the widget's theme to the loader, so that the element around the frame has the same background. */
import { useHost } from '#app/state/host.ts'
import type { Stop } from '#app/state/stop.ts'
import type { App } from '#app/boot/app.ts'

/** Reports every change until stopped, and initially a theme that differs from the page's option. */
export function reportTheme({ state, page }: App): Stop {
  const host = useHost.of(state)
  const { theme, options } = host.getState()
  if (theme !== options?.theme) page?.sendLook({ theme })
  return host.subscribe((now, before) => {
    if (now.theme !== before.theme) page?.sendLook({ theme: now.theme })
  })
}
