/** Licence classes of market data, and what a partner may show. Additive to the specification. */
import * as v from 'valibot'

/**
 * Classes of data that exchanges and vendors license separately, the most restricted first:
 *
 * - `real-time`: prices without delay
 * - `delayed`: prices at least as late as the exchange asks, usually 15 minutes
 * - `end-of-day`: prices of a closed session
 * - `derived`: figures from which no price can be computed, such as ranks, probabilities and volatilities
 */
export const dataClasses = ['real-time', 'delayed', 'end-of-day', 'derived'] as const
export const DataClassSchema = v.picklist(dataClasses)
export type DataClass = v.InferOutput<typeof DataClassSchema>

/** Data that a partner may show: a class includes those after it; `none` excludes all data of vendors. */
export const dataEntitlements = [...dataClasses, 'none'] as const
export type DataEntitlement = (typeof dataEntitlements)[number]

/** Whether a partner with this entitlement may show values of the class. */
export const isEntitled = (entitlement: DataEntitlement, dataClass: DataClass): boolean =>
  dataEntitlements.indexOf(entitlement) <= dataEntitlements.indexOf(dataClass)
