/** The tables of the record's page. */
import type {
  RecordCalibration,
  RecordNightResult,
  RecordRight,
  RecordYield,
} from '#contract/responses/record-summary.ts'
import { escapeHtml } from '#service/http/documents/html.ts'
import type { ResolvedRow, SeriesFacts } from '#service/record/series-facts.ts'
import { bandText, dollars, percent, table, whole } from './page-table.ts'
import type { TableColumn } from './page-table.ts'
import { filePathOf } from './record-paths.ts'

const text = (heading: string): TableColumn => ({ heading })
const number = (heading: string): TableColumn => ({ heading, isNumber: true })

export const calibrationTable = (bands: readonly RecordCalibration[]): string =>
  table(
    'Stated probability and share that expired worthless',
    [text('Stated'), ...['Picks', 'Mean stated', 'Observed', 'Standard error'].map(number)],
    bands.map(({ from, to, count, stated, observed, error }) => [
      bandText(from, to),
      whole(count),
      percent(stated),
      percent(observed),
      percent(error),
    ]),
  )

const rightText: Readonly<Record<RecordRight, string>> = { call: 'Covered calls', put: 'Puts' }

export const yieldsTable = (yields: readonly RecordYield[]): string =>
  table(
    'Premium less commission and what it cost, means, per cent of the capital',
    [text('Sold'), text('Stated'), ...['Picks', 'Premium', 'Cost', 'Difference'].map(number)],
    yields.map(({ right, from, to, count, premium, forgone, net }) => [
      rightText[right],
      from === null || to === null ? 'all' : bandText(from, to),
      whole(count),
      percent(premium),
      percent(forgone),
      percent(net),
    ]),
  )

export const nightResultsTable = (nights: readonly RecordNightResult[]): string =>
  table(
    'Results by night of the pick, per cent of the capital of the night',
    [text('Night'), ...['Results', 'Losers', 'Gains', 'Losses', 'Net'].map(number)],
    nights
      .toReversed()
      .map(({ night, count, losers, gains, losses, net }) => [
        night,
        whole(count),
        whole(losers),
        percent(gains),
        percent(losses),
        percent(net),
      ]),
  )

const outcomeText: Readonly<Record<ResolvedRow['outcome'], string>> = {
  expired: 'expired',
  assigned: 'assigned',
  'assigned-early': 'assigned early',
  void: 'void',
}

const resultCells = (row: ResolvedRow): string[] => {
  const { night, symbol, right, strike, expiry, probability, outcome, result, amounts } = row
  const money =
    result && amounts
      ? [amounts.premium, amounts.forgone, result.profit, result.stock, result.cash].map(dollars)
      : ['–', '–', '–', '–', '–']
  return [
    night,
    escapeHtml(symbol),
    `${right} ${strike}`,
    expiry,
    percent(probability),
    outcomeText[outcome],
    ...money,
  ]
}

/** The newest results; empty without any. */
export const resultsTable = ({ rows, resultCount }: SeriesFacts): string =>
  rows.length === 0
    ? ''
    : `<h3>Results</h3>\n${table(
        `The newest ${whole(rows.length)} of ${whole(resultCount)} results, in dollars for one contract`,
        [
          ...['Night', 'Symbol', 'Option', 'Expiry'].map(text),
          number('Stated'),
          text('Outcome'),
          ...['Premium', 'Cost', 'Profit', '100 shares', 'Cash'].map(number),
        ],
        rows.map(resultCells),
      )}`

/** The newest nights, with rows for those that are missed among and after them. */
export function nightsTable({ nights, missed }: SeriesFacts): string {
  const oldest = nights.at(-1)?.night ?? ''
  const entries = nights.map((night) => ({
    night: night.night,
    cells: [
      night.night,
      String(night.ideas),
      String(night.picks),
      String(night.resolutions),
      `<a href="${filePathOf(night)}">${night.sha256.slice(0, 12)}…</a>`,
    ],
  }))
  const gaps = missed
    .filter((night) => night > oldest)
    .map((night) => ({ night, cells: [night, '<span class="missed">missed: no entry</span>'] }))
  return table(
    'The newest nights',
    [text('Night'), ...['Ideas', 'Picks', 'Results'].map(number), text('File')],
    [...entries, ...gaps].toSorted((a, b) => (a.night < b.night ? 1 : -1)).map(({ cells }) => cells),
  )
}
