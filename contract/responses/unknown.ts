/**
 * Reasons of unknown values: one entry for every field that is null because data is missing. Additive to the
 * specification.
 */
import * as v from 'valibot'
import { day } from './dates.ts'

/**
 * - `no-bars`: the source has no daily bars of the symbol
 * - `old-bars`: its last bar is older than the last closed session
 * - `too-few-bars`: it has fewer bars than the figure needs
 * - `flat-bars`: the price has not moved at all
 * - `unresolved-split`: bars, or chain and bars, differ by what looks like an unconfirmed split
 * - `no-scan`: no nightly scan has ranked the symbol yet
 * - `not-ranked`: the symbol is excluded from the ranking (an index, a leveraged or inverse fund)
 * - `no-chain`: it has no listed options
 * - `old-chain`: its option quotes are from another day than its price
 * - `price-drift`: its price has moved too far since its option quotes were made
 * - `no-price`: nothing has traded
 * - `refused`: the quote of the requested contract is not used: `contractRefused`, or `refused`,
 *   has the reason
 * - `not-offered`: How does not offer the contract: it is an option on an index, expires today, or
 *   has a bid of at most its intrinsic value
 * - `not-given`: the source has no value for it
 * - `not-provided`: the source has no data of this kind
 * - `not-licensed`: the partner may not show data of this licence class
 */
export const unknownReasons = [
  'no-bars',
  'old-bars',
  'too-few-bars',
  'flat-bars',
  'unresolved-split',
  'no-scan',
  'not-ranked',
  'no-chain',
  'old-chain',
  'price-drift',
  'no-price',
  'refused',
  'not-offered',
  'not-given',
  'not-provided',
  'not-licensed',
] as const
/**
 * Reads a reason. One of a later version of the service becomes `not-given`, so that a pinned widget shows its field as
 * unknown instead of refusing the whole response (docs/decisions/0075).
 */
export const UnknownReasonSchema = v.fallback(v.picklist(unknownReasons), 'not-given')
export type UnknownReason = v.InferOutput<typeof UnknownReasonSchema>

/**
 * Finer causes beside a reason of the list, which does not grow (docs/decisions/0075):
 *
 * - `doubtful-quotes`: the option quotes of every expiry that the value needs are too wide, or contradict
 *   others
 * - `too-few-volatilities`: implied volatility is known on too few days for a rank
 * - `too-few-ranked`: the scan has ranked too few symbols to compare with
 */
export const unknownCauses = ['doubtful-quotes', 'too-few-volatilities', 'too-few-ranked'] as const

const amount = v.optional(v.pipe(v.number(), v.integer()))

/** A field that is null because data is missing. */
export const UnknownFieldSchema = v.object({
  /** Name of the field. A field of a nested object has a path: `expandedQuote.week52High`. */
  field: v.string(),
  reason: UnknownReasonSchema,
  /** Day of the last known data, for example of the last bar; null if there never was any. */
  asOf: v.nullable(day),
  /** Additive: a finer cause than `reason`. One of a later version of the service is ignored. */
  cause: v.fallback(v.optional(v.picklist(unknownCauses)), undefined),
  /** Additive, with a cause: how many values there are, and how many are needed. */
  count: amount,
  needed: amount,
})
export type UnknownField = v.InferOutput<typeof UnknownFieldSchema>

/** Returns the entry about a field that is null because data is missing; otherwise undefined. */
export const whyUnknown = (
  { unknown }: { readonly unknown: readonly UnknownField[] },
  field: string,
): UnknownField | undefined => unknown.find((item) => item.field === field)
