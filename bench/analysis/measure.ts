/** How long work takes where others share the machine: the best of many short rounds, one of which is left alone. */

/** Seconds of the fastest round, of as many as fit in `budget` seconds, three at least. */
export const fastest = (work: () => void, budget = 1): number => {
  const until = performance.now() + 1000 * budget
  let least = Number.POSITIVE_INFINITY
  for (let round = 0; round < 3 || performance.now() < until; round++) {
    const started = performance.now()
    work()
    least = Math.min(least, performance.now() - started)
  }
  return least / 1000
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
