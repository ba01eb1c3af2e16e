/**
 * How long what the store said goes without asking it again. One rule for all that is remembered of it: what was found good is
 * gone by for a minute from when the store itself was asked, and not a moment longer because somebody was answered from memory
 * in between.
 */
import { Problem } from '#contract/api/problem.ts'
import type { Notice } from './invalidation-events.ts'
import type { Store } from './store.ts'

/** What stood when the store was asked. Taken before it is: what changes while it answers is not missed. */
export type Stamp = {
  /** Of the store; null where it could not tell. */
  readonly version: number | null
  /** How often something was known to have ended. */
  readonly ends: number
  /** Monotonic milliseconds. */
  readonly at: number
}

export type Trust = {
  /** Asks the store; what it says, or that it does not answer, is the latest that is known of it. */
  readonly ask: <Value>(
    call: () => Promise<Value>,
  ) => Promise<{ readonly value: Value; readonly stamp: Stamp }>
  /** Whether what was said then goes without asking: nothing can have ended since, and the store answers. */
  readonly isCurrent: (stamp: Stamp) => boolean
  /** Whether what was said then goes where the store does not answer: nothing is known to have ended since. */
  readonly isBelieved: (stamp: Stamp) => boolean
  /** Whether this session is known to have ended. Once ended it never lives again. */
  readonly hasEnded: (sessionId: string) => boolean
  /** Whether the last that was asked of the store stays unanswered: what is served now may be old. */
  readonly isDown: () => boolean
  /** Something has ended, here or elsewhere. */
  readonly ended: (notice: Notice) => void
}

/** How long what the store found good is gone by, counted from when it was asked. Milliseconds. */
export const believedMs = 60_000
/**
 * How long a store that has answered is taken to be there. Then whoever comes next asks it, be it remembered or not: a store
 * that nobody asks would be missed by nobody. Milliseconds.
 */
const answeringMs = 1000
/** Sessions that have ended, at most; beyond that all that is remembered is asked for again. */
const mostEnded = 20_000

/** Whether an error says that the store does not answer (`guarded.ts`). */
export const isUnanswered = (error: unknown): boolean =>
  error instanceof Problem && error.code === 'unavailable'

/** @param elapsed monotonic milliseconds */
export function createTrust(store: Pick<Store, 'accessVersion'>, elapsed: () => number): Trust {
  let isDown = false
  let answeredAt = -Infinity
  let ends = 0
  const endedSessions = new Set<string>()

  const endSessions = (ids: readonly string[]) => {
    for (const id of ids) {
      if (endedSessions.size >= mostEnded) {
        endedSessions.clear()
        ends++
      }
      endedSessions.add(id)
    }
  }
  return {
    async ask(call) {
      const stamp: Stamp = { version: store.accessVersion(), ends, at: elapsed() }
      try {
        const value = await call()
        isDown = false
        answeredAt = Math.max(answeredAt, stamp.at)
        return { value, stamp }
      } catch (error) {
        if (isUnanswered(error)) isDown = true
        throw error
      }
    },
    isCurrent({ version, ends: before, at }) {
      if (isDown || version === null || before !== ends) return false
      const now = elapsed()
      return now - answeredAt < answeringMs && now - at < believedMs && store.accessVersion() === version
    },
    isBelieved: (stamp) => stamp.ends === ends && elapsed() - stamp.at < believedMs,
    hasEnded: (sessionId) => endedSessions.has(sessionId),
    isDown: () => isDown,
    ended(notice) {
      if (notice.kind === 'sessions-ended') endSessions(notice.ids)
      if (notice.kind === 'access-ended') ends++
    },
  }
}
