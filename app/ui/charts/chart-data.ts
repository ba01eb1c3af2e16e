/** Data of a chart figure, for its drawing and its table. */

/** Styles of lines: `first` is solid, `second` dashed, so that they also differ without colour. */
export type SeriesTone = 'first' | 'second'
export type MarkTone = 'chosen' | 'current'

export type ChartSeries = {
  key: string
  name: string
  tone: SeriesTone
  /** Whether to draw every point, for series with gaps. */
  hasPoints?: boolean
}

export type ChartRow = {
  x: number
  /** By series; null = unknown. */
  values: Readonly<Record<string, number | null>>
}

export type ChartMark = { x: number; tone: MarkTone; name: string }

export type ChartTable = {
  caption: string
  /** Headings, the first for the row headers. */
  columns: readonly string[]
  rows: readonly { key: string; cells: readonly string[] }[]
}

export type ChartData = {
  /** Ascending by `x`. */
  rows: readonly ChartRow[]
  series: readonly ChartSeries[]
  marks: readonly ChartMark[]
  /** Positions of the texts of the x axis; computed by default. */
  ticks?: readonly number[]
  formatTick: (x: number) => string
  /** Formats `x` in full, for the readout. */
  formatX: (x: number) => string
  formatY: (y: number, digits: number) => string
  /** Names of the axes with their units. */
  axes: { x: string; y: string }
  table: ChartTable
}
