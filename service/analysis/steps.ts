/**
 * Analyses that take milliseconds, a step at a time: whoever runs one may let others in between its steps. What comes out is
 * the same however it is run.
 */

/** Work that stops after each step, of well under a millisecond, and returns its result. What it yields says nothing. */
export type Steps<Result> = Generator<void, Result>

/** The result, with nobody let in: for who keeps nobody waiting. */
export function atOnce<Result>(steps: Steps<Result>): Result {
  for (;;) {
    const step = steps.next()
    if (step.done) return step.value
  }
}
