/** Outcomes of scans, in memory. */
import { noTotals } from '../scan-outcomes.ts'
import type { ScanOutcomeRepository, ScanSummary } from '../scan-outcomes.ts'

export function memoryScanOutcomes(): ScanOutcomeRepository {
  let summary: ScanSummary = { last: undefined, lastPublished: undefined, totals: noTotals, unpublished: 0 }
  return {
    async keep(outcome) {
      const { lastPublished, totals, unpublished } = summary
      summary = {
        last: outcome,
        lastPublished: outcome.outcome === 'published' ? outcome : lastPublished,
        totals: { ...totals, [outcome.outcome]: totals[outcome.outcome] + 1 },
        unpublished: outcome.outcome === 'published' ? 0 : unpublished + 1,
      }
    },
    async summary() {
      return summary
    },
  }
}
