/**
 * Schedules analyses fairly: a caller has a share of those that run, the others are queued round-robin by caller, and
 * the steps of those that run alternate between callers. So one caller's backlog does not delay others. If the queue
 * is full, the caller with the most queued analyses loses its last one, so that a backlog does not keep others out
 * either. Analyses run in steps, so that requests for cached results wait for one step only.
 */
import { Problem } from '#contract/api/problem.ts'
import type { Steps } from '#service/analysis/steps.ts'
import { lookUpTimeoutMs } from '#service/markets/kit/with-timeouts.ts'
import { schedulerLimits } from '#service/shared/limits.ts'
import type { SchedulerLimits } from '#service/shared/limits.ts'
import type { Metrics } from '#service/shared/metrics.ts'
import { createEventLoopYield } from '#service/shared/yield-to-event-loop.ts'
import type { EventLoopYield } from '#service/shared/yield-to-event-loop.ts'
import { nextEventLoopTurn } from '#service/shared/event-loop.ts'
import { createFairQueue } from '#service/shared/fair-queue.ts'

/**
 * Runs an analysis, after queueing if too many are running: round-robin by caller, first in, first
 * out for each caller.
 *
 * @throws Problem `unavailable` with the time to retry if the queue is full, or becomes full while
 *   the analysis is the last of the longest queue
 */
export type RunQueued = <Result>(
  caller: string,
  analyse: (runSteps: StepByStep) => Promise<Result>,
) => Promise<Result>

/** Runs the steps of an analysis and yields to the event loop before each. */
export type StepByStep = <Result>(steps: Steps<Result>) => Promise<Result>

/** An analysis that waits for a slot. */
type QueuedAnalysis = { readonly start: () => void; readonly refuse: (problem: Problem) => void }

/** Why an analysis is refused, for the metric and the log; callers receive the same problem for all. */
const refusalCauses = {
  'caller-full': 'the caller has its maximum of queued analyses',
  'queue-full': 'the queue of analyses is full',
  displaced: 'the queue of analyses is full, and this caller has the most of them',
} as const
type RefusalCause = keyof typeof refusalCauses

/** Measurements of a scheduler. */
export type SchedulerWatch = {
  readonly metrics: Pick<Metrics, 'count' | 'set' | 'observe'>
  /** Monotonic clock, milliseconds. */
  readonly elapsed: () => number
}

/**
 * Milliseconds after which a hanging analysis releases its slot. Longer than the market's timeout
 * (`lookUpTimeoutMs`), so that a silent source is reported before the next analysis starts.
 */
const slotTimeoutMs = lookUpTimeoutMs + 2000

/**
 * Creates a scheduler.
 *
 * @param yieldToEventLoop shared by all running analyses: interleaves their steps
 * @param watch receives the number of running and queued analyses, their waits and the refusals; by default none
 */
export function createAnalysisScheduler(
  limits: SchedulerLimits = schedulerLimits,
  yieldToEventLoop: EventLoopYield = createEventLoopYield({ elapsed: () => performance.now() }),
  watch?: SchedulerWatch,
): RunQueued {
  const runStepsOf =
    (caller: string): StepByStep =>
    async (steps) => {
      for (;;) {
        await yieldToEventLoop(caller)
        const step = steps.next()
        if (step.done) return step.value
      }
    }
  const slots = createSlots(limits, watch)

  return async (caller, analyse) => {
    const requestedAt = watch?.elapsed() ?? 0
    const queued = slots.take(caller)
    if (queued) await queued
    watch?.metrics.observe('service_analysis_wait_seconds', {}, (watch.elapsed() - requestedAt) / 1000)
    const releaseOnce = once(() => slots.release(caller))
    const slotTimer = setTimeout(releaseOnce, slotTimeoutMs)
    try {
      return await analyse(runStepsOf(caller))
    } finally {
      clearTimeout(slotTimer)
      releaseOnce()
    }
  }
}

/** The places of running analyses. */
type Slots = {
  /**
   * Takes a slot. If the caller or all callers together have their maximum, returns a promise that resolves when the
   * slot is free, or rejects with a problem (`RunQueued`).
   */
  take(caller: string): Promise<void> | undefined
  /** Gives a slot of a caller back, to the next queued analysis. */
  release(caller: string): void
}

function createSlots(limits: SchedulerLimits, watch: SchedulerWatch | undefined): Slots {
  const { concurrent, concurrentPerCaller, queueLength, queueLengthPerCaller } = limits
  const queue = createFairQueue<QueuedAnalysis>()
  /** Number of running analyses by caller, without zeros. */
  const runningByCaller = new Map<string, number>()
  let running = 0
  const reportLoad = () => {
    watch?.metrics.set('service_analyses_running', {}, running)
    watch?.metrics.set('service_analyses_waiting', {}, queue.length)
  }
  // The metrics exist before the first analysis.
  reportLoad()
  const runningOf = (caller: string) => runningByCaller.get(caller) ?? 0
  const hasShare = (caller: string) => runningOf(caller) < concurrentPerCaller
  const start = (caller: string) => void runningByCaller.set(caller, runningOf(caller) + 1)
  const refusal = (cause: RefusalCause): Problem => {
    watch?.metrics.count('service_analysis_refusals_total', { cause })
    return queueFull(cause)
  }

  /** Starts the next analysis in a slot that is free, or leaves it free. */
  const startNext = () => {
    const next = queue.shift(hasShare)
    if (next) next.start()
    else running--
    reportLoad()
  }
  /** Makes room in the queue for an analysis of a caller. Returns the cause if there is none, otherwise null. */
  const makeRoom = (caller: string): RefusalCause | null => {
    const ownLength = queue.lengthOf(caller)
    if (ownLength >= queueLengthPerCaller) return 'caller-full'
    if (queue.length < queueLength) return null
    // Otherwise the newcomer would only change places with the analysis that is refused.
    if (queue.longestLength() <= ownLength + 1) return 'queue-full'
    queue.popLongest()!.refuse(refusal('displaced'))
    return null
  }
  const enqueue = (caller: string) =>
    new Promise<void>((resolve, refuse) => {
      const cause = makeRoom(caller)
      if (cause !== null) return refuse(refusal(cause))
      queue.push(caller, {
        start: () => {
          start(caller)
          resolve()
        },
        refuse,
      })
      reportLoad()
    })

  return {
    take(caller) {
      if (running >= concurrent || !hasShare(caller)) return enqueue(caller)
      running++
      reportLoad()
      start(caller)
      return undefined
    },
    release(caller) {
      const count = runningOf(caller) - 1
      if (count > 0) runningByCaller.set(caller, count)
      else runningByCaller.delete(caller)
      // Other requests are served between two analyses.
      if (queue.length > 0) return void nextEventLoopTurn().then(startNext)
      running--
      reportLoad()
    },
  }
}

/** Returns a function that runs `action` on its first call only. */
function once(action: () => void): () => void {
  let isDone = false
  return () => {
    if (!isDone) action()
    isDone = true
  }
}

const queueFull = (cause: RefusalCause) =>
  new Problem(
    'unavailable',
    { detail: 'Too many analyses are queued. Try again in 2 s.' },
    { retryAfterSeconds: 2, cause: refusalCauses[cause] },
  )
