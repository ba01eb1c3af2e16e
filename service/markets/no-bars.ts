import type { Bars } from './market.ts'

/** Bars of a symbol without bars: every column is empty. */
export const noBars: Bars = {
  date: [],
  open: new Float64Array(),
  high: new Float64Array(),
  low: new Float64Array(),
  close: new Float64Array(),
  volume: new Float64Array(),
}
