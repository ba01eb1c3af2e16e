/**
 * Fair queue of analyses: round-robin by caller, so one caller's backlog does not delay others. Analyses run
 * in steps, so requests for cached results wait for one step only.
 */
import { Problem } from '#contract/api/problem.ts'
import type { Steps } from '#service/analysis/steps.ts'
import { lookUpDeadlineMs } from '#service/markets/kit/with-deadlines.ts'
import { schedulerLimits } from '#service/shared/limits.ts'
import type { SchedulerLimits } from '#service/shared/limits.ts'
import { createEventLoopYield } from '#service/shared/yield-to-event-loop.ts'
import type { EventLoopYield } from '#service/shared/yield-to-event-loop.ts'
import { nextEventLoopTurn } from '#service/shared/event-loop.ts'

/**
 * Runs an analysis when it is its caller's turn: round-robin by caller, first in, first out for each caller.
 *
 * @throws Problem `unavailable` with the time to retry if the queue is full
 */
export type RunQueued = <Result>(
  caller: string,
  analyse: (runSteps: StepByStep) => Promise<Result>,
) => Promise<Result>

/** Runs the steps of an analysis and yields in between. */
export type StepByStep = <Result>(steps: Steps<Result>) => Promise<Result>

/**
 * Milliseconds after which a hanging analysis releases its slot. Longer than the market's timeout
 * (`lookUpDeadlineMs`), so that a silent source is reported before the next analysis starts.
 */
const timeoutMs = lookUpDeadlineMs + 2000

/** @param yieldToEventLoop shared by all running analyses: interleaves their steps */
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
  /** By caller, in round-robin order: a served caller moves to the end. */
  const queues = new Map<string, (() => void)[]>()
  let running = 0
  let queued = 0

  const startNext = () => {
    const [first] = queues
    if (!first) return void running--
    const [caller, starts] = first
    queues.delete(caller)
    const start = starts.shift()!
    if (starts.length > 0) queues.set(caller, starts)
    queued--
    start()
  }
  const enqueue = (caller: string) =>
    new Promise<void>((resolve) => {
      const starts = queues.get(caller)
      if (starts) starts.push(resolve)
      else queues.set(caller, [resolve])
      queued++
    })

  return async (caller, analyse) => {
    if (running < concurrent) running++
    else {
      if (queued >= queueLength || (queues.get(caller)?.length ?? 0) >= queueLengthPerCaller)
        throw queueFull()
      await enqueue(caller)
    }
    const release = once(() => {
      // Other requests are served between two analyses.
      if (queued > 0) void nextEventLoopTurn().then(startNext)
      else running--
    })
    const timeout = setTimeout(release, timeoutMs)
    try {
      return await analyse(runSteps)
    } finally {
      clearTimeout(timeout)
      release()
    }
  }
}

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
