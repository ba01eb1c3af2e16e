import type { Bars } from './market.ts'

/** The bars of a symbol that has none: every column is empty. */
export const noBars: Bars = {
  date: [],
  open: new Float64Array(),
  high: new Float64Array(),
  low: new Float64Array(),
  close: new Float64Array(),
  volume: new Float64Array(),
}
