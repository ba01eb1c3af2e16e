/** A row of docs/accuracy.md: errors of many cases against a reference. */

export type Comparison = {
  readonly what: string
  readonly against: string
  /** What errors are counted in. */
  readonly unit: string
  readonly cases: number
  readonly mean: number
  /** Not passed by 95 of 100. */
  readonly most: number
  readonly worst: number
  /** What mean or worst may be; nothing where a line is there to compare with. */
  readonly bar?: { readonly mean?: number; readonly worst?: number }
}

/** Summarises absolute errors. */
export const compare = (
  about: Pick<Comparison, 'what' | 'against' | 'unit' | 'bar'>,
  errors: readonly number[],
): Comparison => {
  const sorted = errors.map(Math.abs).toSorted((a, b) => a - b)
  return {
    ...about,
    cases: sorted.length,
    mean: sorted.reduce((a, b) => a + b, 0) / sorted.length,
    most: sorted[Math.ceil(0.95 * sorted.length) - 1] ?? Number.NaN,
    worst: sorted.at(-1) ?? Number.NaN,
  }
}

/** Whether its bars hold; errors that are no numbers hold none. */
export const holds = ({ mean, worst, bar }: Comparison): boolean =>
  Number.isFinite(worst) && !(mean > (bar?.mean ?? Infinity)) && !(worst > (bar?.worst ?? Infinity))
