/** Volatility of a symbol over the last year, implied beside realised. Additive to the specification. */
import * as v from 'valibot'
import { day } from './dates.ts'
import { finite } from './ideas.ts'
import { DataStatusSchema } from './resources.ts'
import { UnknownFieldSchema } from './unknown.ts'

export const VolatilityHistorySchema = v.object({
  symbol: v.string(),
  /** Trading days of the last year, oldest first; the columns below have one value for each. */
  date: v.array(day),
  /**
   * 30-day implied volatility, yearly decimal. Null on days for which the source and the nightly scans stored none: an
   * implied volatility cannot be computed later.
   */
  implied: v.array(v.nullable(finite)),
  /** Realised volatility of the 20 sessions up to the day, yearly decimal; null if there are too few bars before it. */
  realized: v.array(v.nullable(finite)),
  /** `implied` or `realized` if it has no value at all. */
  unknown: v.array(UnknownFieldSchema),
  dataStatus: DataStatusSchema,
})
export type VolatilityHistory = v.InferOutput<typeof VolatilityHistorySchema>
