/** A counter of refused contracts by reason. */
import { refusalReasons, type Income, type RefusalReason } from '#contract/responses/income.ts'

export type Refusals = {
  add(reason: RefusalReason, count?: number): void
  /** Adds the counts of another counter. */
  addAll(counts: Income['refused']): void
  /** Returns the counts above zero, in the order of `refusalReasons`. */
  counts(): Income['refused']
}

export const createRefusals = (): Refusals => {
  const counts = new Map<RefusalReason, number>()
  const add: Refusals['add'] = (reason, count = 1) => {
    if (count > 0) counts.set(reason, (counts.get(reason) ?? 0) + count)
  }
  return {
    add,
    addAll(otherCounts) {
      for (const { reason, count } of otherCounts) add(reason, count)
    },
    counts: () =>
      refusalReasons.flatMap((reason) => {
        const count = counts.get(reason)
        return count === undefined ? [] : [{ reason, count }]
      }),
  }
}
