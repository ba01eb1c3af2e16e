/** Timeouts and intervals of the loader. */

/** Interval of the watchdog, milliseconds. */
export const beatMs = 5000
/** A frame that has not sent `hello` after this many intervals has failed. */
export const maxBeatsWithoutHello = 2
/** A connected frame may leave this many consecutive pings unanswered. */
export const maxUnansweredPings = 3
/** Timeout for loading the error sentences, milliseconds. */
export const sentencesTimeoutMs = 2000
