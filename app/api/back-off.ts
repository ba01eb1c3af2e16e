/** How long to wait before something is tried again: longer each time, and never all at the same moment. */

const firstDelayMs = 500
const longestDelayMs = 30_000

/** Full jitter: anything between nothing and twice as much as last time, milliseconds. `attempt` counts from 0. */
export const backOff = (attempt: number, random: () => number = Math.random): number =>
  random() * Math.min(longestDelayMs, firstDelayMs * 2 ** attempt)

/** The same for what is dearer than a socket: a second to a minute. */
export const longBackOff = (attempt: number): number => 1_000 + 2 * backOff(attempt)

/**
 * Resolves after so many milliseconds or as soon as the browser is online again; without a time only when `wake` is called,
 * which ends it at any moment.
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
