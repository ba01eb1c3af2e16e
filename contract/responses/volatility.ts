/**
 * Volatility: implied and realised volatility of one symbol over the last year. Additive to the specification.
 * Columns of one length, oldest first.
 */
import * as v from 'valibot'
import { finite, integer } from './ideas.ts'
import { day } from './dates.ts'
import { DataStatusSchema } from './resources.ts'
import { UnknownFieldSchema } from './unknown.ts'

export const VolatilitySchema = v.object({
  symbol: v.string(),
  date: v.array(day),
  /** Of exactly 30 days at the money, yearly decimal; null on days without a stored value. */
  impliedVolatility: v.array(v.nullable(finite)),
  /** Of the closes of the last `realizedSessions` sessions, yearly decimal; null where bars are missing. */
  realizedVolatility: v.array(v.nullable(finite)),
  /** Sessions of one realised volatility. */
  realizedSessions: integer,
  /** Days of the year with an implied volatility, and days that IV rank needs. */
  impliedDays: integer,
  impliedDaysNeeded: integer,
  /** Every column that holds nothing but nulls, and why. */
  unknown: v.array(UnknownFieldSchema),
  dataStatus: DataStatusSchema,
  messageType: v.literal('SUCCESS'),
})
export type Volatility = v.InferOutput<typeof VolatilitySchema>
