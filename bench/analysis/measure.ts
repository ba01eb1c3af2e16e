/**
 * Measures work on a shared machine: takes the fastest of many short rounds, because other
 * processes slow down some rounds but rarely all.
 */

/**
 * Duration of the fastest round, seconds. Runs at least three rounds and as many as fit into
 * `budgetSeconds`.
 */
export const fastestRoundSeconds = (work: () => void, budgetSeconds = 1): number => {
  const deadline = performance.now() + 1000 * budgetSeconds
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

/**
 * Calls of `work` per second. Each round calls it with 0 … count - 1.
 *
 * @throws Error if a result is NaN
 */
export const perSecond = (count: number, work: (index: number) => number, budgetSeconds?: number): number => {
  const seconds = fastestRoundSeconds(() => {
    for (let i = 0; i < count; i++) sum += work(i)
  }, budgetSeconds)
  if (Number.isNaN(sum)) throw new Error('a benchmark returned NaN, expected a number')
  return count / seconds
}

/**
 * Calls per second of a fixed loop over elementary functions, in which no code of the project runs. Bars refer to it,
 * because machines, and the load of one machine, differ.
 */
export const referencePerSecond = (): number =>
  perSecond(
    100_000,
    (index) => {
      const x = 0.5 + index / 100_000
      return Math.exp(-x) * Math.sqrt(x) + Math.log(x) / (1 + x)
    },
    0.2,
  )

/** Pseudo-random numbers in [0, 1), the same in every run. */
export const seededRandom = (seed: number): (() => number) => {
  let state = seed
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}
