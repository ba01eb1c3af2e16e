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
  closeEnded(): void
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
const verifyBatchSize = 500

/** A session that has connections. */
type ConnectedSession = {
  readonly members: SessionMember[]
  /** When the store itself last confirmed the session. */
  verifiedAt: number
}

/**
 * The timer runs while there is a connection. Sessions that end in this process close their connections at
 * once.
 */
export function createSessionConnections({ access, store, elapsed, log }: SessionParts): SessionConnections {
  const sessions = new Map<string, ConnectedSession>()
  const end = (sessionId: string) => {
    for (const member of sessions.get(sessionId)?.members.slice() ?? []) member.closeEnded()
  }
  const verifier = createSessionVerifier({ access, store, elapsed, end })
  let stop: (() => void) | undefined

  /** Closes connections whose verification will be too old by the next check. */
  const closeUnverified = () => {
    const oldestAllowed = elapsed() + checkEveryMs - maxAgeMs
    for (const { members, verifiedAt } of sessions.values())
      if (verifiedAt <= oldestAllowed)
        for (const member of members.slice())
          member.close(closeCodes.goingAway, 'the session cannot be checked')
  }
  const check = async (isSuspected: boolean) => {
    try {
      await verifier.check(sessions, isSuspected)
    } catch {
      log('warn', 'feed-session-check-failed')
      closeUnverified()
    }
  }
  const tick = () => {
    void check(false)
    // The deadline also applies if the store is slow to fail.
    closeUnverified()
  }
  const start = () => {
    const timer = setInterval(tick, checkEveryMs)
    const stops = [access.onSessionEnded(end), access.onAccessEnded(() => check(true))]
    return () => {
      clearInterval(timer)
      for (const stopListening of stops) stopListening()
    }
  }
  return {
    add({ id, verifiedAt }, member) {
      const session = sessions.get(id) ?? { members: [], verifiedAt }
      if (session.members.length >= feedClientLimits.connectionsPerSession)
        session.members[0]!.close(closeCodes.overloaded, 'too many connections of one session')
      // Removes the session with its last connection.
      sessions.set(id, session)
      session.members.push(member)
      session.verifiedAt = Math.max(session.verifiedAt, verifiedAt)
      verifier.addNew(id)
      stop ??= start()
    },
    remove(sessionId, member) {
      const members = sessions.get(sessionId)?.members
      if (!members) return
      members.splice(members.indexOf(member), 1)
      if (members.length === 0) sessions.delete(sessionId)
      if (sessions.size > 0) return
      stop?.()
      stop = undefined
    },
  }
}

type VerifierParts = Pick<SessionParts, 'access' | 'store' | 'elapsed'> & {
  readonly end: (sessionId: string) => void
}

/**
 * Selects the sessions to verify: new ones, ones not confirmed for a while, and all of them after a possible
 * revocation.
 */
function createSessionVerifier({ access, store, elapsed, end }: VerifierParts) {
  let newIds = new Set<string>()
  /** Change counter at the last complete verification; null if unknown. */
  let version: number | null = null
  let running: Promise<void> | undefined

  const verify = async (ids: readonly string[], sessions: ReadonlyMap<string, ConnectedSession>) => {
    for (let from = 0; from < ids.length; from += verifyBatchSize) {
      if (from > 0) await nextEventLoopTurn()
      const batch = ids.slice(from, from + verifyBatchSize)
      const queriedAt = elapsed()
      const live = await access.liveSessions(batch)
      for (const id of batch) {
        const session = sessions.get(id)
        if (!live.has(id)) end(id)
        else if (session) session.verifiedAt = Math.max(session.verifiedAt, queriedAt)
      }
    }
  }
  const check = async (sessions: ReadonlyMap<string, ConnectedSession>, isSuspected: boolean) => {
    // Taken before the query: a change during the query is handled by the next check.
    const currentVersion = store.accessVersion()
    const isUnchanged = currentVersion !== null && currentVersion === version && !isSuspected
    const oldestVerified = elapsed() - verifyEveryMs
    const ids = [...sessions.keys()].filter(
      (id) => !isUnchanged || newIds.has(id) || sessions.get(id)!.verifiedAt <= oldestVerified,
    )
    newIds = new Set()
    version = null
    await verify(ids, sessions)
    version = currentVersion
  }
  return {
    addNew: (sessionId: string) => void newIds.add(sessionId),
    /** `isSuspected`: sessions have been reported as ended; this resolves when their connections are closed. */
    async check(sessions: ReadonlyMap<string, ConnectedSession>, isSuspected: boolean): Promise<void> {
      if (running && !isSuspected) return
      // A query in progress may have started before they ended.
      const current = (running ?? Promise.resolve()).catch(() => {}).then(() => check(sessions, isSuspected))
      running = current
      try {
        await current
      } finally {
        if (running === current) running = undefined
      }
    },
  }
}
