/** Which connections are of which session: so many of one at most, and all of them closed soon after it has ended. */
import { closeCodes } from '#contract/feed.ts'
import type { WidgetSessions } from '#service/access/widget-sessions.ts'
import type { Log } from '#service/settings/log.ts'
import { turn } from '#service/settings/turn.ts'
import { believedMs } from '#service/store/outlasting.ts'
import type { Store } from '#service/store/store.ts'

/** A connection of a session. */
export type SessionMember = {
  /** Closes it with a code of the contract; it is removed by that. */
  close(code: number, reason: string): void
  /** Its session is over: closes it. */
  sessionEnded(): void
}

export type SessionConnections = {
  /** Where the session has its most already, its oldest is closed. */
  add(sessionId: string, member: SessionMember): void
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
/** Sessions the store is asked about at a time; others are let in between. */
const askedAtOnce = 500

/** The timer runs while there is a connection. What ends in this process closes its connections at once. */
export function createSessionConnections({ access, store, elapsed, log }: SessionParts): SessionConnections {
  const members = new Map<string, SessionMember[]>()
  const watch = createWatch({ access, store })
  let stop: (() => void) | undefined

  const end = (sessionId: string) => {
    for (const member of members.get(sessionId)?.slice() ?? []) member.sessionEnded()
  }
  /** When the store last said which sessions are alive. */
  let knownAt = elapsed()
  const closeUnknown = () => {
    for (const own of members.values())
      for (const member of own.slice()) member.close(closeCodes.goingAway, 'the session cannot be checked')
  }
  const check = async (isSuspected: boolean) => {
    try {
      await watch.check(members, isSuspected, end)
      knownAt = elapsed()
    } catch {
      log('warn', 'feed-session-check-failed')
      if (elapsed() - knownAt >= believedMs) closeUnknown()
    }
  }
  const start = () => {
    // Who is the first has just been let in.
    knownAt = elapsed()
    const timer = setInterval(() => void check(false), checkEveryMs)
    const stops = [access.onSessionEnded(end), access.onAccessEnded(() => check(true))]
    return () => {
      clearInterval(timer)
      for (const one of stops) one()
    }
  }
  return {
    add(sessionId, member) {
      const own = members.get(sessionId) ?? []
      if (own.length >= mostPerSession)
        own[0]!.close(closeCodes.overloaded, 'too many connections of one session')
      // The last to leave takes the list with it.
      members.set(sessionId, own)
      own.push(member)
      watch.isNew(sessionId)
      stop ??= start()
    },
    remove(sessionId, member) {
      const own = members.get(sessionId)
      if (!own) return
      own.splice(own.indexOf(member), 1)
      if (own.length === 0) members.delete(sessionId)
      if (members.size > 0) return
      stop?.()
      stop = undefined
    },
  }
}

/**
 * Which sessions the store has to be asked about: those that have come since the last time, and all of them where something
 * may have been revoked or ended since.
 */
function createWatch({ access, store }: Pick<SessionParts, 'access' | 'store'>) {
  let fresh = new Set<string>()
  /** Of the last time all answers were had; null where it is not known. */
  let version: number | null = null
  let running: Promise<void> | undefined

  const ask = async (ids: readonly string[], end: (sessionId: string) => void) => {
    for (let from = 0; from < ids.length; from += askedAtOnce) {
      if (from > 0) await turn()
      const asked = ids.slice(from, from + askedAtOnce)
      const live = await access.liveSessions(asked)
      for (const id of asked) if (!live.has(id)) end(id)
    }
  }
  const check = async (
    all: ReadonlyMap<string, unknown>,
    isSuspected: boolean,
    end: (sessionId: string) => void,
  ) => {
    // Before asking: what changes while the store answers is asked about the next time.
    const now = store.accessVersion()
    const isSame = now !== null && now === version && !isSuspected
    const ids = isSame ? [...fresh].filter((id) => all.has(id)) : [...all.keys()]
    fresh = new Set()
    version = null
    await ask(ids, end)
    version = now
  }
  return {
    isNew: (sessionId: string) => void fresh.add(sessionId),
    /** `isSuspected`: somebody says that sessions have ended; who waits for this has their connections closed. */
    async check(
      all: ReadonlyMap<string, unknown>,
      isSuspected: boolean,
      end: (sessionId: string) => void,
    ): Promise<void> {
      if (running && !isSuspected) return
      // What is being asked already may have been asked before they ended.
      const mine = (running ?? Promise.resolve()).catch(() => {}).then(() => check(all, isSuspected, end))
      running = mine
      try {
        await mine
      } finally {
        if (running === mine) running = undefined
      }
    },
  }
}
