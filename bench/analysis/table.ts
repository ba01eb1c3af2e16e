/** Formats the benchmark's table and the list of missed bars. */
import { markdownTable } from '../markdown-table.ts'
import { type AnalysisBenchmark, type FigureBar, meetsBar, type OtherResult } from './row.ts'

/** A measured row. All figures are in the row's unit. */
export type MeasuredRow = Pick<AnalysisBenchmark, 'label' | 'unit' | 'bar'> & {
  readonly figure: number
  readonly note?: string | undefined
  readonly npm?: OtherResult | undefined
  readonly quantlib?: number | undefined
}

/** Three significant digits. */
const formatNumber = (figure: number): string =>
  figure >= 100 ? Math.round(figure).toLocaleString('en') : String(Number(figure.toPrecision(3)))
const barText = (bar: FigureBar | undefined): string =>
  !bar ? '' : 'minimum' in bar ? `at least ${bar.minimum}` : `at most ${bar.maximum}`

/** Markdown table with figures aligned right. */
export const table = (rows: readonly MeasuredRow[]): string => {
  const cells = rows.map(({ label, unit, bar, figure, note, npm, quantlib }) => [
    label,
    `${formatNumber(figure)} ${unit}`,
    barText(bar),
    npm ? `${formatNumber(npm.figure)} (${npm.name})` : '–',
    quantlib === undefined ? '–' : formatNumber(quantlib),
    note ?? '',
  ])
  return markdownTable(['what', 'ours', 'bar', 'npm’s', 'QuantLib', ''], cells, [0, 5])
}

/** One line for each row that misses its bar. */
export const missedBarLines = (rows: readonly MeasuredRow[]): string[] =>
  rows
    .filter(({ figure, bar }) => bar && !meetsBar(figure, bar))
    .map(({ label, figure, unit, bar }) => `${label}: ${formatNumber(figure)} ${unit}, ${barText(bar)}`)
