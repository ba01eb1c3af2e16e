/**
 * Non-negative least squares by an active-set method. "Passive" unknowns are positive; all others
 * are fixed at zero.
 */

/**
 * Solves the symmetric positive definite system of the rows and columns in `passive` by Cholesky
 * decomposition; `undefined` if it is numerically singular.
 */
const solvePassive = (
  gram: Float64Array,
  rightSide: Float64Array,
  size: number,
  passive: readonly number[],
): Float64Array | undefined => {
  const n = passive.length
  const lower = new Float64Array(n * n)
  const result = new Float64Array(n)
  for (let i = 0; i < n; i++) {
    const row = passive[i]! * size
    for (let j = 0; j <= i; j++) {
      let sum = gram[row + passive[j]!]!
      for (let k = 0; k < j; k++) sum -= lower[i * n + k]! * lower[j * n + k]!
      if (i !== j) lower[i * n + j] = sum / lower[j * n + j]!
      else if (sum > 1e-13 * gram[row + passive[i]!]!) lower[i * n + i] = Math.sqrt(sum)
      else return undefined
    }
    let sum = rightSide[passive[i]!]!
    for (let k = 0; k < i; k++) sum -= lower[i * n + k]! * result[k]!
    result[i] = sum / lower[i * n + i]!
  }
  for (let i = n - 1; i >= 0; i--) {
    let sum = result[i]!
    for (let k = i + 1; k < n; k++) sum -= lower[k * n + i]! * result[k]!
    result[i] = sum / lower[i * n + i]!
  }
  return result
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

/**
 * Solves for the passive unknowns, after removing those that would become negative. Returns false
 * if the system is singular.
 */
const solveFeasible = (
  gram: Float64Array,
  rightSide: Float64Array,
  solution: Float64Array,
  passive: number[],
): boolean => {
  while (passive.length > 0) {
    const target = solvePassive(gram, rightSide, rightSide.length, passive)
    if (!target) return false
    if (target.every((value) => value > 0)) {
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
  const passive: number[] = []
  for (let i = 0; i < size; i++) if (solution[i]! > 0) passive.push(i)
  if (!solveFeasible(gram, rightSide, solution, passive)) {
    solution.fill(0)
    passive.length = 0
  }
  // Slopes are compared in units of the unknown's column, so that distant components are not preferred for their size.
  const scales = rightSide.map((_, i) => Math.sqrt(gram[i * size + i]!))
  const excluded = new Uint8Array(size)
  const isPassive = new Uint8Array(size)
  for (let step = 0; step < 4 * size; step++) {
    isPassive.fill(0)
    for (const i of passive) isPassive[i] = 1
    let best = -1
    let steepest = minSlope
    for (let i = 0; i < size; i++) {
      if (excluded[i] === 1 || isPassive[i] === 1) continue
      let slope = rightSide[i]!
      for (const j of passive) slope -= gram[i * size + j]! * solution[j]!
      slope /= scales[i]!
      if (slope > steepest) {
        steepest = slope
        best = i
      }
    }
    if (best < 0) break
    passive.push(best)
    const isSolvable = solveFeasible(gram, rightSide, solution, passive)
    if (isSolvable && passive.includes(best)) continue
    excluded[best] = 1
    if (isSolvable) continue
    solution[best] = 0
    const position = passive.indexOf(best)
    if (position >= 0) passive.splice(position, 1)
  }
  return solution
}
