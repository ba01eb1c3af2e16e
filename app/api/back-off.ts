/** Delays between retries: exponential back-off with full jitter. */

const firstDelayMs = 500
const longestDelayMs = 30_000

/** A random delay of up to twice the previous limit, milliseconds. `attempt` counts from 0. */
export const backOff = (attempt: number, random: () => number = Math.random): number =>
  random() * Math.min(longestDelayMs, firstDelayMs * 2 ** attempt)

/** For operations that cost more than opening a socket: one second to one minute. */
export const longBackOff = (attempt: number): number => 1_000 + 2 * backOff(attempt)

/**
 * Resolves after `ms` milliseconds, or as soon as the browser is online again. Without `ms` it resolves only when
 * `wake` is called, which always ends the pause.
 */
export function pause(ms: number | undefined, onWake: (wake: () => void) => void): Promise<void> {
  return new Promise((resolve) => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const wake = () => {
      clearTimeout(timer)
      removeEventListener('online', wake)
      resolve()
    }
    onWake(wake)
    if (ms === undefined) return
    timer = setTimeout(wake, ms)
    addEventListener('online', wake)
  })
}
