/**
 * Cooperative scheduling: an analysis that takes milliseconds is split into steps, so that the
 * caller can run other work between them. The result is the same with and without other work.
 */

/**
 * A computation that yields `undefined` after each step and finally returns its result. A step
 * takes well under a millisecond.
 */
export type Steps<Result> = Generator<void, Result>

/** Runs all steps without interruption and returns the result. For threads without other work. */
export function runSteps<Result>(steps: Steps<Result>): Result {
  for (;;) {
    const step = steps.next()
    if (step.done) return step.value
  }
}
