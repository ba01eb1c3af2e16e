/** Measures work on a shared machine: the fastest of many short rounds, since at least one is undisturbed. */

/** Seconds of the fastest round. Runs at least three rounds and as many as fit into `budget` seconds. */
export const fastest = (work: () => void, budget = 1): number => {
  const deadline = performance.now() + 1000 * budget
  let minimumMs = Number.POSITIVE_INFINITY
  for (let round = 0; round < 3 || performance.now() < deadline; round++) {
    const startedAt = performance.now()
    work()
    minimumMs = Math.min(minimumMs, performance.now() - startedAt)
  }
  return minimumMs / 1000
}

/** Accumulates the results, so that the compiler cannot eliminate the computation. */
let sum = 0

/** Calls a second of `work`, which is called with 0 … count - 1 cyclically and returns a number. */
export const perSecond = (count: number, work: (index: number) => number, budget?: number): number => {
  const seconds = fastest(() => {
    for (let i = 0; i < count; i++) sum += work(i)
  }, budget)
  if (Number.isNaN(sum)) throw new Error('a result was not a number')
  return count / seconds
}

/** Numbers in [0, 1) that are the same in every run. */
export const generator = (seed: number): (() => number) => {
  let state = seed
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}
