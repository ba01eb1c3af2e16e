/** Collects the unknown fields of a response: one entry per null field. */
import type { UnknownField, UnknownReason } from '#contract/responses/unknown.ts'
import type { Day } from '#service/markets/market.ts'

export type Unknowns = {
  /** In order of insertion. */
  readonly fields: UnknownField[]
  /**
   * The value, or null with an entry for `field` where it is null or undefined. `asOf`: the last day something was known of.
   */
  readonly known: <T>(
    field: string,
    value: T | null | undefined,
    reason: UnknownReason,
    asOf?: Day | null,
  ) => T | null
}

export const createUnknowns = (): Unknowns => {
  const fields: UnknownField[] = []
  return {
    fields,
    known: (field, value, reason, asOf = null) => {
      if (value !== null && value !== undefined) return value
      fields.push({ field, reason, asOf })
      return null
    },
  }
}
