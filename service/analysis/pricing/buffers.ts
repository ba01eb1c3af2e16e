/**
 * Creates a reusable buffer for a tree's values. Thousands of trees are priced one after the other, so they share the
 * same arrays, which grow to the largest size requested.
 */
const createBuffer = (): ((length: number) => Float64Array) => {
  let array = new Float64Array(128)
  return (length) => {
    if (array.length < length) array = new Float64Array(2 * length)
    return array
  }
}

/** One number per node of a step; contents of earlier uses remain. */
export const valueBuffer = createBuffer()
/** Second buffer, for trees that carry two sets of values. */
export const secondBuffer = createBuffer()
const powerBuffer = createBuffer()

/** Returns base^0, base^1, … base^count. The array is reused by the next call. */
export const powersOf = (base: number, count: number): Float64Array => {
  const powers = powerBuffer(count + 1)
  let power = 1
  for (let i = 0; i <= count; i++) {
    powers[i] = power
    power *= base
  }
  return powers
}
