/** Formats the table and the missed bars. */
import { markdownTable } from './markdown.ts'
import { type FigureBound, holds, type Other, type AnalysisBenchmark } from './row.ts'

/** A row with its figures, in the row's unit. */
export type MeasuredRow = Pick<AnalysisBenchmark, 'what' | 'unit' | 'bar'> & {
  readonly figure: number
  readonly note?: string | undefined
  readonly npm?: Other | undefined
  readonly quantlib?: number | undefined
}

/** Three digits that count. */
const written = (figure: number): string =>
  figure >= 100 ? Math.round(figure).toLocaleString('en') : String(Number(figure.toPrecision(3)))
const barText = (bar: FigureBound | undefined): string =>
  !bar ? '' : 'least' in bar ? `at least ${bar.least}` : `at most ${bar.most}`

/** In Markdown, figures to the right. */
export const table = (rows: readonly MeasuredRow[]): string => {
  const cells = rows.map(({ what, unit, bar, figure, note, npm, quantlib }) => [
    what,
    `${written(figure)} ${unit}`,
    barText(bar),
    npm ? `${written(npm.figure)} (${npm.name})` : '–',
    quantlib === undefined ? '–' : written(quantlib),
    note ?? '',
  ])
  return markdownTable([['what', 'ours', 'bar', 'npm’s', 'QuantLib', ''], ...cells], [1, 2, 3, 4])
}

/** The rows below their bars. */
export const missed = (rows: readonly MeasuredRow[]): string[] =>
  rows
    .filter(({ figure, bar }) => bar && !holds(figure, bar))
    .map(({ what, figure, unit, bar }) => `${what}: ${written(figure)} ${unit}, ${barText(bar)}`)
