/** Types of the rows in the analysis benchmark. */

/** Calls per second, duration of a call, or memory. */
export type Unit = 'M/s' | 'k/s' | 'ms' | 's' | 'MB'

/**
 * A performance bar, in calls of the reference loop of the same run (`referencePerSecond`). Not a price bar. `minimum`:
 * calls per reference call; `maximum`: thousands of reference calls that take as long as one call.
 */
export type FigureBar = { readonly minimum: number } | { readonly maximum: number }

/** Figure of another library for the same work, in the row's unit. */
export type OtherResult = { readonly name: string; readonly figure: number }

export type AnalysisBenchmark = {
  readonly label: string
  readonly unit: Unit
  readonly bar?: FigureBar
  /** Measures our code; `note` is an additional remark. */
  measure(): Promise<{ readonly figure: number; readonly note?: string }>
  /** Measures npm packages; `undefined` if they are not installed. */
  npm?(): Promise<OtherResult | undefined>
  /** Name of QuantLib's figure in `quantlib.py`. */
  readonly quantlib?: string
}

/** Named group of rows, which the command line can select. */
export type BenchmarkGroup = { readonly name: string; rows(): Promise<readonly AnalysisBenchmark[]> }

/**
 * The figure relative to the reference loop, in the unit of `FigureBar`. `undefined` for memory.
 *
 * @param reference calls per second of the loop
 */
export const relativeFigure = (figure: number, unit: Unit, reference: number): number | undefined => {
  if (unit === 'M/s') return (figure * 1e6) / reference
  if (unit === 'k/s') return (figure * 1e3) / reference
  if (unit === 'MB') return undefined
  const seconds = unit === 'ms' ? figure / 1000 : figure
  return (seconds * reference) / 1000
}

/** Whether a relative figure meets its bar. NaN never does. */
export const meetsBar = (relative: number | undefined, bar: FigureBar): boolean =>
  relative !== undefined && ('minimum' in bar ? relative >= bar.minimum : relative <= bar.maximum)
