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
export type RunQueued = <Answer>(
  caller: string,
  make: (work: StepByStep) => Promise<Answer>,
) => Promise<Answer>

/** Runs the steps of an analysis and yields in between. */
export type StepByStep = <Result>(steps: Steps<Result>) => Promise<Result>

/**
 * Milliseconds after which a hanging analysis releases its slot. Longer than the market's timeout
 * (`lookUpDeadlineMs`), so that a silent source is reported before the next analysis starts.
 */
const timeoutMs = lookUpDeadlineMs + 2000

/** @param pace shared by all running analyses: interleaves their steps */
export function createAnalysisScheduler(
  { atOnce, waiting, waitingOfOne }: SchedulerLimits = schedulerLimits,
  pace: EventLoopYield = createEventLoopYield({ elapsed: () => performance.now() }),
): RunQueued {
  const work: StepByStep = async (steps) => {
    for (;;) {
      await pace()
      const step = steps.next()
      if (step.done) return step.value
    }
  }
  /** By caller, in round-robin order: a served caller moves to the end. */
  const queues = new Map<string, (() => void)[]>()
  let underWay = 0
  let inLine = 0

  const next = () => {
    const [first] = queues
    if (!first) return void underWay--
    const [caller, starts] = first
    queues.delete(caller)
    const start = starts.shift()!
    if (starts.length > 0) queues.set(caller, starts)
    inLine--
    start()
  }
  const lineUp = (caller: string) =>
    new Promise<void>((resolve) => {
      const starts = queues.get(caller)
      if (starts) starts.push(resolve)
      else queues.set(caller, [resolve])
      inLine++
    })

  return async (caller, make) => {
    if (underWay < atOnce) underWay++
    else {
      if (inLine >= waiting || (queues.get(caller)?.length ?? 0) >= waitingOfOne) throw busy()
      await lineUp(caller)
    }
    const leave = once(() => {
      // Other requests are served between two analyses.
      if (inLine > 0) void nextEventLoopTurn().then(next)
      else underWay--
    })
    const timeout = setTimeout(leave, timeoutMs)
    try {
      return await make(work)
    } finally {
      clearTimeout(timeout)
      leave()
    }
  }
}

function once(act: () => void): () => void {
  let isDone = false
  return () => {
    if (!isDone) act()
    isDone = true
  }
}

const busy = () =>
  new Problem(
    'unavailable',
    { detail: 'More is asked for than can be worked out right now. Try again in 2 s.' },
    { retryAfterSeconds: 2 },
  )
