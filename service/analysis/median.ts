/**
 * Median of the values; the mean of the two middle values if their number is even, NaN if there are
 * none.
 */
export const median = (values: ArrayLike<number>): number => {
  const sorted = Float64Array.from(values).sort()
  if (sorted.length === 0) return Number.NaN
  const half = sorted.length >> 1
  return sorted.length % 2 === 1 ? sorted[half]! : (sorted[half - 1]! + sorted[half]!) / 2
}
