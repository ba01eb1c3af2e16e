/**
 * Invalidation events: what has just changed in the store, sent to every process that caches it. The store is
 * the single source of truth: an event carries no data, it only names what must not be cached any longer.
 */
import type { Stop } from '#service/shared/stop.ts'

export type InvalidationEvent =
  /** These sessions have ended. */
  | { readonly kind: 'sessions-ended'; readonly ids: readonly string[] }
  /** A key, secret, domain or account was revoked or changed, and possibly sessions with it. */
  | { readonly kind: 'access-ended' }
  /**
   * A call that would have revoked something failed, but may have taken effect: caches query the store again.
   */
  | { readonly kind: 'access-uncertain' }
  /** Another batch is served. */
  | { readonly kind: 'batch-published' }

/** The publisher waits for the listener, within a time limit. */
export type InvalidationListener = (event: InvalidationEvent) => void | Promise<void>

export interface Invalidations {
  /**
   * Sends an event to all listeners, in this and every other process of the service. Resolves when each has
   * applied it, or when no cache can hold data from before it any longer. Never rejects.
   */
  publish(event: InvalidationEvent): Promise<void>
  listen(listener: InvalidationListener): Stop
  /** Change counter for a store without its own (`Store.accessVersion`); null if events may have been missed. */
  version(): number | null
}

/** The listeners of one process. */
export type Listeners = {
  readonly listen: Invalidations['listen']
  /** Resolves when each listener has finished; failures of listeners are ignored. */
  readonly notify: (event: InvalidationEvent) => Promise<void>
}

export function createListeners(): Listeners {
  const listeners = new Set<InvalidationListener>()
  return {
    listen(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    async notify(event) {
      await Promise.allSettled([...listeners].map(async (listener) => listener(event)))
    },
  }
}

/** Invalidation events of a single process. */
export function localInvalidations(): Invalidations {
  const { listen, notify } = createListeners()
  return { publish: notify, listen, version: () => null }
}
