/** Formats the benchmark's table and the list of missed bars. */
import { markdownTable } from '../markdown-table.ts'
import { type AnalysisBenchmark, type FigureBar, meetsBar, type OtherResult, relativeFigure } from './row.ts'

/** A measured row. All figures but `reference` are in the row's unit. */
export type MeasuredRow = Pick<AnalysisBenchmark, 'label' | 'unit' | 'bar'> & {
  readonly figure: number
  /** Calls per second of the reference loop in the same run. */
  readonly reference: number
  readonly note?: string | undefined
  readonly npm?: OtherResult | undefined
  readonly quantlib?: number | undefined
}

/** Three significant digits. */
const formatNumber = (figure: number): string =>
  figure >= 100 ? Math.round(figure).toLocaleString('en') : String(Number(figure.toPrecision(3)))
const barText = (bar: FigureBar | undefined): string =>
  !bar ? '' : 'minimum' in bar ? `at least ${bar.minimum}` : `at most ${bar.maximum}`

const relativeOf = ({ figure, unit, reference }: MeasuredRow): number | undefined =>
  relativeFigure(figure, unit, reference)
const relativeText = (row: MeasuredRow): string => {
  const relative = relativeOf(row)
  return relative === undefined ? '' : formatNumber(relative)
}

/** Markdown table with figures aligned right. */
export const table = (rows: readonly MeasuredRow[]): string => {
  const cells = rows.map((row) => {
    const { label, unit, bar, figure, note, npm, quantlib } = row
    return [
      label,
      `${formatNumber(figure)} ${unit}`,
      relativeText(row),
      barText(bar),
      npm ? `${formatNumber(npm.figure)} (${npm.name})` : '–',
      quantlib === undefined ? '–' : formatNumber(quantlib),
      note ?? '',
    ]
  })
  return markdownTable(['what', 'ours', 'relative', 'bar', 'npm’s', 'QuantLib', ''], cells, [0, 6])
}

/** One line for each row that misses its bar. */
export const missedBarLines = (rows: readonly MeasuredRow[]): string[] =>
  rows
    .filter((row) => row.bar && !meetsBar(relativeOf(row), row.bar))
    .map((row) => `${row.label}: ${relativeText(row)}, ${barText(row.bar)}`)
