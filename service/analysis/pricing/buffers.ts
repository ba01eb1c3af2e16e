/**
 * Room for a tree's values. Trees are priced by the thousand and none outlives its call, so that all share the same
 * arrays, which grow with the longest.
 */
const room = (): ((length: number) => Float64Array) => {
  let array = new Float64Array(128)
  return (length) => {
    if (array.length < length) array = new Float64Array(2 * length)
    return array
  }
}

/** One number per node of a step; contents of earlier uses remain. */
export const valueRoom = room()
/** The same for a second chain of values. */
export const otherRoom = room()
const powerRoom = room()

/** base^0, base^1, … up to `count`. */
export const powersOf = (base: number, count: number): Float64Array => {
  const powers = powerRoom(count + 1)
  let power = 1
  for (let i = 0; i <= count; i++) {
    powers[i] = power
    power *= base
  }
  return powers
}
