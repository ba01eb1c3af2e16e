/** Delays between retries: exponential back-off with full jitter. */

const firstDelayMs = 500
const maxDelayMs = 30_000

/**
 * Random delay in milliseconds. Its limit is 500 ms for attempt 0, doubles with each attempt and stays at
 * 30 s.
 */
export const backOff = (attempt: number, random: () => number = Math.random): number =>
  random() * Math.min(maxDelayMs, firstDelayMs * 2 ** attempt)

/** Back-off of 1 s to 61 s, for operations that cost more than opening a socket. */
export const longBackOff = (attempt: number): number => 1_000 + 2 * backOff(attempt)

/**
 * Resolves after `ms` milliseconds, when the browser goes online or when `wake` is called. Without `ms`,
 * only `wake` resolves it.
 *
 * @param receiveWake called at once with `wake`
 */
export function pause(ms: number | undefined, receiveWake: (wake: () => void) => void): Promise<void> {
  return new Promise((resolve) => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const wake = () => {
      clearTimeout(timer)
      removeEventListener('online', wake)
      resolve()
    }
    receiveWake(wake)
    if (ms === undefined) return
    timer = setTimeout(wake, ms)
    addEventListener('online', wake)
  })
}
