/** Metrics that are read from the store: the number of open sessions, and the time of the last backup. */
import type { Readings } from '#service/shared/metrics.ts'
import type { Store } from '#service/store/store.ts'
import { valueOrUndefined } from './readiness.ts'

export type StoreFiguresParts = {
  readonly store: {
    readonly sessions: Pick<Store['sessions'], 'count'>
    readonly audit: Pick<Store['audit'], 'lastTime'>
  }
  /** Milliseconds since the epoch. */
  readonly clock: () => number
  /** Monotonic clock, milliseconds. */
  readonly elapsed: () => number
}

/** Time for which the figures are reused: counting reads every open session. Milliseconds. */
const reuseMs = 60_000

/**
 * Returns a function that reads the figures at most once a minute, whatever the number of scrapes. A figure that
 * the store cannot provide, or does not have, is undefined.
 */
export function createStoreFigures({ store, clock, elapsed }: StoreFiguresParts): () => Promise<Readings> {
  let last: { readonly readAt: number; readonly readings: Promise<Readings> } | undefined
  const read = async (): Promise<Readings> => {
    const [sessions, lastBackup] = await Promise.all([
      valueOrUndefined(store.sessions.count(clock())),
      valueOrUndefined(store.audit.lastTime('store-backed-up')),
    ])
    return {
      service_sessions_open: sessions,
      service_backup_last_timestamp_seconds: lastBackup == null ? undefined : lastBackup / 1000,
    }
  }
  return () => {
    if (!last || elapsed() - last.readAt >= reuseMs) last = { readAt: elapsed(), readings: read() }
    return last.readings
  }
}
