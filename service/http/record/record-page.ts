/** The record's page: what was published and what came of it. Plain HTML without scripts. */
import { config } from '#service/analysis/config.ts'
import { escapeHtml } from '#service/http/documents/html.ts'
import type { PageRow, SeriesFacts } from '#service/record/page-facts.ts'
import { calibrationOf, totalsOf } from '#service/record/statistics.ts'
import { filePathOf } from './record-paths.ts'

/** Maximum number of results in the table. */
const maxRows = 200

const percent = (value: number): string => `${(100 * value).toFixed(1)} %`
const dollars = (value: number): string =>
  `${value < 0 ? '−' : ''}$${Math.abs(value).toLocaleString('en-US', { minimumFractionDigits: 2, maximumFractionDigits: 2 })}`

const table = (caption: string, headings: readonly string[], rows: readonly (readonly string[])[]): string =>
  `<table><caption>${caption}</caption><thead><tr>${headings.map((text) => `<th scope="col">${text}</th>`).join('')}</tr></thead>
<tbody>${rows.map((cells) => `<tr>${cells.map((cell) => `<td>${cell}</td>`).join('')}</tr>`).join('\n')}</tbody></table>`

/** Share and means. Below the minimum number there is no headline, because it would be chance. */
function headlineOf(rows: readonly PageRow[]): string {
  const { resolved, expired, void: voided, withResult, losers, means } = totalsOf(rows)
  const { minResolved } = config.record
  if (resolved < minResolved)
    return `<p>${resolved} picks have a result. Figures are shown from ${minResolved} on.</p>`
  const shares = `<p>${resolved} picks have a result: ${percent(expired / resolved)} expired worthless, and ${voided} more are void.</p>`
  if (!means)
    return `${shares}<p>Results in dollars are withheld, because prices could be computed from them.</p>`
  return `${shares}<p>Mean of ${withResult} contracts: ${dollars(means.profit)} after commission; 100 shares instead ${dollars(means.stock)}, cash ${dollars(means.cash)}. ${losers} of them lost money.</p>
${table(
  'Stated probability and share that expired worthless. Errors are clustered by expiry.',
  ['Stated', 'Picks', 'Mean stated', 'Observed', 'Standard error'],
  calibrationOf(rows).map(({ from, to, count, stated, observed, error }) => [
    `${Math.round(100 * from)} to ${Math.round(100 * to)} %`,
    String(count),
    percent(stated),
    percent(observed),
    percent(error),
  ]),
)}`
}

const outcomeText: Readonly<Record<PageRow['outcome'], string>> = {
  expired: 'expired',
  assigned: 'assigned',
  'assigned-early': 'assigned early',
  void: 'void',
}

const resultCells = ({ night, symbol, right, strike, expiry, probability, outcome, result }: PageRow) => [
  night,
  escapeHtml(symbol),
  `${right} ${strike}`,
  expiry,
  percent(probability),
  outcomeText[outcome],
  ...(result ? [dollars(result.profit), dollars(result.stock), dollars(result.cash)] : ['–', '–', '–']),
]

function sectionOf({ latest, rows, nights }: SeriesFacts): string {
  const newest = rows.toReversed().slice(0, maxRows)
  return `<h2>${latest.series}</h2>
<p>Nights: ${latest.number}. The last file has the SHA-256 <code>${latest.sha256}</code> and is signed by the key <code>${latest.keyId}</code>.</p>
${headlineOf(rows)}
${
  newest.length === 0
    ? ''
    : table(
        `The newest ${newest.length} of ${rows.length} results, in dollars for one contract`,
        ['Night', 'Symbol', 'Option', 'Expiry', 'Stated', 'Outcome', 'Profit', '100 shares', 'Cash'],
        newest.map(resultCells),
      )
}
${table(
  'The newest nights',
  ['Night', 'Ideas', 'Picks', 'Results', 'File'],
  nights.map((night) => [
    night.night,
    String(night.ideas),
    String(night.picks),
    String(night.resolutions),
    `<a href="${filePathOf(night)}">${night.sha256.slice(0, 12)}…</a>`,
  ]),
)}`
}

/** The page as HTML. */
export const recordPage = (series: readonly SeriesFacts[]): string =>
  `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light dark"><title>The sealed record</title>
<h1>The sealed record</h1>
<p>Every night the service publishes what it recommends, and later what came of it, losers included. <a href="/docs/record">How picks are resolved, and how to verify the files</a>.</p>
${series.length === 0 ? '<p>Nothing has been published yet.</p>' : series.map(sectionOf).join('\n')}
</html>`
