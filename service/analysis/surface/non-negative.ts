/** Non-negative least squares. */

/**
 * Solves the symmetric positive definite system of the rows and columns in `passive` by Cholesky
 * decomposition; `undefined` if it is numerically singular.
 */
const solvePassive = (
  gram: Float64Array,
  right: Float64Array,
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
    let sum = right[passive[i]!]!
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

/** Moves from `at` towards `aim` until the first unknown reaches zero; those leave `passive`. */
const stepInside = (at: Float64Array, aim: Float64Array, passive: number[]): void => {
  let share = 1
  passive.forEach((index, i) => {
    if (aim[i]! <= 0) share = Math.min(share, at[index]! / (at[index]! - aim[i]!))
  })
  passive.forEach((index, i) => {
    at[index] = at[index]! + share * (aim[i]! - at[index]!)
  })
  for (let i = passive.length - 1; i >= 0; i--) {
    const index = passive[i]!
    if (at[index]! > 1e-14) continue
    at[index] = 0
    passive.splice(i, 1)
  }
}

/**
 * Solves for the passive unknowns; those that would become negative leave the set. False if the last one is
 * linearly dependent.
 */
const settlePassive = (
  gram: Float64Array,
  right: Float64Array,
  at: Float64Array,
  passive: number[],
): boolean => {
  while (passive.length > 0) {
    const aim = solvePassive(gram, right, right.length, passive)
    if (!aim) return false
    if (aim.every((value) => value > 0)) {
      passive.forEach((index, i) => {
        at[index] = aim[i]!
      })
      return true
    }
    stepInside(at, aim, passive)
  }
  return true
}

/** A slope below this gains nothing. */
const least = 1e-7

/**
 * The w >= 0 that makes w'Gw / 2 - c'w least: Lawson and Hanson, "Solving Least Squares Problems" (1974), chapter 23,
 * on the normal equations. `gram` is G, row by row; `right` is c; `start` a solution of a problem much like it.
 */
export const nonNegativeLeastSquares = (
  gram: Float64Array,
  right: Float64Array,
  start?: Float64Array,
): Float64Array => {
  const size = right.length
  const at = start ? start.slice() : new Float64Array(size)
  const passive: number[] = []
  for (let i = 0; i < size; i++) if (at[i]! > 0) passive.push(i)
  if (!settlePassive(gram, right, at, passive)) {
    at.fill(0)
    passive.length = 0
  }
  // Slopes are compared in units of the unknown's own column, so that a far component does not come in for its size.
  const scales = right.map((_, i) => Math.sqrt(gram[i * size + i]!))
  const barred = new Uint8Array(size)
  const isPassive = new Uint8Array(size)
  for (let step = 0; step < 4 * size; step++) {
    isPassive.fill(0)
    for (const i of passive) isPassive[i] = 1
    let best = -1
    let most = least
    for (let i = 0; i < size; i++) {
      if (barred[i] === 1 || isPassive[i] === 1) continue
      let slope = right[i]!
      for (const j of passive) slope -= gram[i * size + j]! * at[j]!
      slope /= scales[i]!
      if (slope > most) {
        most = slope
        best = i
      }
    }
    if (best < 0) break
    passive.push(best)
    const isNew = settlePassive(gram, right, at, passive)
    if (isNew && passive.includes(best)) continue
    barred[best] = 1
    if (isNew) continue
    at[best] = 0
    const place = passive.indexOf(best)
    if (place >= 0) passive.splice(place, 1)
  }
  return at
}
