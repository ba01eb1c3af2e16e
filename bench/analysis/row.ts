/** Types of the rows in the analysis benchmark. */

/** Calls per second, duration of a call, or memory. */
export type Unit = 'M/s' | 'k/s' | 'ms' | 's' | 'MB'

/** A performance bar: the required minimum or maximum of a figure, in its row's unit. Not a price bar. */
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

/** Whether a figure meets its bar. NaN never does. */
export const meetsBar = (figure: number, bar: FigureBar): boolean =>
  'minimum' in bar ? figure >= bar.minimum : figure <= bar.maximum
