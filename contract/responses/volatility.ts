/**
 * Volatility: implied and realised volatility of one symbol over the last year. Additive to the
 * specification. All columns have the same length, oldest day first.
 */
import * as v from 'valibot'
import { finite, integer } from './lists/ideas.ts'
import { day } from './dates.ts'
import { DataStatusSchema } from './resources.ts'
import { UnknownFieldSchema } from './unknown.ts'

export const VolatilitySchema = v.object({
  symbol: v.string(),
  date: v.array(day),
  /**
   * Implied volatility of exactly 30 days at the money, yearly decimal; null on days without a
   * stored value.
   */
  impliedVolatility: v.array(v.nullable(finite)),
  /**
   * Realised volatility of the closes of the last `realizedSessions` sessions, yearly decimal; null
   * if bars are missing.
   */
  realizedVolatility: v.array(v.nullable(finite)),
  /** Number of sessions that each realised volatility covers. */
  realizedSessions: integer,
  /**
   * Number of days of the year with an implied volatility, and the number that the IV rank
   * requires.
   */
  impliedDays: integer,
  impliedDaysNeeded: integer,
  /** Every column that has only null values, with the reason. */
  unknown: v.array(UnknownFieldSchema),
  dataStatus: DataStatusSchema,
  messageType: v.literal('SUCCESS'),
})
export type Volatility = v.InferOutput<typeof VolatilitySchema>
