/**
 * What somebody may no longer do, as a number that changes: whoever remembers that a credential was good remembers the
 * number it was found good at, and asks the store again once that differs.
 */
import type { Notice } from './notices.ts'
import type { Store } from './store.ts'

type Ending = Pick<Store, 'accounts' | 'batches' | 'keys' | 'sessions'>

/**
 * The same repositories, whose calls that end something say so before they resolve, and wait for who is told: a key revoked
 * or its secret replaced, a domain removed, settings changed, an account disabled, a session ended, by another one of its
 * token or user too; and those by which another batch is served. A call that failed may have ended something all the same. What is only added ends nothing, and what is over by its time ends by the clock.
 */
export function tellingEnds<Parts extends Ending>(
  parts: Parts,
  ended: (notice: Notice) => void | Promise<void>,
): Parts {
  const telling = async <Answer>(
    answer: Promise<Answer>,
    endOf: (answer: Answer) => Notice | undefined,
  ): Promise<Answer> => {
    let end: Notice | undefined = accessUncertain
    try {
      end = endOf(await answer)
    } catch {
      // Its caller hears of it.
    }
    if (end) await ended(end)
    return answer
  }
  const isDone = (done: boolean) => (done ? accessEnded : undefined)
  const areAny = (ids: readonly string[]) => (ids.length > 0 ? sessionsEnded(ids) : undefined)
  const { accounts, batches, keys, sessions } = parts
  return {
    ...parts,
    accounts: {
      ...accounts,
      setSettings: (...given) => telling(accounts.setSettings(...given), isDone),
      setDisabled: (...given) => telling(accounts.setDisabled(...given), isDone),
      removeDomain: (...given) => telling(accounts.removeDomain(...given), isDone),
    },
    batches: {
      ...batches,
      publish: (...given) => telling(batches.publish(...given), () => batchPublished),
      rollback: (...given) =>
        telling(batches.rollback(...given), (batch) => (batch ? batchPublished : undefined)),
    },
    keys: {
      ...keys,
      replaceSecret: (...given) => telling(keys.replaceSecret(...given), isDone),
      revoke: (...given) => telling(keys.revoke(...given), isDone),
    },
    sessions: {
      ...sessions,
      open: (...given) => telling(sessions.open(...given), areAny),
      end: (...given) =>
        telling(sessions.end(...given), (done) => (done ? sessionsEnded([given[0]]) : undefined)),
      endAll: (...given) => telling(sessions.endAll(...given), areAny),
      endOldest: (...given) => telling(sessions.endOldest(...given), areAny),
    },
  }
}

const accessEnded: Notice = { kind: 'access-ended' }
const accessUncertain: Notice = { kind: 'access-uncertain' }
const batchPublished: Notice = { kind: 'batch-published' }
const sessionsEnded = (ids: readonly string[]): Notice => ({ kind: 'sessions-ended', ids })
