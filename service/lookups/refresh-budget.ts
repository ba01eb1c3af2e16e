import { refreshLimits } from '#service/shared/limits.ts'

/**
 * Budget for recomputing results that are still usable but old. With few callers each gets a new result; when
 * hundreds of symbols are requested at once, old results are served meanwhile (docs/decisions/0030 and 0041).
 */
export type RefreshBudget = {
  /** Counts a request, whatever its result. */
  countRequest(): void
  /**
   * Whether the load is so high that requests with a usable result do not wait for a new one: the next
   * request gets it.
   */
  isHighLoad(): boolean
  /** Acquires a slot; returns the function that releases it, or undefined if the budget is used up. */
  tryAcquire(): (() => void) | undefined
  /** Milliseconds by which a result may exceed its lifetime while others are recomputed. */
  readonly maxOverdueMs: number
}

const { perSecond, burst, lowLoadPerSecond, periodMs, maxStaleMs } = refreshLimits

/** @param elapsed monotonic milliseconds */
export function createRefreshBudget(elapsed: () => number): RefreshBudget {
  let tokens: number = burst
  let refilledAt = elapsed()
  let running = 0
  let periodStart = refilledAt
  let requests = 0
  let previousRequests = 0

  /** Uses the busier one of the last two periods, so that a new period starts with the load of the previous one. */
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
      const isBusy = isHighLoad()
      tokens = Math.min(isBusy ? perSecond : burst, tokens + ((now - refilledAt) * perSecond) / 1000)
      refilledAt = now
      if (tokens < 1 || (isBusy && running > 0)) return undefined
      tokens--
      running++
      return () => void running--
    },
  }
}
