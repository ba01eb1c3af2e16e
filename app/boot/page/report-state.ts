/** Reports to the page what the widget displays, for its option `state`: on changes only, throttled. */
import { writeState } from '#app/state/shared-view/shared-view.ts'
import type { Stop } from '#app/state/stop.ts'
import { useView } from '#app/state/view.ts'
import type { App } from '#app/boot/app.ts'
import { makeThrottle } from './throttle.ts'

/** Minimum time between two reports, milliseconds. */
const throttleMs = 1_000

/** Reports the current state and every change until stopped. */
export function reportState({ page, state }: Pick<App, 'page' | 'state'>): Stop {
  const view = useView.of(state)
  const { throttle, stop } = makeThrottle(throttleMs)
  let reported: string | undefined

  function report(): void {
    const text = writeState(view.getState())
    if (text === reported) return
    reported = text
    page?.emit('STATE_CHANGED', text)
  }
  const update = () => throttle('STATE_CHANGED', report)

  update()
  const unsubscribe = view.subscribe(update)
  return () => {
    unsubscribe()
    stop()
  }
}
