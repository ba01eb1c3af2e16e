/** Standard errors of the prices of a fitted density. */

/**
 * Factorises the normal equations of the components with a positive weight. Components at the bound of
 * zero do not vary. `undefined` if the matrix is singular.
 */
const choleskyOf = (
  gram: Float64Array,
  size: number,
  indices: readonly number[],
): Float64Array | undefined => {
  const count = indices.length
  const factor = new Float64Array(count * count)
  for (let i = 0; i < count; i++)
    for (let j = 0; j <= i; j++) {
      let sum = gram[indices[i]! * size + indices[j]!]!
      for (let k = 0; k < j; k++) sum -= factor[i * count + k]! * factor[j * count + k]!
      if (i > j) factor[i * count + j] = sum / factor[j * count + j]!
      else if (sum > 0) factor[i * count + i] = Math.sqrt(sum)
      else return undefined
    }
  return factor
}

/**
 * Returns a function from the values of all components at one strike to the standard error of their
 * weighted sum: the covariance of the weights is the inverse of `gram`, whose rows are weighted by
 * the inverse squared errors of the targets.
 *
 * @param gram normal equations, row by row; it must not change any more
 * @param weights fitted weights, at least 0
 */
export const fitErrorOf = (
  gram: Float64Array,
  weights: Float64Array,
): ((values: (component: number) => number) => number) => {
  const indices: number[] = []
  weights.forEach((weight, index) => {
    if (weight > 0) indices.push(index)
  })
  const factor = choleskyOf(gram, weights.length, indices)
  const count = indices.length
  const solved = new Float64Array(count)
  return (valueOf) => {
    if (!factor) return Number.POSITIVE_INFINITY
    let variance = 0
    for (let i = 0; i < count; i++) {
      let sum = valueOf(indices[i]!)
      for (let k = 0; k < i; k++) sum -= factor[i * count + k]! * solved[k]!
      solved[i] = sum / factor[i * count + i]!
      variance += solved[i]! ** 2
    }
    return Math.sqrt(variance)
  }
}
