/**
 * New analyses, some at a time and a step at a time: whoever asks for many waits behind himself, and nobody behind him for
 * long. Whoever asks for what is at hand does not wait for an analysis, but for a step of one.
 */
import { Problem } from '#contract/api/problem.ts'
import type { Steps } from '#service/analysis/steps.ts'
import { lookUpDeadlineMs } from '#service/markets/kit/with-deadlines.ts'
import { createPace } from '#service/shared/yield-to-event-loop.ts'
import type { Pace } from '#service/shared/yield-to-event-loop.ts'
import { turn } from '#service/shared/event-loop.ts'

/**
 * Makes an answer, as soon as it is its caller's turn: those who wait take turns, and each caller's own keep their order.
 *
 * @throws Problem `unavailable` with when to come again, where too many wait already
 */
export type AnalysisQueue = <Answer>(
  caller: string,
  make: (work: StepByStep) => Promise<Answer>,
) => Promise<Answer>

/** Does the steps of an analysis, others being let in between them. */
export type StepByStep = <Result>(steps: Steps<Result>) => Promise<Result>

/**
 * Milliseconds after which one that hangs holds up nobody else. Longer than a source is waited for (`lookUpDeadlineMs`): whoever
 * is next is refused where it keeps silent, and does not wait for it anew.
 */
const patienceMs = lookUpDeadlineMs + 2000

export type QueueBounds = {
  /** How many are made at once. One is worked out at a time; the others wait for the market. */
  readonly atOnce: number
  /** How many may wait, all in all and of one caller. */
  readonly waiting: number
  readonly waitingOfOne: number
}

/** At about 5 ms each the last one waits for 5 s, and who asks for 500 symbols at once is answered. */
export const usualBounds: QueueBounds = { atOnce: 8, waiting: 1000, waitingOfOne: 500 }

/** @param pace of all analyses there are: they take turns at being worked on */
export function createAnalysisQueue(
  { atOnce, waiting, waitingOfOne }: QueueBounds = usualBounds,
  pace: Pace = createPace({ elapsed: () => performance.now() }),
): AnalysisQueue {
  const work: StepByStep = async (steps) => {
    for (;;) {
      await pace()
      const step = steps.next()
      if (step.done) return step.value
    }
  }
  /** By caller; a caller who has had a turn goes to the end. */
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
      // Between two analyses whatever else is asked for is answered.
      if (inLine > 0) void turn().then(next)
      else underWay--
    })
    const patience = setTimeout(leave, patienceMs)
    try {
      return await make(work)
    } finally {
      clearTimeout(patience)
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
