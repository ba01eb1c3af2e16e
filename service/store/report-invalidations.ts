/**
 * Reporting of invalidations by a store: calls that revoke or replace something report it before they
 * resolve, so that caches of this and other processes drop what they have read before.
 */
import { createListeners } from './invalidation-events.ts'
import type { InvalidationEvent } from './invalidation-events.ts'
import type { Changing, Store } from './store.ts'

type Report = (event: InvalidationEvent) => void | Promise<void>

/**
 * Wraps the calls of an engine so that they report invalidations to the listeners of `onInvalidation` and
 * resolve after the listeners have. A transaction reports once it has been committed.
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
    together: reportingTransaction(engine, report),
    onInvalidation: listen,
  }
}

/**
 * Reports revoked keys, replaced secrets, removed domains, changed settings, disabled accounts, ended sessions
 * (also those that a newer one of their token or user replaces), and another served batch. A failed call is
 * reported too, because it may have taken effect. Additions and expiry by time are not reported.
 */
function reportingRepositories(
  { accounts, batches, keys, sessions, audit }: Changing,
  report: Report,
): Changing {
  const reporting = async <Result>(
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
    accounts: {
      ...accounts,
      setSettings: (...args) => reporting(accounts.setSettings(...args), accessEndedIf),
      setDisabled: (...args) => reporting(accounts.setDisabled(...args), accessEndedIf),
      removeDomain: (...args) => reporting(accounts.removeDomain(...args), accessEndedIf),
    },
    batches: {
      ...batches,
      publish: (...args) => reporting(batches.publish(...args), () => batchPublished),
      rollback: (...args) =>
        reporting(batches.rollback(...args), (batch) => (batch ? batchPublished : undefined)),
    },
    keys: {
      ...keys,
      replaceSecret: (...args) => reporting(keys.replaceSecret(...args), accessEndedIf),
      revoke: (...args) => reporting(keys.revoke(...args), accessEndedIf),
    },
    sessions: {
      ...sessions,
      open: (...args) => reporting(sessions.open(...args), sessionsEndedIf),
      end: (...args) =>
        reporting(sessions.end(...args), (isDone) => (isDone ? sessionsEnded([args[0]]) : undefined)),
      endAll: (...args) => reporting(sessions.endAll(...args), sessionsEndedIf),
      endOldest: (...args) => reporting(sessions.endOldest(...args), sessionsEndedIf),
    },
  }
}

/**
 * Reports the invalidations of a transaction after it has been committed, or may have been: a failed
 * transaction with any of them is reported as uncertain.
 */
function reportingTransaction({ together }: Pick<Store, 'together'>, report: Report): Store['together'] {
  return async (work) => {
    const events: InvalidationEvent[] = []
    const reportAll = async (merged: readonly InvalidationEvent[]) => {
      for (const event of merged) await report(event)
    }
    try {
      const result = await together((parts) =>
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

/** Removes duplicate events and joins those of sessions, because the caller waits for each event. */
function mergeEvents(events: readonly InvalidationEvent[]): readonly InvalidationEvent[] {
  const ids = events.flatMap((event) => (event.kind === 'sessions-ended' ? event.ids : []))
  const others = [accessEnded, accessUncertain, batchPublished].filter(({ kind }) =>
    events.some((event) => event.kind === kind),
  )
  return ids.length > 0 ? [...others, sessionsEnded(ids)] : others
}

const accessEnded: InvalidationEvent = { kind: 'access-ended' }
const accessUncertain: InvalidationEvent = { kind: 'access-uncertain' }
const batchPublished: InvalidationEvent = { kind: 'batch-published' }
const sessionsEnded = (ids: readonly string[]): InvalidationEvent => ({ kind: 'sessions-ended', ids })
