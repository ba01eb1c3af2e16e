/** How long the loader waits, and for what. */

/** Milliseconds between two beats of the watchdog. */
export const beatMs = 5000
/** At this beat a frame that has never said hello is given up. */
export const beatsWithoutHello = 2
/** A frame that is connected may leave this many pings in a row unanswered. */
export const pingsUnanswered = 3
/** Milliseconds that the sentence of an error may take to come. */
export const wordsMs = 2000
