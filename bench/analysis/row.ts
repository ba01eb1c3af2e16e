/** Types of the benchmark's rows. */

/** Calls per second, time of a call, or memory. */
export type Unit = 'M/s' | 'k/s' | 'ms' | 's' | 'MB'

/** Minimum or maximum of a figure, in its row's unit. */
export type FigureBound = { readonly minimum: number } | { readonly maximum: number }

/** The same work by another library, in the row's unit. */
export type OtherResult = { readonly name: string; readonly figure: number }

export type AnalysisBenchmark = {
  readonly label: string
  readonly unit: Unit
  readonly bar?: FigureBound
  /** Measures our code; `note` is an additional remark. */
  measure(): Promise<{ readonly figure: number; readonly note?: string }>
  /** Measures npm packages; `undefined` if they are not installed. */
  npm?(): Promise<OtherResult | undefined>
  /** Name of QuantLib's figure in `quantlib.py`. */
  readonly quantlib?: string
}

/** Rows over the same data, which is created when they are requested. */
export type Group = { readonly name: string; rows(): Promise<readonly AnalysisBenchmark[]> }

/** Whether a figure is within its bound. NaN never is. */
export const holds = (figure: number, bar: FigureBound): boolean =>
  'minimum' in bar ? figure >= bar.minimum : figure <= bar.maximum
