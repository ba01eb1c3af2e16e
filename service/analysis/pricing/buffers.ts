/**
 * Creates a reusable buffer for the values of trees. Thousands of trees are priced one after the
 * other; they share one array, which grows to the largest requested length. It is not cleared
 * between uses.
 */
const createBuffer = (): ((length: number) => Float64Array) => {
  let array = new Float64Array(128)
  return (length) => {
    if (array.length < length) array = new Float64Array(2 * length)
    return array
  }
}

/** One number per node of a step. */
export const valueBuffer = createBuffer()
/** For trees that carry a second set of values. */
export const secondBuffer = createBuffer()
const powerBuffer = createBuffer()

/** Returns base^0, base^1, … base^count. The next call overwrites the array. */
export const powersOf = (base: number, count: number): Float64Array => {
  const powers = powerBuffer(count + 1)
  let power = 1
  for (let i = 0; i <= count; i++) {
    powers[i] = power
    power *= base
  }
  return powers
}
