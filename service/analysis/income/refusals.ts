/** Counts the contracts that take no part, by reason. */
import { refusalReasons, type Income, type RefusalReason } from '#contract/income.ts'

export type Refusals = {
  add(reason: RefusalReason, count?: number): void
  /** Those that occurred, in the contract's order. */
  counts(): Income['refused']
}

export const createRefusals = (): Refusals => {
  const counts = new Map<RefusalReason, number>()
  return {
    add(reason, count = 1) {
      if (count > 0) counts.set(reason, (counts.get(reason) ?? 0) + count)
    },
    counts: () =>
      refusalReasons.flatMap((reason) => {
        const count = counts.get(reason)
        return count === undefined ? [] : [{ reason, count }]
      }),
  }
}
