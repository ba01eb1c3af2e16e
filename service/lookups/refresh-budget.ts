import { refreshLimits } from '#service/shared/limits.ts'

/**
 * Budget for recomputing results that are old but still usable. At low load each request gets a new
 * result. When hundreds of symbols are requested at once, requests beyond the budget get old
 * results (docs/decisions/0030 and 0041).
 */
export type RefreshBudget = {
  /** Counts a request, whether its result is cached or not. */
  countRequest(): void
  /**
   * Whether the load is so high that requests with a usable result do not wait for a new one. A
   * later request gets the new result.
   */
  isHighLoad(): boolean
  /** Acquires a slot; returns the function that releases it, or undefined if the budget is used up. */
  tryAcquire(): (() => void) | undefined
  /** Milliseconds by which a usable result may exceed its lifetime. */
  readonly maxOverdueMs: number
}

const { perSecond, burst, lowLoadPerSecond, periodMs, maxStaleMs } = refreshLimits

/**
 * Creates a full budget.
 *
 * @param elapsed monotonic clock, milliseconds
 */
export function createRefreshBudget(elapsed: () => number): RefreshBudget {
  let tokens: number = burst
  let refilledAt = elapsed()
  let running = 0
  let periodStart = refilledAt
  let requests = 0
  let previousRequests = 0

  /**
   * Uses the busier of the last two periods, so that a new period starts with the load of the
   * previous one.
   */
  const isHighLoad = (): boolean => {
    const now = elapsed()
    const periods = Math.floor((now - periodStart) / periodMs)
    if (periods > 0) {
      previousRequests = periods === 1 ? requests : 0
      requests = 0
      periodStart += periods * periodMs
    }
    return Math.max(previousRequests, requests) > (lowLoadPerSecond * periodMs) / 1000
  }
  return {
    maxOverdueMs: maxStaleMs,
    countRequest: () => void requests++,
    isHighLoad,
    tryAcquire() {
      const now = elapsed()
      const isHigh = isHighLoad()
      tokens = Math.min(isHigh ? perSecond : burst, tokens + ((now - refilledAt) * perSecond) / 1000)
      refilledAt = now
      if (tokens < 1 || (isHigh && running > 0)) return undefined
      tokens--
      running++
      return () => void running--
    },
  }
}
