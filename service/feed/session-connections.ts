/** Connections by session: limits their number, and closes them soon after the session has ended. */
import { closeCodes } from '#contract/feed.ts'
import type { WidgetSessions } from '#service/access/sessions/widget-sessions.ts'
import type { Log } from '#service/shared/log.ts'
import { feedClientLimits } from '#service/shared/limits.ts'
import { nextEventLoopTurn } from '#service/shared/event-loop.ts'
import type { VerifiedSession } from '#service/store/caching.ts'
import type { Store } from '#service/store/store.ts'
import { maxAgeMs } from '#service/store/cache-validity.ts'

/** A connection of a session. */
export type SessionMember = {
  /** Closes it with a code of the contract, which also removes it. */
  close(code: number, reason: string): void
  /** Closes it because its session has ended. */
  sessionEnded(): void
}

export type SessionConnections = {
  /** Closes the session's oldest connection if it already has the maximum. */
  add(session: Pick<VerifiedSession, 'id' | 'verifiedAt'>, member: SessionMember): void
  remove(sessionId: string, member: SessionMember): void
}

export type SessionParts = {
  readonly access: Pick<WidgetSessions, 'liveSessions' | 'onSessionEnded' | 'onAccessEnded'>
  readonly store: Pick<Store, 'accessVersion'>
  /** Monotonic milliseconds. */
  readonly elapsed: () => number
  readonly log: Log
}

/** Interval at which ended sessions are detected after a revocation or by another process. Milliseconds. */
const checkEveryMs = 2000
/** Every session is verified again after this long, even without any change. Milliseconds. */
const verifyEveryMs = 30_000
/** Sessions verified per store query; other work runs in between. */
const askedAtOnce = 500

/** A session that has connections. */
type Followed = {
  readonly members: SessionMember[]
  /** When the store itself last confirmed the session. */
  verifiedAt: number
}

/**
 * The timer runs while there is a connection. Sessions that end in this process close their connections at
 * once.
 */
export function createSessionConnections({ access, store, elapsed, log }: SessionParts): SessionConnections {
  const followed = new Map<string, Followed>()
  const end = (sessionId: string) => {
    for (const member of followed.get(sessionId)?.members.slice() ?? []) member.sessionEnded()
  }
  const watch = createWatch({ access, store, elapsed, end })
  let stop: (() => void) | undefined

  /** Closes connections whose verification will be too old by the next check. */
  const closeUnverified = () => {
    const before = elapsed() + checkEveryMs - maxAgeMs
    for (const { members, verifiedAt } of followed.values())
      if (verifiedAt <= before)
        for (const member of members.slice())
          member.close(closeCodes.goingAway, 'the session cannot be checked')
  }
  const check = async (isSuspected: boolean) => {
    try {
      await watch.check(followed, isSuspected)
    } catch {
      log('warn', 'feed-session-check-failed')
      closeUnverified()
    }
  }
  const tick = () => {
    void check(false)
    // If the store is slow to fail, the deadline applies all the same.
    closeUnverified()
  }
  const start = () => {
    const timer = setInterval(tick, checkEveryMs)
    const stops = [access.onSessionEnded(end), access.onAccessEnded(() => check(true))]
    return () => {
      clearInterval(timer)
      for (const one of stops) one()
    }
  }
  return {
    add({ id, verifiedAt }, member) {
      const own = followed.get(id) ?? { members: [], verifiedAt }
      if (own.members.length >= feedClientLimits.connectionsPerSession)
        own.members[0]!.close(closeCodes.overloaded, 'too many connections of one session')
      // Removes the session with its last connection.
      followed.set(id, own)
      own.members.push(member)
      own.verifiedAt = Math.max(own.verifiedAt, verifiedAt)
      watch.isNew(id)
      stop ??= start()
    },
    remove(sessionId, member) {
      const own = followed.get(sessionId)?.members
      if (!own) return
      own.splice(own.indexOf(member), 1)
      if (own.length === 0) followed.delete(sessionId)
      if (followed.size > 0) return
      stop?.()
      stop = undefined
    },
  }
}

type WatchParts = Pick<SessionParts, 'access' | 'store' | 'elapsed'> & {
  readonly end: (sessionId: string) => void
}

/**
 * Selects the sessions to verify: new ones, ones not confirmed for a while, and all of them after a possible
 * revocation.
 */
function createWatch({ access, store, elapsed, end }: WatchParts) {
  let fresh = new Set<string>()
  /** Change counter at the last complete verification; null if unknown. */
  let version: number | null = null
  let running: Promise<void> | undefined

  const ask = async (ids: readonly string[], all: ReadonlyMap<string, Followed>) => {
    for (let from = 0; from < ids.length; from += askedAtOnce) {
      if (from > 0) await nextEventLoopTurn()
      const asked = ids.slice(from, from + askedAtOnce)
      const at = elapsed()
      const live = await access.liveSessions(asked)
      for (const id of asked) {
        const own = all.get(id)
        if (!live.has(id)) end(id)
        else if (own) own.verifiedAt = Math.max(own.verifiedAt, at)
      }
    }
  }
  const check = async (all: ReadonlyMap<string, Followed>, isSuspected: boolean) => {
    // Taken before the query: a change during the query is handled by the next check.
    const now = store.accessVersion()
    const isSame = now !== null && now === version && !isSuspected
    const before = elapsed() - verifyEveryMs
    const ids = [...all.keys()].filter((id) => !isSame || fresh.has(id) || all.get(id)!.verifiedAt <= before)
    fresh = new Set()
    version = null
    await ask(ids, all)
    version = now
  }
  return {
    isNew: (sessionId: string) => void fresh.add(sessionId),
    /** `isSuspected`: sessions have been reported as ended; this resolves when their connections are closed. */
    async check(all: ReadonlyMap<string, Followed>, isSuspected: boolean): Promise<void> {
      if (running && !isSuspected) return
      // A query in progress may have started before they ended.
      const mine = (running ?? Promise.resolve()).catch(() => {}).then(() => check(all, isSuspected))
      running = mine
      try {
        await mine
      } finally {
        if (running === mine) running = undefined
      }
    },
  }
}
