/** Opens, recognises and ends widget sessions (docs/specification.md 5.3.3, 5.4). */
import type { Session } from '#service/store/sessions.ts'
import type { SharedAccessParts } from '#service/access/access-parts.ts'
import { createSessionOpening } from './session-opening.ts'
import type { OpenSession } from './session-opening.ts'
import { createSessionRecognition } from './session-recognition.ts'
import type { SessionRecognition } from './session-recognition.ts'
import { createSessionWaits } from './session-waits.ts'
import { createTestSessions } from './test-sessions.ts'
import type { EnvironmentCheck } from '#service/access/environments.ts'

export type WidgetSessions = SessionRecognition & {
  openSession: OpenSession
  endSession(session: Session): Promise<void>
  /** The ids of live sessions among `ids`: not ended or expired, with a valid key and account. */
  liveSessions(ids: readonly string[]): Promise<ReadonlySet<string>>
  /** Registers a listener for the id of each session that ends in any process. */
  onSessionEnded(listener: (id: string) => void): () => void
  /**
   * Registers a listener for changes that may have ended sessions; `liveSessions` returns the
   * remaining ones.
   */
  onAccessEnded(listener: () => Promise<void>): () => void
  readonly licensedEnvironmentOf: EnvironmentCheck['licensedEnvironmentOf']
}

export function createWidgetSessions(
  shared: SharedAccessParts,
  environments: EnvironmentCheck,
): WidgetSessions {
  const parts = { ...shared, environments, testSessions: createTestSessions(), waits: createSessionWaits() }
  const { store, clock, log } = parts
  const listeners = new Set<(id: string) => void>()
  const notifyEnded = (id: string) => {
    for (const listener of listeners) listener(id)
  }
  const accessListeners = new Set<() => Promise<void>>()
  shared.invalidations?.listen(async (event) => {
    if (event.kind === 'sessions-ended') for (const id of event.ids) notifyEnded(id)
    if (event.kind === 'access-ended' || event.kind === 'access-uncertain')
      await Promise.all([...accessListeners].map((listener) => listener()))
  })
  return {
    ...createSessionRecognition(parts),
    openSession: createSessionOpening(parts, notifyEnded),
    async endSession(session) {
      if (!(await store.sessions.end(session.id, clock()))) return
      log('info', 'session-ended', { account: session.partnerId, session: session.id })
      notifyEnded(session.id)
    },
    async liveSessions(ids) {
      return store.sessions.live(ids, clock())
    },
    licensedEnvironmentOf: environments.licensedEnvironmentOf,
    onSessionEnded(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    onAccessEnded(listener) {
      accessListeners.add(listener)
      return () => void accessListeners.delete(listener)
    },
  }
}
