/**
 * Reporting of invalidations by a store: a call that revokes or replaces data reports that before
 * it resolves, so that caches of this and other processes drop the old data.
 */
import { createListeners } from './invalidation-events.ts'
import type { InvalidationEvent } from './invalidation-events.ts'
import type { TransactionalRepositories, Store } from './store.ts'

type Report = (event: InvalidationEvent) => void | Promise<void>

/**
 * Wraps an engine: its calls report invalidations to the listeners of `onInvalidation`, and resolve
 * after the listeners have finished. A transaction reports after its commit.
 *
 * @param onChange increments the engine's change counter; called before the listeners
 */
export function reportInvalidations(
  engine: Omit<Store, 'onInvalidation'>,
  onChange: () => void = () => {},
): Store {
  const { listen, notify } = createListeners()
  const report = (event: InvalidationEvent) => {
    onChange()
    return notify(event)
  }
  return {
    ...engine,
    ...reportingRepositories(engine, report),
    transaction: reportingTransaction(engine, report),
    onInvalidation: listen,
  }
}

/**
 * Reports revoked keys, replaced secrets, removed domains, changed settings, disabled and enabled
 * accounts, ended sessions (also by a newer session of the same token or user), and changes of the
 * served batch and of releases. Also reports a failed call, because it may have taken effect. Does not report
 * additions and expiry.
 */
function reportingRepositories(
  { accounts, batches, keys, sessions, releases, fonts, audit }: TransactionalRepositories,
  report: Report,
): TransactionalRepositories {
  const reportAfter = async <Result>(
    call: Promise<Result>,
    eventOf: (result: Result) => InvalidationEvent | undefined,
  ): Promise<Result> => {
    let event: InvalidationEvent | undefined = accessUncertain
    try {
      event = eventOf(await call)
    } catch {
      // The caller receives the error.
    }
    if (event) await report(event)
    return call
  }
  const accessEndedIf = (isDone: boolean) => (isDone ? accessEnded : undefined)
  const sessionsEndedIf = (ids: readonly string[]) => (ids.length > 0 ? sessionsEnded(ids) : undefined)
  return {
    audit,
    // No process caches fonts.
    fonts,
    accounts: {
      ...accounts,
      setSettings: (...args) => reportAfter(accounts.setSettings(...args), accessEndedIf),
      setDisabled: (...args) => reportAfter(accounts.setDisabled(...args), accessEndedIf),
      removeDomain: (...args) => reportAfter(accounts.removeDomain(...args), accessEndedIf),
    },
    batches: {
      ...batches,
      publish: (...args) => reportAfter(batches.publish(...args), () => batchPublished),
      rollback: (...args) =>
        reportAfter(batches.rollback(...args), (batch) => (batch ? batchPublished : undefined)),
    },
    releases: {
      ...releases,
      put: (...args) => reportAfter(releases.put(...args), () => releasesChanged),
    },
    keys: {
      ...keys,
      replaceSecret: (...args) => reportAfter(keys.replaceSecret(...args), accessEndedIf),
      revoke: (...args) => reportAfter(keys.revoke(...args), accessEndedIf),
    },
    sessions: {
      ...sessions,
      open: (...args) => reportAfter(sessions.open(...args), sessionsEndedIf),
      end: (...args) =>
        reportAfter(sessions.end(...args), (isDone) => (isDone ? sessionsEnded([args[0]]) : undefined)),
      endAll: (...args) => reportAfter(sessions.endAll(...args), sessionsEndedIf),
      endOldest: (...args) => reportAfter(sessions.endOldest(...args), sessionsEndedIf),
    },
  }
}

/**
 * Reports the invalidations of a transaction after its commit. If a transaction with invalidations
 * fails, reports `access-uncertain`, because it may have been committed.
 */
function reportingTransaction(
  { transaction }: Pick<Store, 'transaction'>,
  report: Report,
): Store['transaction'] {
  return async (work) => {
    const events: InvalidationEvent[] = []
    const reportAll = async (merged: readonly InvalidationEvent[]) => {
      for (const event of merged) await report(event)
    }
    try {
      const result = await transaction((parts) =>
        work(reportingRepositories(parts, (event) => void events.push(event))),
      )
      await reportAll(mergeEvents(events))
      return result
    } catch (error) {
      await reportAll(events.length > 0 ? [accessUncertain] : [])
      throw error
    }
  }
}

/**
 * Removes duplicate events and merges the ended sessions, because the caller waits for each event.
 */
function mergeEvents(events: readonly InvalidationEvent[]): readonly InvalidationEvent[] {
  const ids = events.flatMap((event) => (event.kind === 'sessions-ended' ? event.ids : []))
  const others = [accessEnded, accessUncertain, batchPublished, releasesChanged].filter(({ kind }) =>
    events.some((event) => event.kind === kind),
  )
  return ids.length > 0 ? [...others, sessionsEnded(ids)] : others
}

const accessEnded: InvalidationEvent = { kind: 'access-ended' }
const accessUncertain: InvalidationEvent = { kind: 'access-uncertain' }
const batchPublished: InvalidationEvent = { kind: 'batch-published' }
const releasesChanged: InvalidationEvent = { kind: 'releases-changed' }
const sessionsEnded = (ids: readonly string[]): InvalidationEvent => ({ kind: 'sessions-ended', ids })
