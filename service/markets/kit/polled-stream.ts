/** A stream for vendors without one: the values of all keys are requested at an interval. */
import { errorMessage } from '#service/shared/error-message.ts'
import type { OpenStream, StreamUpdate } from './quote-stream.ts'

export type PolledStreamOptions<Value> = {
  /** Current values of keys, with as few calls as possible. */
  readonly snapshot: (keys: readonly string[]) => Promise<readonly StreamUpdate<Value>[]>
  /** Milliseconds until the next request. More keys may need more calls. */
  readonly pollMs: (keys: ReadonlySet<string>) => number
}

/**
 * Returns `openStream` of `createLiveQuotes`. A failed request counts as a lost connection, which is
 * opened again.
 */
export const polledStream =
  <Value>({ snapshot, pollMs }: PolledStreamOptions<Value>): OpenStream<Value> =>
  async (events) => {
    const keys = new Set<string>()
    let isClosed = false
    let timer: ReturnType<typeof setTimeout> | undefined

    const schedule = () => (timer = setTimeout(() => void poll(), pollMs(keys)))
    const poll = async () => {
      try {
        const updates = keys.size > 0 ? await snapshot([...keys]) : []
        if (isClosed) return
        events.onActivity()
        for (const update of updates) events.onUpdate(update)
        schedule()
      } catch (error) {
        if (!isClosed) events.onLost(errorMessage(error))
      }
    }
    schedule()
    return {
      // The snapshot of a new subscription has its first values.
      subscribe: (added) => added.forEach((key) => keys.add(key)),
      unsubscribe: (removed) => removed.forEach((key) => keys.delete(key)),
      close() {
        isClosed = true
        clearTimeout(timer)
      },
    }
  }
