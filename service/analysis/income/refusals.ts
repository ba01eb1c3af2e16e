/** Counts refused contracts by reason. */
import { refusalReasons, type Income, type RefusalReason } from '#contract/responses/income.ts'

export type Refusals = {
  add(reason: RefusalReason, count?: number): void
  /** Adds counts of another result. */
  addAll(counted: Income['refused']): void
  /** Counts above zero, in the contract's order of reasons. */
  counts(): Income['refused']
}

export const createRefusals = (): Refusals => {
  const counts = new Map<RefusalReason, number>()
  const add: Refusals['add'] = (reason, count = 1) => {
    if (count > 0) counts.set(reason, (counts.get(reason) ?? 0) + count)
  }
  return {
    add,
    addAll(counted) {
      for (const { reason, count } of counted) add(reason, count)
    },
    counts: () =>
      refusalReasons.flatMap((reason) => {
        const count = counts.get(reason)
        return count === undefined ? [] : [{ reason, count }]
      }),
  }
}
