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

/**
 * Milliseconds after which a hanging analysis releases its slot. Longer than the market's timeout
 * (`lookUpTimeoutMs`), so that a silent source is reported before the next analysis starts.
 */
const slotTimeoutMs = lookUpTimeoutMs + 2000

/**
 * Creates a scheduler.
 *
 * @param yieldToEventLoop shared by all running analyses: interleaves their steps
 */
export function createAnalysisScheduler(
  { concurrent, queueLength, queueLengthPerCaller }: SchedulerLimits = schedulerLimits,
  yieldToEventLoop: EventLoopYield = createEventLoopYield({ elapsed: () => performance.now() }),
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
  let running = 0
  let queued = 0

  const startNext = () => {
    const [nextQueue] = queues
    if (!nextQueue) return void running--
    const [caller, analyses] = nextQueue
    queues.delete(caller)
    const { start } = analyses.shift()!
    if (analyses.length > 0) queues.set(caller, analyses)
    queued--
    start()
  }
  /** Makes room for an analysis of a caller that has this many queued ones. Returns whether there is room. */
  const makeRoom = (ownLength: number): boolean => {
    if (ownLength >= queueLengthPerCaller) return false
    if (queued < queueLength) return true
    const longest = [...queues.values()].reduce((a, b) => (b.length > a.length ? b : a), [])
    // Otherwise the newcomer would only change places with the analysis that is refused.
    if (longest.length <= ownLength + 1) return false
    longest.pop()!.refuse(queueFull())
    queued--
    return true
  }
  const enqueue = (caller: string) =>
    new Promise<void>((start, refuse) => {
      const analyses = queues.get(caller)
      if (!makeRoom(analyses?.length ?? 0)) return refuse(queueFull())
      if (analyses) analyses.push({ start, refuse })
      else queues.set(caller, [{ start, refuse }])
      queued++
    })

  return async (caller, analyse) => {
    if (running < concurrent) running++
    else await enqueue(caller)
    const releaseOnce = once(() => {
      // Other requests are served between two analyses.
      if (queued > 0) void nextEventLoopTurn().then(startNext)
      else running--
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

/** Returns a function that runs `action` on its first call only. */
function once(action: () => void): () => void {
  let isDone = false
  return () => {
    if (!isDone) action()
    isDone = true
  }
}

const queueFull = () =>
  new Problem(
    'unavailable',
    { detail: 'Too many analyses are queued. Try again in 2 s.' },
    { retryAfterSeconds: 2 },
  )
