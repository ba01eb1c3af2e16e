/** Round positions for the texts of an axis. */

const steps = [1, 2, 2.5, 5, 10]

/**
 * Returns the smallest round step that divides a span into at most `count` parts, but not less than
 * `minStep`.
 */
export function niceStep(span: number, count: number, minStep = 0): number {
  const rough = Math.max(span / count, minStep)
  if (!(rough > 0)) return 1
  const power = 10 ** Math.floor(Math.log10(rough))
  return power * steps.find((step) => step * power >= rough * (1 - 1e-9))!
}

/** Returns the multiples of a step from `low` to `high`. */
export function multiples(step: number, low: number, high: number): number[] {
  const first = Math.ceil(low / step - 1e-9)
  const last = Math.floor(high / step + 1e-9)
  return Array.from({ length: Math.max(0, last - first + 1) }, (_, i) =>
    Number(((first + i) * step).toFixed(9)),
  )
}

/** Returns the ticks of a volatility axis: whole percents below, through and above the values. */
export function percentTicks(values: readonly number[]): number[] {
  let [low, high] = [Infinity, -Infinity]
  for (const value of values) {
    low = Math.min(low, value)
    high = Math.max(high, value)
  }
  if (low > high) return []
  // Steps are whole percents, so that two ticks never have the same text.
  const step = Math.ceil(niceStep(high - low, 4, 0.01) * 100 - 1e-9) / 100
  const from = Math.max(0, Math.floor(low / step + 1e-9) * step)
  const to = Math.max(Math.ceil(high / step - 1e-9) * step, from + step)
  return multiples(step, from, to)
}
