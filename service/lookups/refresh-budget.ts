import { refreshLimits } from '#service/shared/limits.ts'

/**
 * Budget for recomputing results that are still usable but old. With few callers each gets a new result; when
 * hundreds of symbols are requested at once, old results are served meanwhile (docs/decisions/0030 and 0041).
 */
export type RefreshBudget = {
  /** Counts a request, whatever its result. */
  asked(): void
  /**
   * Whether the load is so high that requests with a usable result do not wait for a new one: the next
   * request gets it.
   */
  areMany(): boolean
  /** Acquires a slot; returns the function that releases it, or undefined if the budget is used up. */
  take(): (() => void) | undefined
  /** Milliseconds by which a result may exceed its lifetime while others are recomputed. */
  readonly mostLateMs: number
}

const { perSecond, burst, fewPerSecond, periodMs, mostLateMs } = refreshLimits

/** @param elapsed monotonic milliseconds */
export function createRefreshBudget(elapsed: () => number): RefreshBudget {
  let left: number = burst
  let at = elapsed()
  let underWay = 0
  let begun = at
  let asked = 0
  let before = 0

  /** The busier one of the last two periods counts, so that a new period begins with the previous one's load. */
  const areMany = (): boolean => {
    const now = elapsed()
    const periods = Math.floor((now - begun) / periodMs)
    if (periods > 0) {
      before = periods === 1 ? asked : 0
      asked = 0
      begun += periods * periodMs
    }
    return Math.max(before, asked) > (fewPerSecond * periodMs) / 1000
  }
  return {
    mostLateMs,
    asked: () => void asked++,
    areMany,
    take() {
      const now = elapsed()
      const isBusy = areMany()
      left = Math.min(isBusy ? perSecond : burst, left + ((now - at) * perSecond) / 1000)
      at = now
      if (left < 1 || (isBusy && underWay > 0)) return undefined
      left--
      underWay++
      return () => void underWay--
    },
  }
}
