/**
 * Reasons of unknown values: one entry for every field that is null because data is missing. Additive to the
 * specification.
 */
import * as v from 'valibot'
import { day } from './dates.ts'

/**
 * - `no-bars`: the source has no daily bars of the symbol
 * - `old-bars`: its last bar is older than the last closed session
 * - `too-few-bars`: fewer than the figure needs
 * - `flat-bars`: the price has not moved at all
 * - `unresolved-split`: bars, or chain and bars, differ by what looks like an unconfirmed split
 * - `no-scan`: no nightly scan has ranked the symbol yet
 * - `not-ranked`: the symbol is excluded from the ranking (an index, a leveraged or inverse fund)
 * - `no-chain`: it has no listed options
 * - `old-chain`: its option quotes are of another day than its price
 * - `price-drift`: its price has moved too far from the one its option quotes were made at
 * - `no-price`: nothing has traded
 * - `refused`: the quote of the requested contract is not used: `contractRefused`, or `refused`, has the
 * reason
 * - `not-offered`: How does not sell the contract: one of an index, one that expires today, or one whose bid
 * is at most its intrinsic value
 * - `not-given`: the source does not provide it
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
] as const
export const UnknownReasonSchema = v.picklist(unknownReasons)
export type UnknownReason = v.InferOutput<typeof UnknownReasonSchema>

/** One field that is null because nothing is known. */
export const UnknownFieldSchema = v.object({
  /** Its name; within another object with a dot: `expandedQuote.week52High`. */
  field: v.string(),
  reason: UnknownReasonSchema,
  /** The last day something was known of, for example of the last bar; null if nothing ever was. */
  asOf: v.nullable(day),
})
export type UnknownField = v.InferOutput<typeof UnknownFieldSchema>

/** Why a field of a resource is null; undefined if it is known. */
export const whyUnknown = (
  { unknown }: { readonly unknown: readonly UnknownField[] },
  field: string,
): UnknownField | undefined => unknown.find((each) => each.field === field)
