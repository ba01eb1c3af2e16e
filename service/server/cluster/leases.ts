/**
 * Leases for work that one process does for all: the holder of the lease works and renews it. Each lease
 * carries a monotonically increasing fencing token; messages with an older token are dropped.
 */
import type { Stop } from '#service/shared/stop.ts'
import { withTimeout } from '#service/shared/with-timeout.ts'
import { redisSilent } from './redis-link.ts'
import type { Redis } from './redis-link.ts'

export type LeaseParts = {
  readonly redis: () => Redis | undefined
  /** Prefix of every key. */
  readonly prefix: string
  /** Names this process among all. */
  readonly holder: string
  /** Monotonic milliseconds. */
  readonly elapsed: () => number
}

export type Leases = {
  /**
   * Competes for a lease until stopped: `begin` is called with the fencing token when the lease is won, and
   * the function that it returns when the lease is lost or may be. Stopping releases the lease for the next
   * process at once.
   */
  stand(name: string, begin: (term: number) => Stop): () => Promise<void>
  /**
   * Tries once to take a lease, and renews it until `release`. Null if another process holds it;
   * `unknown` if Redis does not respond.
   */
  take(name: string): Promise<HeldLease | null | 'unknown'>
}

export type HeldLease = { readonly release: () => Promise<void> }

const leaseMs = 2000
const renewEveryMs = 500
/** Margin for clock drift between two machines. */
const marginMs = 200

export function createLeases({ redis, prefix, holder, elapsed }: LeaseParts): Leases {
  const ask = async (name: string): Promise<number> => {
    const connection = redis()
    if (!connection) throw new Error('there is no connection to Redis')
    const key = `${prefix}lease:${name}`
    const taken = connection.takeLease(key, `${key}:term`, holder, leaseMs)
    return withTimeout(renewEveryMs, taken, redisSilent(renewEveryMs))
  }
  const release = async (name: string) => {
    const released = redis()?.releaseLease(`${prefix}lease:${name}`, holder)
    if (released) await withTimeout(renewEveryMs, released, redisSilent(renewEveryMs)).catch(() => {})
  }
  return {
    stand(name, begin) {
      let held: { readonly term: number; readonly end: Stop } | undefined
      let until = -Infinity
      const lose = () => {
        held?.end()
        held = undefined
      }
      let asking = Promise.resolve()
      const look = async () => {
        const askedAt = elapsed()
        const term = await ask(name).catch(() => undefined)
        if (term !== undefined) until = askedAt + leaseMs - marginMs
        if (term === 0) return lose()
        if (term === undefined) return elapsed() > until ? lose() : undefined
        if (held?.term === term) return undefined
        lose()
        held = { term, end: begin(term) }
        return undefined
      }
      const turn = () => void (asking = asking.then(look))
      turn()
      const timer = setInterval(turn, renewEveryMs)
      return async () => {
        clearInterval(timer)
        await asking
        const had = held
        lose()
        if (had) await release(name)
      }
    },
    async take(name) {
      let term: number
      try {
        term = await ask(name)
      } catch {
        return 'unknown'
      }
      if (term === 0) return null
      const timer = setInterval(() => void ask(name).catch(() => {}), renewEveryMs)
      return {
        async release() {
          clearInterval(timer)
          await release(name)
        },
      }
    },
  }
}
