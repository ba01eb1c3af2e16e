/** Addresses of the record's files. */
import { recordPath } from '#contract/responses/record.ts'
import type { RecordSummary } from '#service/store/record.ts'

export const filePathOf = ({ series, night }: Pick<RecordSummary, 'series' | 'night'>): string =>
  `${recordPath}/${series}/${night}.json`
