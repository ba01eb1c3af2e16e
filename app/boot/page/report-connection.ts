/**
 * Reports to the page, and to the document for tests, whether quotes reach the widget: on changes only,
 * throttled.
 */
import type { Connection } from '#contract/bridge/bridge.ts'
import { type Live, useLive } from '#app/state/live.ts'
import type { Stop } from '#app/state/stop.ts'
import type { App } from '#app/boot/app.ts'
import { makeThrottle } from './throttle.ts'

/** Milliseconds between two words about it, at least. */
const restMs = 1_000

/** Undefined while it is not known, or about to be: a connection that is back within seconds was never lost. */
function connectionOf({ connection, stale }: Live): Connection | undefined {
  if (connection === 'offline') return navigator.onLine ? 'stale' : 'offline'
  if (stale) return 'stale'
  return connection === 'live' ? 'live' : undefined
}

/** From now on, until stopped. */
export function tellConnection({ page, state }: Pick<App, 'page' | 'state'>): Stop {
  const live = useLive.of(state)
  const { dataset } = document.documentElement
  const { throttle, stop } = makeThrottle(restMs)
  let now: { state: Connection; since: string } | undefined
  let told: Connection | undefined

  function tell(): void {
    if (!now || now.state === told) return
    told = now.state
    page?.emit('CONNECTION', now)
  }
  function follow(): void {
    const next = connectionOf(live.getState())
    if (!next || next === now?.state) return
    now = { state: next, since: new Date().toISOString() }
    dataset['connection'] = next
    throttle('CONNECTION', tell)
  }

  follow()
  const stopFollowing = live.subscribe(follow)
  return () => {
    stopFollowing()
    stop()
    delete dataset['connection']
  }
}
