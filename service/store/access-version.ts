/**
 * What somebody may no longer do, as a number that changes: whoever remembers that a credential was good remembers the
 * number it was found good at, and asks the store again once that differs.
 */
import type { Notice } from './invalidation-events.ts'
import type { Store } from './store.ts'

type Ending = Pick<Store, 'accounts' | 'batches' | 'keys' | 'sessions'>
type Tell = (notice: Notice) => void | Promise<void>

/**
 * The same repositories, whose calls that end something say so before they resolve, and wait for who is told: a key revoked
 * or its secret replaced, a domain removed, settings changed, an account disabled, a session ended, by another one of its
 * token or user too; and those by which another batch is served. A call that failed may have ended something all the same. What is only added ends nothing, and what is over by its time ends by the clock.
 */
export function tellingEnds<Parts extends Ending>(parts: Parts, ended: Tell): Parts {
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
/** The same of several calls in one step: what ended by them is told when it has, or may have. */
export const tellingTogether =
  (together: Store['together'], ended: Tell): Store['together'] =>
  async (work) => {
    const within: Notice[] = []
    const tell = async (notices: readonly Notice[]) => {
      for (const notice of notices) await ended(notice)
    }
    try {
      const result = await together((parts) => work(tellingEnds(parts, (notice) => void within.push(notice))))
      await tell(merged(within))
      return result
    } catch (error) {
      await tell(within.length > 0 ? [accessUncertain] : [])
      throw error
    }
  }

/** As few as say the same: each may be waited for. */
function merged(notices: readonly Notice[]): readonly Notice[] {
  const ids = notices.flatMap((notice) => (notice.kind === 'sessions-ended' ? notice.ids : []))
  const others = [accessEnded, accessUncertain, batchPublished].filter(({ kind }) =>
    notices.some((notice) => notice.kind === kind),
  )
  return ids.length > 0 ? [...others, sessionsEnded(ids)] : others
}

const accessUncertain: Notice = { kind: 'access-uncertain' }
const batchPublished: Notice = { kind: 'batch-published' }
const sessionsEnded = (ids: readonly string[]): Notice => ({ kind: 'sessions-ended', ids })
