/**
 * Fair queue of analyses: round-robin by caller, so that one caller's backlog does not delay
 * others. If the queue is full, the caller with the most queued analyses loses its last one, so that
 * a backlog does not keep others out either. Analyses run in steps, so that requests for cached results wait for one step only.
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
  { concurrent, queueLength, queueLengthPerCaller }: SchedulerLimits = schedulerLimits,
  yieldToEventLoop: EventLoopYield = createEventLoopYield({ elapsed: () => performance.now() }),
  watch?: SchedulerWatch,
): RunQueued {
  const runSteps: StepByStep = async (steps) => {
    for (;;) {
      await yieldToEventLoop()
      const step = steps.next()
      if (step.done) return step.value
    }
  }
  /** Queued analyses by caller, in round-robin order: a served caller moves to the end. */
  const queues = new Map<string, QueuedAnalysis[]>()
  const load = measureLoad(watch)
  const refusal = (cause: RefusalCause): Problem => {
    watch?.metrics.count('service_analysis_refusals_total', { cause })
    return queueFull(cause)
  }

  const startNext = () => {
    const [nextQueue] = queues
    if (!nextQueue) return void load.running--
    const [caller, analyses] = nextQueue
    queues.delete(caller)
    const { start } = analyses.shift()!
    if (analyses.length > 0) queues.set(caller, analyses)
    load.queued--
    start()
  }
  /**
   * Makes room for an analysis of a caller that has this many queued ones. Returns the cause if there is none, otherwise
   * null.
   */
  const makeRoom = (ownLength: number): RefusalCause | null => {
    if (ownLength >= queueLengthPerCaller) return 'caller-full'
    if (load.queued < queueLength) return null
    const longest = [...queues.values()].reduce((a, b) => (b.length > a.length ? b : a), [])
    // Otherwise the newcomer would only change places with the analysis that is refused.
    if (longest.length <= ownLength + 1) return 'queue-full'
    longest.pop()!.refuse(refusal('displaced'))
    load.queued--
    return null
  }
  const enqueue = (caller: string) =>
    new Promise<void>((start, refuse) => {
      const analyses = queues.get(caller)
      const cause = makeRoom(analyses?.length ?? 0)
      if (cause !== null) return refuse(refusal(cause))
      if (analyses) analyses.push({ start, refuse })
      else queues.set(caller, [{ start, refuse }])
      load.queued++
    })

  return async (caller, analyse) => {
    const requestedAt = watch?.elapsed() ?? 0
    if (load.running < concurrent) load.running++
    else await enqueue(caller)
    watch?.metrics.observe('service_analysis_wait_seconds', {}, (watch.elapsed() - requestedAt) / 1000)
    const releaseOnce = once(() => {
      // Other requests are served between two analyses.
      if (load.queued > 0) void nextEventLoopTurn().then(startNext)
      else load.running--
    })
    const slotTimer = setTimeout(releaseOnce, slotTimeoutMs)
    try {
      return await analyse(runSteps)
    } finally {
      clearTimeout(slotTimer)
      releaseOnce()
    }
  }
}

/** Number of running and queued analyses; each change sets its metric. */
function measureLoad(watch: SchedulerWatch | undefined) {
  let [running, queued] = [0, 0]
  const load = {
    get running() {
      return running
    },
    set running(count) {
      running = count
      watch?.metrics.set('service_analyses_running', {}, count)
    },
    get queued() {
      return queued
    },
    set queued(count) {
      queued = count
      watch?.metrics.set('service_analyses_waiting', {}, count)
    },
  }
  // The metrics exist before the first analysis.
  load.running = 0
  load.queued = 0
  return load
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
