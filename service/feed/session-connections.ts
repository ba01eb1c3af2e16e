/**
 * Connections by session: limits their number, and closes them soon after the session has ended, or after its
 * partner may show other data.
 */
import { closeCodes } from '#contract/feed.ts'
import type { LicensedEnvironmentOf, SessionIdentity } from '#service/access/environments.ts'
import type { WidgetSessions } from '#service/access/sessions/widget-sessions.ts'
import { isLiveEnvironment } from '#service/shared/environment-names.ts'
import type { CredentialEnvironment } from '#service/shared/environment-names.ts'
import type { Log } from '#service/shared/log.ts'
import { feedClientLimits } from '#service/shared/limits.ts'
import { nextEventLoopTurn } from '#service/shared/event-loop.ts'
import type { Store } from '#service/store/store.ts'
import { maxAgeMs } from '#service/store/cache-validity.ts'

/** A connection of a session. */
export type SessionMember = {
  /** Closes it with a code of the contract, which also removes it. */
  close(code: number, reason: string): void
  /** Closes it because its session has ended. */
  closeSessionEnded(): void
}

/** The facts of a session that its connections depend on. */
export type MemberSession = Pick<SessionIdentity, 'id' | 'partnerId' | 'environment' | 'verifiedAt'>

export type SessionConnections = {
  /**
   * Closes the session's oldest connection if it already has the maximum, and its connections to another
   * environment.
   */
  add(session: MemberSession, member: SessionMember): void
  remove(sessionId: string, member: SessionMember): void
}

export type SessionParts = {
  readonly access: Pick<WidgetSessions, 'liveSessions' | 'onSessionEnded' | 'onAccessEnded'> &
    Partial<Pick<WidgetSessions, 'licensedEnvironmentOf'>>
  readonly store: Pick<Store, 'accessVersion'>
  /** Monotonic milliseconds. */
  readonly elapsed: () => number
  readonly log: Log
}

/**
 * Interval of the checks for sessions that a revocation or another process has ended. Milliseconds.
 */
const checkIntervalMs = 2000
/** A session is verified again after this time, even if nothing has changed. Milliseconds. */
const reverifyAfterMs = 30_000
/** Number of sessions per store query. Other work can run between queries. */
const verifyBatchSize = 500

/** A session that has connections. */
type ConnectedSession = {
  readonly members: SessionMember[]
  readonly partnerId: string
  /** The environment that the members read. */
  readonly environment: CredentialEnvironment
  /** Time at which the store, not a cache, last confirmed the session. Monotonic milliseconds. */
  verifiedAt: number
}

/**
 * Creates an empty registry. Its timer runs only while there are connections. The connections of a
 * session that ends in this process are closed immediately.
 */
