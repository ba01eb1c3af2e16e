/**
 * What has just changed in the store, told to every process that serves from it. The store alone is the truth: a notice
 * carries no data, it says what must not be remembered any longer.
 */
import type { Stop } from '#service/markets/market.ts'

export type Notice =
  /** These sessions have ended. */
  | { readonly kind: 'sessions-ended'; readonly ids: readonly string[] }
  /** A key, secret, domain or account was ended or changed, and sessions with it: ask the store which. */
  | { readonly kind: 'access-ended' }
  /** What would have ended or changed something failed, and may have done it all the same: the store is asked again. */
  | { readonly kind: 'access-uncertain' }
  /** Another batch is served. */
  | { readonly kind: 'batch-published' }

/** May take its time: who announces waits for it, within limits. */
export type NoticeListener = (notice: Notice) => void | Promise<void>

export interface Notices {
  /**
   * Tells all listeners, here and in every other process of the service. Resolves when each has acted upon it, or nothing that
   * it remembers from before counts any more. Never rejects.
   */
  announce(notice: Notice): Promise<void>
  listen(listener: NoticeListener): Stop
  /** For `Store.accessVersion` of a store that cannot tell by itself; null where notices may have been missed. */
  version(): number | null
}

/** The listeners of one process. */
export type Listeners = {
  readonly listen: Notices['listen']
  /** Resolves when each has acted; what one fails with is its own matter. */
  readonly tell: (notice: Notice) => Promise<void>
}

export function createListeners(): Listeners {
  const listeners = new Set<NoticeListener>()
  return {
    listen(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    async tell(notice) {
      await Promise.allSettled([...listeners].map(async (listener) => listener(notice)))
    },
  }
}

/** The notices of a process that serves alone. */
export function ownNotices(): Notices {
  const { listen, tell } = createListeners()
  return { announce: tell, listen, version: () => null }
}
