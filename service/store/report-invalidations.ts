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
 * @param changed increments the engine's change counter; called before the listeners
 */
export function reportInvalidations(
  engine: Omit<Store, 'onInvalidation'>,
  changed: () => void = () => {},
): Store {
  const { listen, tell } = createListeners()
  const report = (event: InvalidationEvent) => {
    changed()
    return tell(event)
  }
  return {
    ...engine,
    ...reportingRepositories(engine, report),
    together: reportingTransaction(engine, report),
    onInvalidation: listen,
  }
}

/**
 * Reported are: a key revoked or its secret replaced, a domain removed, settings changed, an account
 * disabled, a session ended (also by a newer one of its token or user), and another batch served. A failed
 * call may have taken effect all the same and is reported too. Additions and expiry by time are not reported.
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
  const ifDone = (isDone: boolean) => (isDone ? accessEnded : undefined)
  const ifAny = (ids: readonly string[]) => (ids.length > 0 ? sessionsEnded(ids) : undefined)
  return {
    audit,
    accounts: {
      ...accounts,
      setSettings: (...args) => reporting(accounts.setSettings(...args), ifDone),
      setDisabled: (...args) => reporting(accounts.setDisabled(...args), ifDone),
      removeDomain: (...args) => reporting(accounts.removeDomain(...args), ifDone),
    },
    batches: {
      ...batches,
      publish: (...args) => reporting(batches.publish(...args), () => batchPublished),
      rollback: (...args) =>
        reporting(batches.rollback(...args), (batch) => (batch ? batchPublished : undefined)),
    },
    keys: {
      ...keys,
      replaceSecret: (...args) => reporting(keys.replaceSecret(...args), ifDone),
      revoke: (...args) => reporting(keys.revoke(...args), ifDone),
    },
    sessions: {
      ...sessions,
      open: (...args) => reporting(sessions.open(...args), ifAny),
      end: (...args) =>
        reporting(sessions.end(...args), (isDone) => (isDone ? sessionsEnded([args[0]]) : undefined)),
      endAll: (...args) => reporting(sessions.endAll(...args), ifAny),
      endOldest: (...args) => reporting(sessions.endOldest(...args), ifAny),
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
