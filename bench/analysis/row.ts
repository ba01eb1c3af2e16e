/** What a row of the table is. */

/** Per second, or what one takes. */
export type Unit = 'M/s' | 'k/s' | 'ms' | 's' | 'MB'

/** What a figure must be at least or at most, in its row's unit. */
export type Bar = { readonly least: number } | { readonly most: number }

/** The same work as somebody else does it, in the row's unit. */
export type Other = { readonly name: string; readonly figure: number }

export type Row = {
  readonly what: string
  readonly unit: Unit
  readonly bar?: Bar
  /** Measured when called; `note` says what else was seen. */
  ours(): Promise<{ readonly figure: number; readonly note?: string }>
  /** The same by packages of npm; `undefined` where they could not be had. */
  npm?(): Promise<Other | undefined>
  /** The same by QuantLib: the name of its figure in `quantlib.py`. */
  readonly quantlib?: string
}

/** Rows that share what they are measured on. A group's data is made when its rows are asked for. */
export type Group = { readonly name: string; rows(): Promise<readonly Row[]> }

/** Whether a figure may stand; one that is no number never may. */
export const holds = (figure: number, bar: Bar): boolean =>
  'least' in bar ? figure >= bar.least : figure <= bar.most
