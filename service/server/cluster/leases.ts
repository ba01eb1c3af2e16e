/**
 * Leases for work that one process does for all: the holder of the lease works and renews it. Each lease
 * carries a monotonically increasing fencing token; messages with an older token are dropped.
 */
import type { Stop } from '#service/shared/stop.ts'
import { withTimeout } from '#service/shared/with-timeout.ts'
import { redisTimeout } from './redis-link.ts'
import type { Redis } from './redis-link.ts'

export type LeaseParts = {
  readonly redis: () => Redis | undefined
  /** Prefix of every key. */
  readonly prefix: string
  /** Unique name of this process. */
  readonly holder: string
  /** Monotonic milliseconds. */
  readonly elapsed: () => number
}

export type Leases = {
  /**
   * Competes for a lease until stopped. Calls `onAcquired` with the fencing token when the lease is won, and
   * the function that it returns when the lease is, or may be, lost. Stopping releases the lease immediately.
   */
  compete(name: string, onAcquired: (fencingToken: number) => Stop): () => Promise<void>
  /**
   * Tries once to take a lease, and renews it until `release`. Null if another process holds it;
   * `unknown` if Redis does not respond.
   */
  tryAcquire(name: string): Promise<HeldLease | null | 'unknown'>
}

export type HeldLease = { readonly release: () => Promise<void> }

/** Lifetime of a lease that is not renewed, milliseconds. */
const leaseMs = 2000
const renewEveryMs = 500
/** Margin for clock drift between two machines, milliseconds. */
const marginMs = 200

export function createLeases({ redis, prefix, holder, elapsed }: LeaseParts): Leases {
  /** Takes or renews the lease. Returns its fencing token, or 0 if another process holds it. */
  const requestToken = async (name: string): Promise<number> => {
    const connection = redis()
    if (!connection) throw new Error('there is no connection to Redis')
    const key = `${prefix}lease:${name}`
    const reply = connection.takeLease(key, `${key}:term`, holder, leaseMs)
    return withTimeout(renewEveryMs, reply, redisTimeout(renewEveryMs))
  }
  const release = async (name: string) => {
    const released = redis()?.releaseLease(`${prefix}lease:${name}`, holder)
    if (released) await withTimeout(renewEveryMs, released, redisTimeout(renewEveryMs)).catch(() => {})
  }
  return {
    compete(name, onAcquired) {
      let current: { readonly fencingToken: number; readonly stop: Stop } | undefined
      let validUntil = -Infinity
      const loseLease = () => {
        current?.stop()
        current = undefined
      }
      let lastCheck = Promise.resolve()
      const check = async () => {
        const requestedAt = elapsed()
        const token = await requestToken(name).catch(() => undefined)
        if (token !== undefined) validUntil = requestedAt + leaseMs - marginMs
        if (token === 0) return loseLease()
        if (token === undefined) return elapsed() > validUntil ? loseLease() : undefined
        if (current?.fencingToken === token) return undefined
        loseLease()
        current = { fencingToken: token, stop: onAcquired(token) }
        return undefined
      }
      const enqueueCheck = () => void (lastCheck = lastCheck.then(check))
      enqueueCheck()
      const timer = setInterval(enqueueCheck, renewEveryMs)
      return async () => {
        clearInterval(timer)
        await lastCheck
        const held = current
        loseLease()
        if (held) await release(name)
      }
    },
    async tryAcquire(name) {
      let fencingToken: number
      try {
        fencingToken = await requestToken(name)
      } catch {
        return 'unknown'
      }
      if (fencingToken === 0) return null
      const timer = setInterval(() => void requestToken(name).catch(() => {}), renewEveryMs)
      return {
        async release() {
          clearInterval(timer)
          await release(name)
        },
      }
    },
  }
}
