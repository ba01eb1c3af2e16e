/** Fail closed: where the store cannot answer, the request gets 503 and the log gets the cause. */
import type { Log } from '#service/settings/log.ts'
import { Problem } from '#contract/problem.ts'
import type { Store } from './store.ts'

/** The same store, whose failures are Problems of code `unavailable`. */
export function guardedStore(store: Store, log: Log): Store {
  return new Proxy(store, {
    get(target, name) {
      const method = Reflect.get(target, name) as unknown
      if (typeof method !== 'function') return method
      return async (...given: unknown[]) => {
        try {
          return (await Reflect.apply(method, target, given)) as unknown
        } catch (error) {
          log('error', 'store-failed', {
            call: String(name),
            reason: error instanceof Error ? error.message : String(error),
          })
          throw new Problem(
            'unavailable',
            { detail: 'The service cannot reach its data. Try again shortly.' },
            { retryAfterSeconds: 5 },
          )
        }
      }
    },
  })
}