export function createSessionConnections({ access, store, elapsed, log }: SessionParts): SessionConnections {
  const sessions = new Map<string, ConnectedSession>()
  const closeEnded = (sessionId: string) => {
    for (const member of sessions.get(sessionId)?.members.slice() ?? []) member.closeSessionEnded()
  }
  /** Clients reconnect, and then read the environment of what they may show now. */
  const closeMoved = (sessionId: string) => {
    for (const member of sessions.get(sessionId)?.members.slice() ?? [])
      member.close(closeCodes.goingAway, 'the data that the session may show has changed')
  }
  const verifier = createSessionVerifier({
    access,
    store,
    elapsed,
    onEnded: closeEnded,
    onMoved: closeMoved,
  })
  let stop: (() => void) | undefined

  /** Closes connections whose verification will be too old by the next check. */
  const closeUnverified = () => {
    const expiryThreshold = elapsed() + checkIntervalMs - maxAgeMs
    for (const { members, verifiedAt } of sessions.values())
      if (verifiedAt <= expiryThreshold)
        for (const member of members.slice())
          member.close(closeCodes.goingAway, 'the session cannot be checked')
  }
  const check = async (sessionsMayHaveEnded: boolean) => {
    try {
      await verifier.check(sessions, sessionsMayHaveEnded)
    } catch {
      log('warn', 'feed-session-check-failed')
      closeUnverified()
    }
  }
  const tick = () => {
    void check(false)
    // Not only after a failed check: the store may never respond.
    closeUnverified()
  }
  const start = () => {
    const timer = setInterval(tick, checkIntervalMs)
    const stops = [access.onSessionEnded(closeEnded), access.onAccessEnded(() => check(true))]
    return () => {
      clearInterval(timer)
      for (const stopListening of stops) stopListening()
    }
  }
  return {
    add({ id, partnerId, environment, verifiedAt }, member) {
      if (sessions.get(id)?.environment !== environment) closeMoved(id)
      const session = sessions.get(id) ?? { members: [], partnerId, environment, verifiedAt }
      if (session.members.length >= feedClientLimits.connectionsPerSession)
        session.members[0]!.close(closeCodes.overloaded, 'too many connections of one session')
      // Adds it again if closing its only connection has removed it.
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

/** Whether a session that reads the configured market now reads another environment of it. */
const hasMoved = async (
  { partnerId, environment }: ConnectedSession,
  licensedEnvironmentOf: LicensedEnvironmentOf,
): Promise<boolean> =>
  isLiveEnvironment(environment) && (await licensedEnvironmentOf(partnerId)) !== environment

type VerifierParts = Pick<SessionParts, 'access' | 'store' | 'elapsed'> & {
  readonly onEnded: (sessionId: string) => void
  /** Called for a session that now reads another environment. */
  readonly onMoved: (sessionId: string) => void
}

/**
 * Creates a verifier of sessions. A check verifies new sessions, those that were not confirmed for
 * `reverifyAfterMs`, and all sessions after a change that may have ended some.
 */
function createSessionVerifier({ access, store, elapsed, onEnded, onMoved }: VerifierParts) {
  let newIds = new Set<string>()
  /** The store's change counter at the last complete check; null if unknown. */
  let checkedVersion: number | null = null
  let running: Promise<void> | undefined

  const { licensedEnvironmentOf } = access
  const verify = async (ids: readonly string[], sessions: ReadonlyMap<string, ConnectedSession>) => {
    for (let start = 0; start < ids.length; start += verifyBatchSize) {
      if (start > 0) await nextEventLoopTurn()
      const batch = ids.slice(start, start + verifyBatchSize)
      const queriedAt = elapsed()
      const live = await access.liveSessions(batch)
      for (const id of batch) {
        const session = sessions.get(id)
        if (!live.has(id)) onEnded(id)
        else if (session) {
          session.verifiedAt = Math.max(session.verifiedAt, queriedAt)
          if (licensedEnvironmentOf && (await hasMoved(session, licensedEnvironmentOf))) onMoved(id)
        }
      }
    }
  }
  const check = async (sessions: ReadonlyMap<string, ConnectedSession>, sessionsMayHaveEnded: boolean) => {
    // Read before the query, so that the next check handles a change during the query.
    const currentVersion = store.accessVersion()
    const isUnchanged = currentVersion !== null && currentVersion === checkedVersion && !sessionsMayHaveEnded
    const reverifyThreshold = elapsed() - reverifyAfterMs
    const ids = [...sessions.keys()].filter(
      (id) => !isUnchanged || newIds.has(id) || sessions.get(id)!.verifiedAt <= reverifyThreshold,
    )
    newIds = new Set()
    checkedVersion = null
    await verify(ids, sessions)
    checkedVersion = currentVersion
  }
  return {
    addNew: (sessionId: string) => void newIds.add(sessionId),
    /**
     * Verifies the sessions that need it. With `sessionsMayHaveEnded`, verifies all of them, and
     * resolves after the connections of ended ones have been closed.
     */
    async check(
      sessions: ReadonlyMap<string, ConnectedSession>,
      sessionsMayHaveEnded: boolean,
    ): Promise<void> {
      if (running && !sessionsMayHaveEnded) return
      // Follows a running check, whose queries may have preceded the end of the sessions.
      const current = (running ?? Promise.resolve())
        .catch(() => {})
        .then(() => check(sessions, sessionsMayHaveEnded))
      running = current
      try {
        await current
      } finally {
        if (running === current) running = undefined
      }
    },
  }
}
