/**
 * A cache for a vendor's responses: concurrent calls for a key share one request, and if a later request fails the last good
 * value is returned until it is too old. The value carries its own time, so that its age stays visible.
 */
import { LRUCache } from 'lru-cache'
import type { CallPriority } from '#service/markets/market.ts'
import type { CurrentPriority } from './rate-budget.ts'

export type CachedCallsOptions<Value> = {
  /** Number of cached keys. */
  readonly max: number
  /** Lifetime of a value, milliseconds; a function if it depends on the value. */
  readonly ttlMs: number | ((value: Value) => number)
  /** How old a value may be that is returned because a new request failed, milliseconds. */
  readonly maxStaleMs: number
  /** `priority` changes to `user` if a user requests the key while the scan loads it. */
  readonly load: (key: string, priority: CurrentPriority) => Promise<Value>
  /** Monotonic clock, milliseconds. */
  readonly elapsed?: () => number
}

/** Boxed so that `undefined` can be cached. */
type Box<Value> = { readonly value: Value; readonly loadedMs: number; readonly ttlMs: number }

/** A load under way. */
type InFlight<Value> = { readonly caller: { priority: CallPriority }; readonly value: Promise<Value> }

export type CachedCalls<Value> = {
  /** The default priority is that of users. */
  (key: string, priority?: CallPriority): Promise<Value>
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
  const pending = new Map<string, InFlight<Value>>()

  const request = async (key: string, priority: CurrentPriority): Promise<Value> => {
    try {
      const value = await load(key, priority)
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
  const call = (key: string, priority: CallPriority = 'user'): Promise<Value> => {
    const cached = boxes.get(key)
    if (cached && elapsed() - cached.loadedMs < cached.ttlMs) return Promise.resolve(cached.value)
    const inFlight = pending.get(key)
    if (inFlight) {
      if (priority === 'user') inFlight.caller.priority = priority
      return inFlight.value
    }
    const caller = { priority }
    const value = request(key, () => caller.priority)
    pending.set(key, { caller, value })
    return value
  }
  return Object.assign(call, { clear: () => boxes.clear() })
}
