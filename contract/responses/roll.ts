/**
 * Roll: the cost of closing an open short option, the premium kept, and candidates to sell in its place.
 * Additive to the specification. Names and units as in How, `contract/responses/income.ts`.
 */
import * as v from 'valibot'
import { finite, integer } from './lists/ideas.ts'
import { incomeWarnings, refusalReasons } from './income.ts'
import { datetime, day } from './dates.ts'
import { licensed } from './licensed.ts'
import { DataStatusSchema } from './resources.ts'
import { SellerGreeksSchema } from './scenario.ts'
import { UnknownFieldSchema } from './unknown.ts'

/**
 * `out`: a later expiry and the same strike. `up`, `down`: the same expiry and a strike that is
 * better for the seller. `up-and-out` and `down-and-out` combine them.
 */
export const rollKinds = ['out', 'up', 'down', 'up-and-out', 'down-and-out'] as const
export type RollKind = (typeof rollKinds)[number]

/** Causes of assignment: `last-day` is automatic exercise, the others are early exercise. */
export const assignmentCauses = ['last-day', 'dividend', 'little-time-value'] as const
export type AssignmentCause = (typeof assignmentCauses)[number]

/**
 * A contract that could be sold while the open one is bought back. Prices are null if the partner may not show
 * them (licensed.ts).
 */
export const RollCandidateSchema = v.object({
  kind: v.picklist(rollKinds),
  /** OSI symbol. */
  id: v.string(),
  expiryDate: day,
  daysUntilExpiry: integer,
  strike: finite,
  bid: licensed(finite),
  ask: licensed(finite),
  /**
   * Net credit of selling the candidate at its bid and buying the open option back at its ask,
   * dollars per share; negative = debit.
   */
  credit: licensed(finite),
  /**
   * Improvement of the strike for the seller, dollars: its increase for a call, its decrease for a
   * put; 0 = the same strike.
   */
  strikeGain: finite,
  /** Calendar days from the expiry of the open option to the expiry of the candidate. */
  daysAdded: integer,
  /** Probability that the candidate expires worthless, as in How. */
  probability: finite,
  /** Annualised return of selling the candidate at its bid, as in How. */
  annualizedReturn: licensed(finite),
  /** Warnings about the candidate, as in How. */
  warnings: v.array(v.picklist(incomeWarnings)),
})
export type RollCandidate = v.InferInput<typeof RollCandidateSchema>

/**
 * A listed contract of the table of rolls. Prices are null if the partner may not show them (licensed.ts).
 */
export const RollContractSchema = v.object({
  /** OSI symbol. */
  id: v.string(),
  strike: finite,
  /** Quote, dollars per share; 0 without a bid or an ask. */
  bid: licensed(finite),
  ask: licensed(finite),
  /**
   * Reason for refusing the contract, which How's selection excludes, too; null if its quote is accepted.
   */
  refused: v.nullable(v.picklist(refusalReasons)),
  /**
   * As `RollCandidate.credit`. Null if the contract is refused, or if selling it brings no income because its bid is
   * at most the intrinsic value. Only a contract with a credit can be rolled into.
   */
  credit: v.nullable(finite),
  /** Probability that the contract expires worthless, as in How; null with `credit`. */
  probability: v.nullable(finite),
  /** Warnings about the contract, as in How; empty without a credit. */
  warnings: v.array(v.picklist(incomeWarnings)),
})
export type RollContract = v.InferInput<typeof RollContractSchema>

/** One expiry of the table of rolls. */
export const RollExpirySchema = v.object({
  expiryDate: day,
  daysUntilExpiry: integer,
  /** Calendar days from the expiry of the open option; 0 = the same expiry. */
  daysAdded: integer,
  /** By strike, lowest first. A strike that is not listed, and the open option, are absent. */
  contracts: v.array(RollContractSchema),
})
export type RollExpiry = v.InferInput<typeof RollExpirySchema>

/** Risk of assignment, with its causes. */
export const RollAssignmentSchema = v.object({
  /** At `chainPrice`. */
  isInTheMoney: v.boolean(),
  /**
   * Whether the option is in the money and has at least one cause. Null if unknown dividends or an
   * unknown quote could be a cause.
   */
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
  /** Time of the quotes, and price of the underlying at that time, used for all figures. */
  optionsAsOf: datetime,
  chainPrice: licensed(finite),
  /** Quote, dollars per share; 0 without a bid or an ask. */
  bid: licensed(finite),
  ask: licensed(finite),
  /**
   * Reason for refusing the option's quote or the whole chain, from which nothing is then computed;
   * null if it is accepted.
   */
  refused: v.nullable(v.picklist(refusalReasons)),
  /** Commission per contract of an order's leg, dollars. Only `annualizedReturn` is after it, for the sale. */
  commission: finite,
  /** The sale price and the shares' cost from the query; null if absent. Dollars per share. */
  price: v.nullable(finite),
  costBasis: v.nullable(finite),
  /** Cost of closing now, dollars per share: the ask; null without one, or if it is refused. */
  costToClose: v.nullable(finite),
  /**
   * Part of the sale premium that is kept if the option is closed now: dollars per share (negative
   * = a loss), and as a decimal share of the premium. Null without `price` or `costToClose`.
   */
  profitKept: v.nullable(finite),
  profitShare: v.nullable(finite),
  /** Whether at least half of the premium is kept, a common reason to close; null if unknown. */
  isHalfKept: v.nullable(v.boolean()),
  /**
   * Probability that the open option expires worthless, as in How; null if its quote is refused,
   * and on its last day.
   */
  probability: v.nullable(finite),
  /**
   * Value of exercise at `chainPrice`, and the cost of closing beyond that value, at least 0;
   * dollars per share.
   */
  intrinsicValue: licensed(finite),
  timeValue: v.nullable(finite),
  assignment: RollAssignmentSchema,
  /**
   * Sensitivities of one sold contract today, as in the scenario: also of an option whose own quote is refused,
   * because the other quotes of the expiry determine its value. Null if the chain is refused or has no usable quotes
   * of the expiry, for an adjusted contract, and on the last day.
   */
  greeks: v.nullable(SellerGreeksSchema),
  /**
   * The next dividend with an ex-date before the option expires, as in How, dollars per share: a
   * declared dividend, or, with `exDate: null`, the amount that option prices imply for all
   * dividends until the expiry. Null if none is due, or if none is known; `unknown` then has the
   * reason.
   */
  dividend: v.nullable(v.object({ exDate: v.nullable(day), amount: finite })),
  /**
   * The next earnings report that is due until the option expires. Null if none is due, or if its day is not known;
   * `unknown` then has the reason.
   */
  earnings: v.nullable(v.object({ date: day, isEstimated: v.boolean() })),
  /** Options to sell instead, by kind in the order of `rollKinds`, at most three per kind, best first. */
  candidates: v.array(RollCandidateSchema),
  /**
   * The table of rolls: the expiry of the open option and later ones, nearest first, at most 8, with up to 11 strikes
   * between and around the strike of the open option and `chainPrice`. Contains every candidate. Empty, like
   * `candidates`, if nothing can be sold instead.
   */
  expiries: v.array(RollExpirySchema),
  /** Every field that is null or empty because data is missing, with the reason. */
  unknown: v.array(UnknownFieldSchema),
  dataStatus: DataStatusSchema,
  messageType: v.literal('SUCCESS'),
})
export type Roll = v.InferInput<typeof RollSchema>
export type WireRoll = v.InferOutput<typeof RollSchema>
