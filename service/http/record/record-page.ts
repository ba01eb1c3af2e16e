/**
 * The record's page: what was published and what came of it. All figures are in tables, which need no script. The
 * script of the page (docs/site/record/) draws charts of three of them.
 */
import type { RecordChartData } from '#contract/responses/record-summary.ts'
import { config } from '#service/analysis/config.ts'
import { escapeHtml } from '#service/http/documents/html.ts'
import type { SeriesFacts } from '#service/record/series-facts.ts'
import { dollars, percent, whole } from './page-table.ts'
import {
  calibrationTable,
  nightResultsTable,
  nightsTable,
  resultsTable,
  yieldsTable,
} from './record-tables.ts'

/** URL paths of the page's built files; undefined if they are not built. */
export type RecordPageAssets = {
  readonly script: string | undefined
  readonly style: string | undefined
  /** The script with which readers verify the files (docs/verify-record.mjs). */
  readonly verifier: string | undefined
}

type ChartName = keyof RecordChartData

/** A place for a chart. It stays empty without the script, and takes no space then. */
const chart = (name: ChartName, label: string): string =>
  `<figure class="chart" data-chart="${name}" aria-label="${label}"></figure>`

const figure = (name: string, value: string, note = ''): string =>
  `<div><dt>${name}</dt><dd>${value}${note && ` <small>${note}</small>`}</dd></div>`

/** Shares and means. Below the minimum number there is no headline, because it would be chance. */
function headlineOf({ statistics }: SeriesFacts): string {
  const { resolved, expired, void: voided, withResult, losers, means } = statistics
  const { minResolved } = config.record
  if (resolved < minResolved)
    return `<p>${resolved} picks have a result. Figures are shown from ${minResolved} on.</p>`
  const shares = [
    figure('Picks with a result', whole(resolved), voided > 0 ? `${whole(voided)} more are void` : ''),
    figure('Expired worthless', percent(expired / resolved)),
  ]
  if (!means)
    return `<dl class="figures">${shares.join('')}</dl>
<p>${withResult === 0 ? 'Results in dollars are withheld, because prices could be computed from them.' : `${withResult} picks have a public result. Results are shown from ${minResolved} on.`}</p>`
  const results = [
    figure('Lost money', percent(losers / withResult), `${whole(losers)} of ${whole(withResult)}`),
    figure('Mean profit of a contract', dollars(means.profit), 'after commission'),
    figure('100 shares instead', dollars(means.stock)),
    figure('Cash instead', dollars(means.cash)),
  ]
  return `<dl class="figures">${[...shares, ...results].join('')}</dl>`
}

/** The charts and the tables with the same figures; empty below the minimum number of results. */
function statisticsOf({ statistics, nightResults }: SeriesFacts): string {
  const { calibration, yields, means } = statistics
  const parts: string[] = []
  if (calibration.length > 0)
    parts.push(
      '<h3>Stated and observed</h3>',
      '<p>Of picks with a stated probability of 75 %, three in four should expire worthless. The error is that of the observed share, clustered by expiry.</p>',
      chart('calibration', 'Chart of the stated probability and the share that expired worthless'),
      calibrationTable(calibration),
    )
  if (yields.length > 0)
    parts.push(
      '<h3>Premium and what it cost</h3>',
      '<p>A seller of a covered call receives the premium and gives up the rise above the strike. A seller of a put receives the premium and bears the fall below the strike.</p>',
      chart('yields', 'Chart of the premium and of what it cost'),
      yieldsTable(yields),
    )
  if (means)
    parts.push(
      '<h3>Results by night</h3>',
      '<p>Gains and losses of the picks of each night, on the capital of the night.</p>',
      chart('nights', 'Chart of the gains and losses by night'),
      nightResultsTable(nightResults),
    )
  if (parts.length === 0) return ''
  const data: RecordChartData = { calibration, yields, nights: means ? nightResults : [] }
  // A less-than sign could end the element.
  const json = JSON.stringify(data).replaceAll('<', String.raw`\u003c`)
  return `${parts.join('\n')}\n<script type="application/json" data-charts>${json}</script>`
}

/** Maximum number of missed nights that are named. */
const maxNamed = 20

function missedText({ missed }: SeriesFacts): string {
  if (missed.length === 0) return '<p>No session is without an entry.</p>'
  const named = missed.slice(-maxNamed).join(', ')
  const rest = missed.length > maxNamed ? ` and ${missed.length - maxNamed} earlier ones` : ''
  return `<p class="missed"><strong>Missed nights: ${missed.length}.</strong> These sessions have no entry: ${named}${rest}. A gap is never filled later.</p>`
}

function sectionOf(facts: SeriesFacts): string {
  const { latest, firstNight, isCurrent } = facts
  const name = escapeHtml(latest.series)
  return `<section aria-labelledby="${name}"><h2 id="${name}">${name}</h2>
<p>${latest.series.startsWith('test-') ? 'Simulated data. ' : ''}${latest.number} nights, ${firstNight} to ${latest.night}.${isCurrent ? '' : ' This series gets no new picks.'}</p>
${headlineOf(facts)}
${missedText(facts)}
${statisticsOf(facts)}
${resultsTable(facts)}
<h3>Nights</h3>
<p>The last file has the SHA-256 <code>${latest.sha256}</code> and is signed by the key <code>${latest.keyId}</code>.</p>
${nightsTable(facts)}
</section>`
}

/** The page as HTML. */
export function recordPage(
  series: readonly SeriesFacts[],
  { script, style, verifier }: RecordPageAssets,
): string {
  const hasCharts = series.some(({ statistics }) => statistics.calibration.length > 0)
  const scriptHtml =
    hasCharts && script !== undefined ? `<script type="module" src="${script}"></script>` : ''
  const verifierHtml =
    verifier === undefined
      ? ''
      : ` <a href="${verifier}" download>Download the script that verifies them</a>.`
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light dark"><title>The sealed record</title>
${style === undefined ? '' : `<link rel="stylesheet" href="${style}">`}${scriptHtml}</head>
<body><main>
<h1>The sealed record</h1>
<p class="lead">Every night the service publishes what it recommends, and later what came of it, losers included. <a href="/docs/record">How picks are resolved, and how to verify the files</a>.${verifierHtml}</p>
${series.length === 0 ? '<p>Nothing has been published yet.</p>' : series.map(sectionOf).join('\n')}
</main></body></html>`
}
