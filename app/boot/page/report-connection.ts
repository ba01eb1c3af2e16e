/**
 * Reports to the page, and to the document for tests, whether quotes reach the widget: on changes only,
 * throttled.
 */
import type { Connection } from '#contract/bridge/bridge.ts'
import { type Live, useLive } from '#app/state/live.ts'
import type { Stop } from '#app/state/stop.ts'
import type { App } from '#app/boot/app.ts'
import { makeThrottle } from './throttle.ts'

/** Minimum time between two reports, milliseconds. */
const throttleMs = 1_000

/**
 * Returns the state to report; undefined while it is unknown or the feed reconnects: a connection
 * that is back within seconds is not reported as lost.
 */
function connectionOf({ connection, stale }: Live): Connection | undefined {
  if (connection === 'offline') return navigator.onLine ? 'stale' : 'offline'
  if (stale) return 'stale'
  return connection === 'live' ? 'live' : undefined
}

/** Reports the current state and every change until stopped. */
export function reportConnection({ page, state }: Pick<App, 'page' | 'state'>): Stop {
  const live = useLive.of(state)
  const { dataset } = document.documentElement
  const { throttle, stop } = makeThrottle(throttleMs)
  let current: { state: Connection; since: string } | undefined
  let reported: Connection | undefined

  function report(): void {
    if (!current || current.state === reported) return
    reported = current.state
    page?.emit('CONNECTION', current)
  }
  function update(): void {
    const next = connectionOf(live.getState())
    if (!next || next === current?.state) return
    current = { state: next, since: new Date().toISOString() }
    dataset['connection'] = next
    throttle('CONNECTION', report)
  }

  update()
  const unsubscribe = live.subscribe(update)
  return () => {
    unsubscribe()
    stop()
    delete dataset['connection']
  }
}
