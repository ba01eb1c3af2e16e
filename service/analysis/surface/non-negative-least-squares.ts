/**
 * Non-negative least squares by an active-set method. "Passive" unknowns are positive; all others
 * are fixed at zero.
 */

/**
 * Solves the symmetric positive definite systems of the rows and columns in a changing list of
 * unknowns by Cholesky decomposition. A row of the factor depends on the unknowns before it only, so
 * the rows up to the first change of the list are kept.
 */
const createSolver = (gram: Float64Array, rightSide: Float64Array) => {
  const size = rightSide.length
  const lower = new Float64Array(size * size)
  const intermediate = new Float64Array(size)
  const result = new Float64Array(size)
  /** The unknowns of the rows of `lower`. */
  const factorised: number[] = []
  /** Computes row `i` of the factor for the unknown `passive[i]`; returns false if the system is numerically singular. */
  const factorise = (passive: readonly number[], i: number): boolean => {
    const row = i * size
    const gramRow = passive[i]! * size
    let intermediateSum = rightSide[passive[i]!]!
    for (let j = 0; j < i; j++) {
      let sum = gram[gramRow + passive[j]!]!
      const other = j * size
      for (let k = 0; k < j; k++) sum -= lower[row + k]! * lower[other + k]!
      lower[row + j] = sum / lower[other + j]!
    }
    let diagonal = gram[gramRow + passive[i]!]!
    for (let k = 0; k < i; k++) diagonal -= lower[row + k]! * lower[row + k]!
    if (!(diagonal > 1e-13 * gram[gramRow + passive[i]!]!)) return false
    lower[row + i] = Math.sqrt(diagonal)
    for (let k = 0; k < i; k++) intermediateSum -= lower[row + k]! * intermediate[k]!
    intermediate[i] = intermediateSum / lower[row + i]!
    return true
  }
  /**
   * Returns the solution, whose first values are those of `passive` and valid until the next call;
   * `undefined` if the system is numerically singular.
   */
  return (passive: readonly number[]): Float64Array | undefined => {
    const n = passive.length
    let valid = 0
    while (valid < n && valid < factorised.length && factorised[valid] === passive[valid]) valid++
    factorised.length = valid
    for (let i = valid; i < n; i++) {
      if (!factorise(passive, i)) return undefined
      factorised.push(passive[i]!)
    }
    for (let i = n - 1; i >= 0; i--) {
      let sum = intermediate[i]!
      for (let k = i + 1; k < n; k++) sum -= lower[k * size + i]! * result[k]!
      result[i] = sum / lower[i * size + i]!
    }
    return result
  }
}

/**
 * Moves `solution` towards `target` until the first unknown reaches zero. Removes unknowns that are
 * zero from `passive`.
 */
const stepToBoundary = (solution: Float64Array, target: Float64Array, passive: number[]): void => {
  let fraction = 1
  passive.forEach((index, i) => {
    if (target[i]! <= 0) fraction = Math.min(fraction, solution[index]! / (solution[index]! - target[i]!))
  })
  passive.forEach((index, i) => {
    solution[index] = solution[index]! + fraction * (target[i]! - solution[index]!)
  })
  for (let i = passive.length - 1; i >= 0; i--) {
    const index = passive[i]!
    if (solution[index]! > 1e-14) continue
    solution[index] = 0
    passive.splice(i, 1)
  }
}

type Solver = ReturnType<typeof createSolver>

/** Whether the first `count` values are positive. */
const arePositive = (values: Float64Array, count: number): boolean => {
  for (let i = 0; i < count; i++) if (!(values[i]! > 0)) return false
  return true
}

/**
 * Solves for the passive unknowns, after removing those that would become negative. Returns false
 * if the system is singular.
 */
const solveFeasible = (solve: Solver, solution: Float64Array, passive: number[]): boolean => {
  while (passive.length > 0) {
    const target = solve(passive)
    if (!target) return false
    if (arePositive(target, passive.length)) {
      passive.forEach((index, i) => {
        solution[index] = target[i]!
      })
      return true
    }
    stepToBoundary(solution, target, passive)
  }
  return true
}

/** Slopes of the objective below this are treated as zero. */
const minSlope = 1e-7

/**
 * Minimises w'Gw / 2 - c'w for w >= 0: Lawson and Hanson, "Solving Least Squares Problems" (1974), chapter 23, on the
 * normal equations. `gram` is G, row by row; `rightSide` is c; `start` is the solution of a similar problem.
 */
export const nonNegativeLeastSquares = (
  gram: Float64Array,
  rightSide: Float64Array,
  start?: Float64Array,
): Float64Array => {
  const size = rightSide.length
  const solution = start ? start.slice() : new Float64Array(size)
  const solve = createSolver(gram, rightSide)
  const passive: number[] = []
  for (let i = 0; i < size; i++) if (solution[i]! > 0) passive.push(i)
  if (!solveFeasible(solve, solution, passive)) {
    solution.fill(0)
    passive.length = 0
  }
  // Slopes are compared in units of the unknown's column, so that distant components are not preferred for their size.
  const scales = rightSide.map((_, i) => Math.sqrt(gram[i * size + i]!))
  const excluded = new Uint8Array(size)
  const isPassive = new Uint8Array(size)
  const indices = new Int32Array(size)
  for (let step = 0; step < 4 * size; step++) {
    isPassive.fill(0)
    for (const i of passive) isPassive[i] = 1
    const count = passive.length
    indices.set(passive)
    let best = -1
    let steepest = minSlope
    for (let i = 0; i < size; i++) {
      if (excluded[i] === 1 || isPassive[i] === 1) continue
      const row = i * size
      let slope = rightSide[i]!
      for (let k = 0; k < count; k++) slope -= gram[row + indices[k]!]! * solution[indices[k]!]!
      slope /= scales[i]!
      if (slope > steepest) {
        steepest = slope
        best = i
      }
    }
    if (best < 0) break
    passive.push(best)
    const isSolvable = solveFeasible(solve, solution, passive)
    if (isSolvable && passive.includes(best)) continue
    excluded[best] = 1
    if (isSolvable) continue
    solution[best] = 0
    const position = passive.indexOf(best)
    if (position >= 0) passive.splice(position, 1)
  }
  return solution
}
