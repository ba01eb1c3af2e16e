/** Collects the unknown fields of a response, one entry per null field. */
import type { DataStatus } from '#contract/responses/resources.ts'
import type { UnknownField, UnknownReason } from '#contract/responses/unknown.ts'
import type { Day } from '#service/markets/market.ts'

/** A reason with its finer cause. */
export type UnknownDetail = Omit<UnknownField, 'field' | 'asOf'>

export type Unknowns = {
  /** In order of insertion. */
  readonly fields: UnknownField[]
  /**
   * Returns the value. If it is null or undefined, adds an entry for `field` with the reason and
   * returns null. `asOf`: the last day with a value; null by default.
   */
  readonly valueOrUnknown: <T>(
    field: string,
    value: T | null | undefined,
    reason: UnknownReason | UnknownDetail,
    asOf?: Day | null,
  ) => T | null
}

export const createUnknowns = (): Unknowns => {
  const fields: UnknownField[] = []
  return {
    fields,
    valueOrUnknown: (field, value, reason, asOf = null) => {
      if (value !== null && value !== undefined) return value
      fields.push({ field, ...(typeof reason === 'string' ? { reason } : reason), asOf })
      return null
    },
  }
}

/** Reason for a missing event: `not-provided` if the source has no events of this kind of any symbol. */
export const missingEventReason = (
  { parts }: DataStatus,
  part: 'dividends' | 'earnings',
): 'not-provided' | 'not-given' => (parts?.[part].reason === 'not-provided' ? 'not-provided' : 'not-given')

/** Reason for values that need options of a symbol without a chain: none are listed, or the source does not say. */
export const noChainReasonOf = ({ parts }: DataStatus): UnknownReason => parts?.options.reason ?? 'no-chain'
