/** A row of docs/accuracy.md: errors of many cases against a reference. */

export type Comparison = {
  readonly label: string
  readonly reference: string
  /** Unit of the errors. */
  readonly unit: string
  readonly cases: number
  readonly mean: number
  /** 95th percentile. */
  readonly percentile95: number
  readonly worst: number
  /**
   * Maximum of the mean and of the worst error. Absent in rows that are shown for comparison only.
   */
  readonly bar?: { readonly mean?: number; readonly worst?: number }
}

/** Summarises absolute errors. */
export const compare = (
  description: Pick<Comparison, 'label' | 'reference' | 'unit' | 'bar'>,
  errors: readonly number[],
): Comparison => {
  const sorted = errors.map(Math.abs).toSorted((a, b) => a - b)
  return {
    ...description,
    cases: sorted.length,
    mean: sorted.reduce((a, b) => a + b, 0) / sorted.length,
    percentile95: sorted[Math.ceil(0.95 * sorted.length) - 1] ?? Number.NaN,
    worst: sorted.at(-1) ?? Number.NaN,
  }
}

/** Whether the errors stay within the bar. A worst error of NaN misses every bar. */
export const meetsBar = ({ mean, worst, bar }: Comparison): boolean =>
  Number.isFinite(worst) && !(mean > (bar?.mean ?? Infinity)) && !(worst > (bar?.worst ?? Infinity))
