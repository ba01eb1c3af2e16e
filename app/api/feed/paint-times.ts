/** When pending quotes are copied to state/live: a steady rhythm that does not depend on the speed of the feed. */

/**
 * Minimum time between two copies, milliseconds. It is a little shorter than the interval of the service's messages
 * (`flushMs`), so that only a faster feed waits for it.
 */
const minIntervalMs = 200

/**
 * Maximum time that a quote waits for the next copy of the lists, milliseconds. With the delays of a timer and a frame,
 * a displayed price is at most a second older than the latest one.
 */
const maxListDelayMs = 950

/** Times are monotonic, milliseconds. */
export type PaintTimes = {
  /** Notes that a quote has arrived that lists may show. */
  addQuote: (now: number) => void
  /** Returns when the next copy is due; a time in the past is due now. */
  nextAt: (hasPending: boolean) => number
  /** Returns whether the quotes of lists are due. */
  isListDue: (now: number) => boolean
  /** Notes a copy, and whether the quotes of lists were part of it. */
  notePaint: (now: number, includesLists: boolean) => void
}

export function makePaintTimes(): PaintTimes {
  let paintedAt = -Infinity
  let listPaintedAt = -Infinity
  /** Arrival of the oldest quote that the lists do not show yet. */
  let waitingSince: number | undefined

  /** A quote after a pause is shown at once. Later quotes wait, so that more of them are shown together. */
  function listAt(): number {
    if (waitingSince === undefined) return Infinity
    return waitingSince - listPaintedAt >= maxListDelayMs ? waitingSince : waitingSince + maxListDelayMs
  }

  return {
    addQuote(now) {
      waitingSince ??= now
    },
    nextAt: (hasPending) => Math.min(hasPending ? paintedAt + minIntervalMs : Infinity, listAt()),
    isListDue: (now) => listAt() <= now,
    notePaint(now, includesLists) {
      paintedAt = now
      if (!includesLists) return
      listPaintedAt = now
      waitingSince = undefined
    },
  }
}
