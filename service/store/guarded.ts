/** Converts failures of the store: the caller gets a Problem, and the log gets the cause. */
import { Problem } from '#contract/api/problem.ts'
import type { Log } from '#service/shared/log.ts'
import type { Metrics } from '#service/shared/metrics.ts'
import { errorMessage } from '#service/shared/error-message.ts'
import { StoreError } from './store-error.ts'
import type { TransactionalRepositories, Store } from './store.ts'

type Call = (...args: never[]) => Promise<unknown>
/** Runs `work`; `call` names it in the log and in the metric. */
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
      log('error', 'store-failed', { call, reason: errorMessage(error) })
      // Only `check` returns the cause, because it is for the operator.
      const detail =
        call === 'check' && error instanceof StoreError
          ? `The store cannot be used: ${error.message}.`
          : 'The service cannot reach its data. Try again shortly.'
      throw new Problem('unavailable', { detail }, { retryAfterSeconds: 5, cause: error })
    }
  }
  const transaction: Store['transaction'] = async (work) => {
    let workFailure: { readonly error: unknown } | undefined
    try {
      return await store.transaction(async (repositories) => {
        try {
          return await work(guardedRepositories(repositories, guard))
        } catch (error) {
          workFailure = { error }
          throw error
        }
      })
    } catch (error) {
      // An error of `work` is thrown unchanged: failures of its store calls are already converted.
      if (workFailure) throw workFailure.error
      // `together`, and `forget` below, are published label values of the metric, so they differ from the method names.
      return guard('together', () => Promise.reject(error as Error))
    }
  }
  return {
    ...guardedRepositories(store, guard),
    tokens: guardedRepository('tokens', store.tokens, guard),
    transaction,
    assets: guardedRepository('assets', store.assets, guard),
    pepperCheck: guardedRepository('pepperCheck', store.pepperCheck, guard),
    accessVersion: () => store.accessVersion(),
    onInvalidation: store.onInvalidation,
    scans: guardedRepository('scans', store.scans, guard),
    usage: guardedRepository('usage', store.usage, guard),
    record: guardedRepository('record', store.record, guard),
    deleteExpired: (now) => guard('forget', () => store.deleteExpired(now)),
    check: () => guard('check', () => store.check()),
    close: () => guard('close', () => store.close()),
  }
}

/** Guards the repositories that a transaction can change. */
const guardedRepositories = (
  { accounts, keys, sessions, batches, releases, fonts, audit }: TransactionalRepositories,
  guard: Guard,
): TransactionalRepositories => ({
  accounts: guardedRepository('accounts', accounts, guard),
  keys: guardedRepository('keys', keys, guard),
  sessions: guardedRepository('sessions', sessions, guard),
  batches: guardedRepository('batches', batches, guard),
  releases: guardedRepository('releases', releases, guard),
  fonts: guardedRepository('fonts', fonts, guard),
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
