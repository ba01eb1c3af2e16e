/** Which connections are of which session: so many of one at most, and all of them closed soon after it has ended. */
import { closeCodes } from '#contract/feed.ts'
import type { WidgetSessions } from '#service/access/sessions/widget-sessions.ts'
import type { Log } from '#service/shared/log.ts'
import { turn } from '#service/shared/event-loop.ts'
import type { VerifiedSession } from '#service/store/caching.ts'
import type { Store } from '#service/store/store.ts'
import { believedMs } from '#service/store/cache-validity.ts'

/** A connection of a session. */
export type SessionMember = {
  /** Closes it with a code of the contract; it is removed by that. */
  close(code: number, reason: string): void
  /** Its session is over: closes it. */
  sessionEnded(): void
}

export type SessionConnections = {
  /** Where the session has its most already, its oldest is closed. */
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

/** A session's connections beyond this many close its oldest. */
const mostPerSession = 4
/** What others end, by a revocation or from another process, is noticed within this time. */
const checkEveryMs = 2000
/** A session is asked about again after this long, whatever has changed. Milliseconds. */
const verifyEveryMs = 30_000
/** Sessions the store is asked about at a time; others are let in between. */
const askedAtOnce = 500

/** A session that has connections. */
type Followed = {
  readonly members: SessionMember[]
  /** When the store itself last vouched for it. */
  verifiedAt: number
}

/** The timer runs while there is a connection. What ends in this process closes its connections at once. */
export function createSessionConnections({ access, store, elapsed, log }: SessionParts): SessionConnections {
  const followed = new Map<string, Followed>()
  const end = (sessionId: string) => {
    for (const member of followed.get(sessionId)?.members.slice() ?? []) member.sessionEnded()
  }
  const watch = createWatch({ access, store, elapsed, end })
  let stop: (() => void) | undefined

  /** Those nobody can vouch for any more by the next time. */
  const closeUnverified = () => {
    const before = elapsed() + checkEveryMs - believedMs
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
    // Where the store is slow to say that it cannot, the time is over all the same.
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
      if (own.members.length >= mostPerSession)
        own.members[0]!.close(closeCodes.overloaded, 'too many connections of one session')
      // The last to leave takes the list with it.
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
 * Which sessions the store has to be asked about: those that have come since the last time and those it has not vouched for in a
 * while, and all of them where something may have been revoked or ended since.
 */
function createWatch({ access, store, elapsed, end }: WatchParts) {
  let fresh = new Set<string>()
  /** Of the last time all answers were had; null where it is not known. */
  let version: number | null = null
  let running: Promise<void> | undefined

  const ask = async (ids: readonly string[], all: ReadonlyMap<string, Followed>) => {
    for (let from = 0; from < ids.length; from += askedAtOnce) {
      if (from > 0) await turn()
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
    // Before asking: what changes while the store answers is asked about the next time.
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
    /** `isSuspected`: somebody says that sessions have ended; who waits for this has their connections closed. */
    async check(all: ReadonlyMap<string, Followed>, isSuspected: boolean): Promise<void> {
      if (running && !isSuspected) return
      // What is being asked already may have been asked before they ended.
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
