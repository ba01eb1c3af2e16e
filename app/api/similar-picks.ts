/** Results of similar picks of the sealed record. Loaded with the line that shows it. */
import { queryOptions } from '@tanstack/react-query'
import * as v from 'valibot'
import { RecordGroupSchema, recordSummaryPath } from '#contract/responses/record-summary.ts'
import type { RecordGroup } from '#contract/responses/record-summary.ts'
import { apiOf } from './api.ts'

const hourMs = 3_600_000

/** The part of the summary that the line needs. */
const SummarySchema = v.object({
  series: v.array(
    v.object({ environment: v.string(), isCurrent: v.boolean(), groups: v.array(RecordGroupSchema) }),
  ),
})
type Summary = v.InferOutput<typeof SummarySchema>

/** The summary of the sealed record. It changes once a night. A failure is not retried. */
export const recordSummaryQuery = queryOptions({
  queryKey: [recordSummaryPath],
  queryFn: ({ client, signal }) =>
    apiOf(client).client.getByPath(recordSummaryPath, SummarySchema, { signal }),
  staleTime: hourMs,
  retry: false,
})

type PickTerms = {
  readonly right: RecordGroup['right']
  /** Stated probability, decimal. */
  readonly probability: number
  /** Calendar days to the expiry. */
  readonly days: number
}

/** Bounds are tenths, which binary fractions cannot represent. */
const tolerance = 1e-9

/** The group of picks that are like this one, in the current series of the environment; undefined without one. */
export const similarPicks = (
  { series }: Summary,
  isSimulated: boolean,
  { right, probability, days }: PickTerms,
): RecordGroup | undefined =>
  series
    .find(({ environment, isCurrent }) => isCurrent && environment === (isSimulated ? 'test' : 'live'))
    ?.groups.find(
      (group) =>
        group.right === right &&
        probability >= group.from - tolerance &&
        probability < group.to - tolerance &&
        days >= group.minDays &&
        days <= (group.maxDays ?? Infinity),
    )
