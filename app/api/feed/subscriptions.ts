/**
 * Reference-counted quote subscriptions of one app. They exist before the feed is opened and outlive its
 * connections. The key of a symbol is its ticker; the key of an option is the ticker, a space and the OSI
 * symbol.
 */
import type { Stop } from '#app/state/stop.ts'

/** The source of quotes. */
type QuoteSource = {
  /** Called after subscriptions have changed, once for all changes of a microtask checkpoint. */
  onChange: () => void
  /** Connects now instead of when the back-off ends. */
  retry: () => void
}

export type Subscriptions = {
  /** Returns the keys of all subscriptions, the oldest first. */
  allKeys: () => string[]
  /** Subscribes until the returned function is called. May be called before the feed is opened. */
  subscribe: (keys: readonly string[]) => Stop
  /** Sets the source of quotes until the returned function is called. */
  setSource: (source: QuoteSource) => Stop
  /** Connects now instead of when the back-off ends. */
  retry: () => void
}

export function makeSubscriptions(): Subscriptions {
  const counts = new Map<string, number>()
  let source: QuoteSource | undefined
  let isScheduled = false

  /** Batches changes: a row that is removed and added again in one microtask causes no message. */
  function notify(): void {
    if (isScheduled) return
    isScheduled = true
    queueMicrotask(() => {
      isScheduled = false
      source?.onChange()
    })
  }

  return {
    allKeys: () => [...counts.keys()],
    subscribe(keys) {
      for (const key of keys) counts.set(key, (counts.get(key) ?? 0) + 1)
      notify()
      return () => {
        for (const key of keys) {
          const remaining = (counts.get(key) ?? 1) - 1
          if (remaining) counts.set(key, remaining)
          else counts.delete(key)
        }
        notify()
      }
    },
    setSource(newSource) {
      source = newSource
      return () => {
        if (source === newSource) source = undefined
      }
    },
    retry: () => source?.retry(),
  }
}
