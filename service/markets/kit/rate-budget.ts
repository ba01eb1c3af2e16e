/**
 * The calls that a vendor allows one process: requests and the nightly scan share it, and the vendor's own headers correct
 * it. Calls of users go first, each in the order of arrival. The scan leaves the burst to them, because the data of a
 * request may need many calls at once.
 */
import type { CallPriority } from '#service/markets/market.ts'
import { VendorError } from './vendor-error.ts'

/** The state of a vendor's rate limit, from the headers of a response. */
export type RateReading = {
  /** Calls left in the current window. */
  readonly remaining: number
  /** Milliseconds until the window ends. */
  readonly resetMs: number
}

/** Priority of a call while it waits: a user may request the data that the scan is loading. */
export type CurrentPriority = () => CallPriority

export type RateBudget = {
  /**
   * Resolves when the next call may be made. The default priority is that of users.
   *
   * @throws VendorError `throttled` at once if the wait would exceed `maxWaitMs`, or later if calls of higher priority or
   * a pause have extended it
   */
  acquire(priority?: CurrentPriority): Promise<void>
  /** Adopts the vendor's own count: without calls left, all wait for the end of the window. */
  report(reading: RateReading): void
  /** No call is made for this long: the vendor has answered 429. */
  pause(ms: number): void
  /** Calls a minute that the budget allows; null without a limit. */
  readonly perMinute: number | null
  /** Calls made so far. */
  callCount(): number
}

export type RateBudgetOptions = {
  /** Calls a minute; null without a limit. */
  readonly perMinute: number | null
  /** Calls that may be made at once after a pause; the default is a sixth of a minute's. */
  readonly burst?: number
  /** Longest wait of a call, milliseconds. Longer than a lookup's timeout, because the scan waits as well. */
  readonly maxWaitMs?: number
  /** Monotonic clock, milliseconds. */
  readonly elapsed?: () => number
}

type WaitingCall = {
  readonly priority: CurrentPriority
  readonly sinceMs: number
  readonly start: () => void
  readonly refuse: (error: VendorError) => void
}

const isOfUser = ({ priority }: Pick<WaitingCall, 'priority'>): boolean => priority() === 'user'

const throttled = (waitMs: number): VendorError =>
  new VendorError('throttled', `the rate limit is used up for another ${Math.ceil(waitMs / 1000)} s`, {
    retryAfterMs: waitMs,
  })

export function createRateBudget({
  perMinute,
  burst = Math.max(1, Math.floor((perMinute ?? 0) / 6)),
  maxWaitMs = 25_000,
  elapsed = () => performance.now(),
}: RateBudgetOptions): RateBudget {
  const intervalMs = perMinute === null ? 0 : 60_000 / perMinute
  const burstMs = (burst - 1) * intervalMs
  /** Virtual scheduling (GCRA): earliest time of the next call. A full burst is this time `burstMs` ago. */
  let nextCallMs = -Infinity
  let pausedUntilMs = -Infinity
  let calls = 0
  let waiting: readonly WaitingCall[] = []
  let timer: ReturnType<typeof setTimeout> | undefined

  /** The earliest time of the next call, not before `nowMs`. A call of the scan leaves the rest of the burst. */
  const startOf = (call: Pick<WaitingCall, 'priority'>, nowMs: number): number =>
    Math.max(nextCallMs + (isOfUser(call) ? 0 : burstMs), pausedUntilMs, nowMs)
  const refuseOverdue = (nowMs: number): void => {
    const overdue = waiting.filter(({ sinceMs }) => nowMs - sinceMs > maxWaitMs)
    waiting = waiting.filter((call) => !overdue.includes(call))
    for (const call of overdue) call.refuse(throttled(startOf(call, nowMs) - nowMs))
  }
  /** Starts the calls whose time has come, and waits for the time of the next one. */
  const startCalls = (): void => {
    clearTimeout(timer)
    for (;;) {
      const nowMs = elapsed()
      refuseOverdue(nowMs)
      const next = waiting.find(isOfUser) ?? waiting[0]
      if (!next) return
      const waitMs = startOf(next, nowMs) - nowMs
      if (waitMs > 0) {
        timer = setTimeout(startCalls, waitMs)
        return
      }
      nextCallMs = Math.max(nextCallMs, nowMs - burstMs, pausedUntilMs) + intervalMs
      calls++
      waiting = waiting.filter((call) => call !== next)
      next.start()
    }
  }

  return {
    perMinute,
    callCount: () => calls,
    acquire: (priority = () => 'user') =>
      new Promise((start, refuse) => {
        const nowMs = elapsed()
        const call: WaitingCall = { priority, sinceMs: nowMs, start, refuse }
        const callsBefore = isOfUser(call) ? waiting.filter(isOfUser).length : waiting.length
        const waitMs = startOf(call, nowMs) - nowMs + callsBefore * intervalMs
        if (waitMs > maxWaitMs) return refuse(throttled(waitMs))
        waiting = [...waiting, call]
        startCalls()
      }),
    report({ remaining, resetMs }) {
      if (remaining <= 0) this.pause(resetMs)
    },
    pause(ms) {
      pausedUntilMs = Math.max(pausedUntilMs, elapsed() + ms)
    },
  }
}
