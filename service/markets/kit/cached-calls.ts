/**
 * A cache for a vendor's responses: concurrent calls for a key share one request, and if a later request fails the last good
 * value is returned until it is too old. The value carries its own time, so that its age stays visible.
 */
import { LRUCache } from 'lru-cache'

export type CachedCallsOptions<Value> = {
  /** Number of cached keys. */
  readonly max: number
  /** Lifetime of a value, milliseconds; a function if it depends on the value. */
  readonly ttlMs: number | ((value: Value) => number)
  /** How old a value may be that is returned because a new request failed, milliseconds. */
  readonly maxStaleMs: number
  readonly load: (key: string) => Promise<Value>
  /** Monotonic clock, milliseconds. */
  readonly elapsed?: () => number
}

/** Boxed so that `undefined` can be cached. */
type Box<Value> = { readonly value: Value; readonly loadedMs: number; readonly ttlMs: number }

export type CachedCalls<Value> = {
  (key: string): Promise<Value>
  clear(): void
}

/** Returns the cached `load`. It rejects as `load` does if there is no earlier value that is new enough. */
export function cachedCalls<Value>({
  max,
  ttlMs,
  maxStaleMs,
  load,
  elapsed = () => performance.now(),
}: CachedCallsOptions<Value>): CachedCalls<Value> {
  const boxes = new LRUCache<string, Box<Value>>({ max })
  const pending = new Map<string, Promise<Value>>()

  const request = async (key: string): Promise<Value> => {
    try {
      const value = await load(key)
      boxes.set(key, {
        value,
        loadedMs: elapsed(),
        ttlMs: typeof ttlMs === 'function' ? ttlMs(value) : ttlMs,
      })
      return value
    } catch (error) {
      const last = boxes.get(key)
      if (!last || elapsed() - last.loadedMs > maxStaleMs) throw error
      return last.value
    } finally {
      pending.delete(key)
    }
  }
  const call = (key: string): Promise<Value> => {
    const cached = boxes.get(key)
    if (cached && elapsed() - cached.loadedMs < cached.ttlMs) return Promise.resolve(cached.value)
    let inFlight = pending.get(key)
    if (!inFlight) pending.set(key, (inFlight = request(key)))
    return inFlight
  }
  return Object.assign(call, { clear: () => boxes.clear() })
}
