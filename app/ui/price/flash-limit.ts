/** Limits the flashes of changed prices, so that a screen full of them stays calm. */

/** Minimum time between two flashes of a row, milliseconds. WCAG 2.3.1 allows three flashes a second. */
const rowIntervalMs = 2000
/** Maximum number of rows that flash at the same time. */
const maxRows = 2
/** Duration of the longest flash (flash-animation.ts), milliseconds. */
export const maxFlashMs = 1000

/** Returns whether a row may flash now, monotonic milliseconds, and counts the flash if it may. */
export type FlashLimit = (row: object, now: number) => boolean

/** Creates the limit of one app. */
export function makeFlashLimit(): FlashLimit {
  const lastFlashes = new Map<object, number>()
  return (row, now) => {
    for (const [flashed, time] of lastFlashes) if (now - time >= rowIntervalMs) lastFlashes.delete(flashed)
    const flashing = [...lastFlashes.values()].filter((time) => now - time < maxFlashMs)
    if (lastFlashes.has(row) || flashing.length >= maxRows) return false
    lastFlashes.set(row, now)
    return true
  }
}
