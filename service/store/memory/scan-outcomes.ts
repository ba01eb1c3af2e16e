/** What became of scans, in memory. */
import { noTotals } from '../scan-outcomes.ts'
import type { ScanOutcomeRepository, ScanSummary } from '../scan-outcomes.ts'

export function memoryScanOutcomes(): ScanOutcomeRepository {
  let summary: ScanSummary = { last: undefined, lastPublished: undefined, totals: noTotals }
  return {
    async keep(outcome) {
      const { lastPublished, totals } = summary
      summary = {
        last: outcome,
        lastPublished: outcome.outcome === 'published' ? outcome : lastPublished,
        totals: { ...totals, [outcome.outcome]: totals[outcome.outcome] + 1 },
      }
    },
    async summary() {
      return summary
    },
  }
}
