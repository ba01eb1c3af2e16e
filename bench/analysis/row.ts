/** A row of the table. */

/** Per second, or what one takes. */
export type Unit = 'M/s' | 'k/s' | 'ms' | 's' | 'MB'

/** Minimum or maximum of a figure, in its row's unit. */
export type FigureBound = { readonly least: number } | { readonly most: number }

/** The same work by another library, in the row's unit. */
export type Other = { readonly name: string; readonly figure: number }

export type AnalysisBenchmark = {
  readonly what: string
  readonly unit: Unit
  readonly bar?: FigureBound
  /** Measured when called; `note` says what else was seen. */
  ours(): Promise<{ readonly figure: number; readonly note?: string }>
  /** The same by packages of npm; `undefined` where they could not be had. */
  npm?(): Promise<Other | undefined>
  /** The same by QuantLib: the name of its figure in `quantlib.py`. */
  readonly quantlib?: string
}

/** Rows over the same data, which is created when they are requested. */
export type Group = { readonly name: string; rows(): Promise<readonly AnalysisBenchmark[]> }

/** Whether a figure may stand; one that is no number never may. */
export const holds = (figure: number, bar: FigureBound): boolean =>
  'least' in bar ? figure >= bar.least : figure <= bar.most
