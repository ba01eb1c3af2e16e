/** Fails closed: if a call of the store fails, the caller gets a Problem and the log gets the cause. */
import { Problem } from '#contract/api/problem.ts'
import type { Log } from '#service/shared/log.ts'
import type { Metrics } from '#service/shared/metrics.ts'
import { StoreError } from './store-error.ts'
import type { Changing, Store } from './store.ts'

type Call = (...args: never[]) => Promise<unknown>
/** Executes `work`; `call` is its name in the log. */
type Guard = <Result>(call: string, work: () => Promise<Result>) => Promise<Result>

/**
 * Wraps a store: its failures become Problems of code `unavailable`, logged and counted by the name of the
 * call (`keys.find`).
 */
export function guardedStore(store: Store, log: Log, metrics?: Pick<Metrics, 'count'>): Store {
  const guard: Guard = async (call, work) => {
    try {
      return await work()
    } catch (error) {
      metrics?.count('service_store_failures_total', { call })
      log('error', 'store-failed', { call, reason: error instanceof Error ? error.message : String(error) })
      // The details of a failure are for the operator, through `check` only.
      const detail =
        call === 'check' && error instanceof StoreError
          ? `The store cannot be used: ${error.message}.`
          : 'The service cannot reach its data. Try again shortly.'
      throw new Problem('unavailable', { detail }, { retryAfterSeconds: 5, cause: error })
    }
  }
  const together: Store['together'] = async (work) => {
    let refusal: { readonly error: unknown } | undefined
    try {
      return await store.together(async (parts) => {
        try {
          return await work(guardedParts(parts, guard))
        } catch (error) {
          refusal = { error }
          throw error
        }
      })
    } catch (error) {
      // A rejection of `work` itself passes through; failures of its store calls have been converted already.
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
    onInvalidation: store.onInvalidation,
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

/** Guards each asynchronous method of a repository. */
function guardedRepository<Repository extends Record<keyof Repository, Call>>(
  name: string,
  repository: Repository,
  guard: Guard,
): Repository {
  const calls = Object.keys(repository) as (keyof Repository & string)[]
  return Object.fromEntries(
    calls.map((call): [string, Call] => [
      call,
      (...args) => guard(`${name}.${call}`, () => repository[call](...args)),
    ]),
  ) as Repository
}
