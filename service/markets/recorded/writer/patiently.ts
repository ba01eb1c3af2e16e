/** Calls that wait while a vendor's rate limit is used up. */
import { VendorError } from '#service/markets/kit/vendor-error.ts'

export type Wait = (ms: number) => Promise<void>

const byTimer: Wait = (ms) => new Promise((resolve) => setTimeout(resolve, ms))

/** Number of waits for one call. */
const maxWaits = 10
/** Wait if the vendor did not say how long, milliseconds. */
const defaultWaitMs = 30_000
/** A vendor that asks for more than this has a daily limit, milliseconds. */
const maxWaitMs = 5 * 60_000

/** Repeats a call that is throttled after the vendor's wait; rejects with all other errors. */
export async function patiently<Result>(call: () => Promise<Result>, wait: Wait = byTimer): Promise<Result> {
  for (let waits = 0; ; waits++) {
    try {
      return await call()
    } catch (error) {
      const isThrottled = error instanceof VendorError && error.kind === 'throttled'
      const waitMs = (isThrottled && error.retryAfterMs) || defaultWaitMs
      if (!isThrottled || waits === maxWaits || waitMs > maxWaitMs) throw error
      await wait(waitMs)
    }
  }
}
