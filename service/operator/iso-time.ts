/** Times in the output of commands. The store has milliseconds since the epoch. */

/** ISO 8601 in UTC; null stays null. */
export function isoTime(timestamp: number): string
export function isoTime(timestamp: number | null): string | null
export function isoTime(timestamp: number | null): string | null {
  return timestamp === null ? null : new Date(timestamp).toISOString()
}
