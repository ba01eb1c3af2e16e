/**
 * Roll: the cost of closing an open short option, the premium kept, and candidates to sell in its place.
 * Additive to the specification. Names and units as in How, `contract/responses/income.ts`.
 */
import * as v from 'valibot'
import { finite, integer } from './ideas.ts'
import { incomeWarnings, refusalReasons } from './income.ts'
import { datetime, day } from './dates.ts'
import { DataStatusSchema } from './resources.ts'
import { UnknownFieldSchema } from './unknown.ts'

/** `out`: later, the same strike. `up`, `down`: the same expiry, a better strike for the seller. Both: both. */
export const rollKinds = ['out', 'up', 'down', 'up-and-out', 'down-and-out'] as const
export type RollKind = (typeof rollKinds)[number]

/** Causes of assignment: `last-day` is automatic exercise, the others are early exercise. */
export const assignmentCauses = ['last-day', 'dividend', 'little-time-value'] as const
export type AssignmentCause = (typeof assignmentCauses)[number]

/** A contract that could be sold while the open one is bought back. */
export const RollCandidateSchema = v.object({
  kind: v.picklist(rollKinds),
  /** OSI symbol. */
  id: v.string(),
  expiryDate: day,
  daysUntilExpiry: integer,
  strike: finite,
  bid: finite,
  ask: finite,
  /** Net credit of selling it at the bid and buying the open one back at the ask, dollars per share; negative = debit. */
  credit: finite,
  /** How much better the strike is for the seller, dollars: higher of a call, lower of a put; 0 = the same. */
  strikeGain: finite,
  /** Calendar days that it expires after the open one. */
  daysAdded: integer,
  /** Probability that the new one expires worthless, as in How. */
  probability: finite,
  /** Of the new one at its bid, as in How. */
  annualizedReturn: finite,
  /** Warnings about the new option, as in How. */
  warnings: v.array(v.picklist(incomeWarnings)),
})
export type RollCandidate = v.InferOutput<typeof RollCandidateSchema>

/** Risk of assignment, with its causes. */
export const RollAssignmentSchema = v.object({
  /** By the price of the underlying that the quotes are of. */
  isInTheMoney: v.boolean(),
  /** In the money, and there is a cause. Null where dividends or the option's quote are not known well enough to say no. */
  isNear: v.nullable(v.boolean()),
  /** All causes, in the order of `assignmentCauses`. */
  causes: v.array(v.picklist(assignmentCauses)),
})
export type RollAssignment = v.InferOutput<typeof RollAssignmentSchema>

export const RollSchema = v.object({
  /** OSI symbol of the open option. */
  id: v.string(),
  underlying: v.string(),
  legType: v.picklist(['Call', 'Put']),
  strike: finite,
  expiryDate: day,
  /** 0 on its last day. */
  daysUntilExpiry: integer,
  /** The moment of the quotes, and the underlying's price then, which all figures are worked out at. */
  optionsAsOf: datetime,
  chainPrice: finite,
  /** As quoted, dollars per share; 0 without a bid or an ask. */
  bid: finite,
  ask: finite,
  /** Why the option's quote, or the whole chain, is not believed: nothing is then made of it. Null if it is. */
  refused: v.nullable(v.picklist(refusalReasons)),
  /** The sale price and the shares' cost from the query; null if absent. Dollars per share. */
  price: v.nullable(finite),
  costBasis: v.nullable(finite),
  /** Cost of closing now, dollars per share: the ask; null without one, or if it is refused. */
  costToClose: v.nullable(finite),
  /**
   * Of the premium it was sold for: dollars per share kept if closed now (negative = lost), and that over the premium, decimal;
   * null without either price.
   */
  profitKept: v.nullable(finite),
  profitShare: v.nullable(finite),
  /** Whether half of the premium or more is kept, where sellers like to close; null if that is not known. */
  isHalfKept: v.nullable(v.boolean()),
  /** Probability that the open one expires worthless, as in How; null if its quote is not believed, and on its last day. */
  probability: v.nullable(finite),
  /** What exercise pays at `chainPrice`, and what closing costs beyond that, at least 0; dollars per share. */
  intrinsicValue: finite,
  timeValue: v.nullable(finite),
  assignment: RollAssignmentSchema,
  /**
   * The next dividend that goes ex before the option expires, as How judges it: declared, or with `exDate: null` what options
   * imply of all until then, dollars per share. Null if none is due, and where none is known (`unknown` says which).
   */
  dividend: v.nullable(v.object({ exDate: v.nullable(day), amount: finite })),
  /** Options to sell instead, by kind in the order of `rollKinds`, at most three per kind, best first. */
  candidates: v.array(RollCandidateSchema),
  /** Every field that is null or empty because data is missing, with the reason. */
  unknown: v.array(UnknownFieldSchema),
  dataStatus: DataStatusSchema,
  messageType: v.literal('SUCCESS'),
})
export type Roll = v.InferOutput<typeof RollSchema>
