/**
 * Analyses that take milliseconds, split into steps: the caller may run other work between steps. The result
 * does not depend on it.
 */

/**
 * A computation that yields after each step of well under a millisecond and returns its result. The yielded
 * values are empty.
 */
export type Steps<Result> = Generator<void, Result>

/** Runs all steps without yielding, for threads without other work. */
export function runSteps<Result>(steps: Steps<Result>): Result {
  for (;;) {
    const step = steps.next()
    if (step.done) return step.value
  }
}
