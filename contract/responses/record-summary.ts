/**
 * Results of the picks of the sealed record, by series: counts, calibration, and premiums beside what
 * they cost. docs/record.md has the definitions.
 */
import * as v from 'valibot'
import { day } from './dates.ts'
import { finite, integer } from './lists/ideas.ts'
import { PickResultSchema, recordEnvironments, recordListPath, RecordQuerySchema } from './record.ts'

/** Path of the summary. */
export const recordSummaryPath = `${recordListPath}/summary`

export const RecordSummaryQuerySchema = v.pick(RecordQuerySchema, ['series'])

export const recordRights = ['call', 'put'] as const
export type RecordRight = (typeof recordRights)[number]

/** Stated probabilities from `from` (inclusive) to `to` (exclusive), decimals. */
const probabilityBand = { from: finite, to: finite }

/** Stated and observed share of options that expired worthless. */
export const RecordCalibrationSchema = v.object({
  ...probabilityBand,
  /** Resolved picks, without void ones. */
  count: integer,
  /** Mean of the stated probabilities. */
  stated: finite,
  observed: finite,
  /** Standard error of `observed`. Picks of one expiry are not independent, so they are one cluster. */
  error: finite,
})
export type RecordCalibration = v.InferOutput<typeof RecordCalibrationSchema>

/**
 * Premium beside its cost, means of picks with public results, as fractions of the capital: the price of
 * the shares for a call, the strike for a put.
 */
export const RecordYieldSchema = v.object({
  right: v.picklist(recordRights),
  /** Band of the stated probability; both null for the total of all bands. */
  from: v.nullable(finite),
  to: v.nullable(finite),
  count: integer,
  /** The bid less the commission. */
  premium: finite,
  /** For a call the rise above the strike that the seller gave up; for a put the fall below it. */
  forgone: finite,
  /** `premium` less `forgone`: what the option added to shares held (call) or cash set aside (put). */
  net: finite,
})
export type RecordYield = v.InferOutput<typeof RecordYieldSchema>

/** Resolved picks that are alike: the same right, band of the stated probability, and band of days to expiry. */
export const RecordGroupSchema = v.object({
  right: v.picklist(recordRights),
  ...probabilityBand,
  /** Calendar days from the night to the expiry, inclusive. */
  minDays: integer,
  /** Null without a maximum. */
  maxDays: v.nullable(integer),
  resolved: integer,
  /** How many of them expired worthless. */
  expired: integer,
  /** Mean of the stated probabilities. */
  stated: finite,
})
export type RecordGroup = v.InferOutput<typeof RecordGroupSchema>

export const RecordSeriesSchema = v.object({
  series: v.string(),
  environment: v.picklist(recordEnvironments),
  /** Whether the service continues this series with picks. */
  isCurrent: v.boolean(),
  nights: integer,
  firstNight: day,
  lastNight: day,
  /** Sessions between the first night and now without an entry, oldest first. */
  missed: v.array(day),
  /** Picks with an outcome, without void ones. */
  resolved: integer,
  expired: integer,
  void: integer,
  /** Picks with a public result, and how many of them lost money. */
  withResult: integer,
  losers: integer,
  /** Mean results of one contract in dollars. Null below `minResolved`, or without a public result. */
  means: v.nullable(PickResultSchema),
  /** Lowest band first. Empty below `minResolved` resolved picks. */
  calibration: v.array(RecordCalibrationSchema),
  /** Of each right the total, then its bands. Empty below `minResolved` public results. */
  yields: v.array(RecordYieldSchema),
  /** Only groups of at least `minResolved` resolved picks. */
  groups: v.array(RecordGroupSchema),
})
export type RecordSeries = v.InferOutput<typeof RecordSeriesSchema>

export const RecordOverviewSchema = v.object({
  /** Minimum number of resolved picks for a figure. */
  minResolved: integer,
  /** By name. */
  series: v.array(RecordSeriesSchema),
})
export type RecordOverview = v.InferOutput<typeof RecordOverviewSchema>

/** Results of the picks of one night, as fractions of their capital, for a chart of the record's page. */
export type RecordNightResult = {
  readonly night: string
  /** Picks with a public result, and how many of them lost money. */
  readonly count: number
  readonly losers: number
  /** Sum of the profits of the winners. */
  readonly gains: number
  /** Sum of the losses of the losers; at most 0. */
  readonly losses: number
  /** `gains` + `losses`. */
  readonly net: number
}

/** Data of the charts of one series, which the record's page contains as JSON. */
export type RecordChartData = {
  readonly calibration: readonly RecordCalibration[]
  readonly yields: readonly RecordYield[]
  /** Oldest first. */
  readonly nights: readonly RecordNightResult[]
}
