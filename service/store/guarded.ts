/** Fail closed: where the store cannot answer, callers get a Problem and the log gets the cause. */
import { Problem } from '#contract/api/problem.ts'
import type { Log } from '#service/shared/log.ts'
import type { Metrics } from '#service/shared/metrics.ts'
import { StoreFault } from './store-error.ts'
import type { Changing, Store } from './store.ts'

type Call = (...given: never[]) => Promise<unknown>
/** Does `ask`; `call` is its name in the log. */
type Guard = <Answer>(call: string, ask: () => Promise<Answer>) => Promise<Answer>

/** The same store, whose failures are Problems of code `unavailable`, logged and counted by the call's name (`keys.find`). */
export function guardedStore(store: Store, log: Log, metrics?: Pick<Metrics, 'count'>): Store {
  const guard: Guard = async (call, ask) => {
    try {
      return await ask()
    } catch (error) {
      metrics?.count('service_store_failures_total', { call })
      log('error', 'store-failed', { call, reason: error instanceof Error ? error.message : String(error) })
      // What a fault says is for the operator, who asks by `check` alone.
      const detail =
        call === 'check' && error instanceof StoreFault
          ? `The store cannot be used: ${error.message}.`
          : 'The service cannot reach its data. Try again shortly.'
      throw new Problem('unavailable', { detail }, { retryAfterSeconds: 5 })
    }
  }
  const together: Store['together'] = async (work) => {
    let refusal: { readonly error: unknown } | undefined
    const ask = () =>
      store.together(async (parts) => {
        try {
          return await work(guardedParts(parts, guard))
        } catch (error) {
          refusal = { error }
          throw error
        }
      })
    try {
      return await ask()
    } catch (error) {
      // What the work itself rejects with is its own; what its calls failed with they have told.
      if (refusal) throw refusal.error
      return guard('together', () => Promise.reject(error as Error))
    }
  }
  return {
    ...guardedParts(store, guard),
    tokens: guardedRepository('tokens', store.tokens, guard),
    together,
    pepperCheck: guardedRepository('pepperCheck', store.pepperCheck, guard),
    accessVersion: () => store.accessVersion(),
    scans: guardedRepository('scans', store.scans, guard),
    forget: (now) => guard('forget', () => store.forget(now)),
    check: () => guard('check', () => store.check()),
    close: () => guard('close', () => store.close()),
  }
}

const guardedParts = ({ accounts, keys, sessions, batches, audit }: Changing, guard: Guard): Changing => ({
  accounts: guardedRepository('accounts', accounts, guard),
  keys: guardedRepository('keys', keys, guard),
  sessions: guardedRepository('sessions', sessions, guard),
  batches: guardedRepository('batches', batches, guard),
  audit: guardedRepository('audit', audit, guard),
})

/** A repository is an object of its own asynchronous methods; each is guarded. */
function guardedRepository<Repository extends Record<keyof Repository, Call>>(
  name: string,
  repository: Repository,
  guard: Guard,
): Repository {
  const calls = Object.keys(repository) as (keyof Repository & string)[]
  return Object.fromEntries(
    calls.map((call): [string, Call] => [
      call,
      (...given) => guard(`${name}.${call}`, () => repository[call](...given)),
    ]),
  ) as Repository
}
