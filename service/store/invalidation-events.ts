/**
 * Invalidation events: sent to every process that caches store data after the data has changed. An
 * event contains no data, only the kind of cached data that is no longer valid: the store is the
 * single source of truth.
 */
import type { Stop } from '#service/shared/stop.ts'

export type InvalidationEvent =
  /** These sessions have ended. */
  | { readonly kind: 'sessions-ended'; readonly ids: readonly string[] }
  /** A key, secret, domain or account was revoked or changed, and possibly sessions with it. */
  | { readonly kind: 'access-ended' }
  /** A revoking call failed, but may have taken effect: caches query the store again. */
  | { readonly kind: 'access-uncertain' }
  /** Another batch is served. */
  | { readonly kind: 'batch-published' }
  /** The operator has promoted, withdrawn or reinstated a release. */
  | { readonly kind: 'releases-changed' }

/** Applies an event. The publisher waits for it, up to a timeout. */
export type InvalidationListener = (event: InvalidationEvent) => void | Promise<void>

export interface Invalidations {
  /**
   * Sends an event to all listeners in all processes of the service. Resolves when each has applied
   * it, or when all older cached data has become invalid. Never rejects.
   */
  publish(event: InvalidationEvent): Promise<void>
  listen(listener: InvalidationListener): Stop
  /** Change counter for a store without its own (`Store.accessVersion`); null if events may have been missed. */
  version(): number | null
}

/** The listeners of one process. */
export type Listeners = {
  readonly listen: Invalidations['listen']
  /** Calls all listeners; resolves when they have finished, and ignores their failures. */
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
