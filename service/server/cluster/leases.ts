/**
 * What one process of a service does for all: whoever has the lease does it, and renews it while he does. Each holder's term
 * is a greater number than the one's before, so that what a former holder still says can be told from what holds.
 */
import type { Stop } from '#service/markets/market.ts'
import { within } from './redis-link.ts'
import type { Redis } from './redis-link.ts'

export type LeaseParts = {
  readonly redis: () => Redis | undefined
  /** Of every key. */
  readonly prefix: string
  /** Names this process among all. */
  readonly holder: string
  /** Milliseconds that only ever go on. */
  readonly elapsed: () => number
}

export type Leases = {
  /**
   * Stands for a lease until stopped: `begin` is called with the term whenever it is won, and what it gives back when it is
   * lost, or may be. Stopping gives it up, for the next to have at once.
   */
  stand(name: string, begin: (term: number) => Stop): () => Promise<void>
  /**
   * Tries once to take a lease, and renews it until `release`. Null where another has it; where Redis cannot say,
   * `unknown`.
   */
  take(name: string): Promise<Held | null | 'unknown'>
}

export type Held = { readonly release: () => Promise<void> }

const leaseMs = 2000
const renewEveryMs = 500
/** The clocks of two machines do not go quite alike. */
const marginMs = 200

export function createLeases({ redis, prefix, holder, elapsed }: LeaseParts): Leases {
  const ask = async (name: string): Promise<number> => {
    const connection = redis()
    if (!connection) throw new Error('there is no connection to Redis')
    const key = `${prefix}lease:${name}`
    return within(renewEveryMs, connection.takeLease(key, `${key}:term`, holder, leaseMs))
  }
  const release = async (name: string) => {
    const connection = redis()
    if (connection)
      await within(renewEveryMs, connection.releaseLease(`${prefix}lease:${name}`, holder)).catch(() => {})
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
