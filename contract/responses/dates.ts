/** Schemas of dates and timestamps in responses. */
import * as v from 'valibot'

/** ISO 8601 UTC instant. */
export const datetime = v.pipe(v.string(), v.isoTimestamp())
/** Calendar day of the exchange, `YYYY-MM-DD`. */
export const day = v.pipe(v.string(), v.isoDate())
