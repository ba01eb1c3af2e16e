/** Generates docs/accuracy.md. */
import { markdownTable } from '../markdown-table.ts'
import { type Comparison, meetsBar } from './comparison.ts'
import { negativeWingPrices } from './european.ts'
import { numberIn } from './references.ts'

/** Two significant digits; very small and very large values with an exponent. */
const formatNumber = (value: number): string => {
  if (value === 0) return '0'
  if (Math.abs(value) < 1e-3 || Math.abs(value) >= 1e6) return value.toExponential(1)
  return Math.abs(value) >= 100
    ? Math.round(value).toLocaleString('en')
    : String(Number(value.toPrecision(2)))
}

const barText = ({ bar }: Comparison): string =>
  [
    bar?.mean === undefined ? '' : `mean ${formatNumber(bar.mean)}`,
    bar?.worst === undefined ? '' : `worst ${formatNumber(bar.worst)}`,
  ]
    .filter((text) => text !== '')
    .join(', ')

/** Markdown table with one row per comparison. */
export const comparisonTable = (comparisons: readonly Comparison[]): string =>
  markdownTable(
    ['what', 'against', 'cases', 'errors in', 'mean', '95 of 100', 'worst', 'may be at most'],
    comparisons.map((comparison) => [
      comparison.label,
      comparison.reference,
      comparison.cases.toLocaleString('en'),
      comparison.unit,
      formatNumber(comparison.mean),
      formatNumber(comparison.percentile95),
      formatNumber(comparison.worst),
      barText(comparison),
    ]),
    [0, 1, 3, 7],
  )

/** One line for each comparison that misses its bar. */
export const missedBarLines = (comparisons: readonly Comparison[]): string[] =>
  comparisons
    .filter((comparison) => !meetsBar(comparison))
    .map(
      (comparison) =>
        `${comparison.label}: mean ${formatNumber(comparison.mean)}, worst ${formatNumber(comparison.worst)}, ${barText(comparison)}`,
    )

const wingsText = (): string => {
  const { row, servicePrice, rowCount, negativeCount } = negativeWingPrices()
  const priceRows = [
    ['QuantLib 1.29', numberIn(row, 'quantlib').toExponential(12)],
    ['this service', servicePrice.toExponential(12)],
    ['the same formula in 60 decimal digits', numberIn(row, 'exact').toExponential(12)],
  ]
  return `Far out of the money, a European price is the difference of two nearly equal terms. QuantLib's engine computes a put's
tails as one minus the opposite tail, so that only rounding errors remain below about 1e-14: of the ${rowCount} options in the
table, ${negativeCount} have a negative price. Here both tails come from one exponential, and the error is proportional to the
price. The most expensive of those ${negativeCount} is a ${row['type']} struck at ${row['K']} on a share at ${row['S']}: ${row['days']} days, rate ${row['r']}, yield ${row['q']},
volatility ${row['vol']}.

${markdownTable(['price by', 'dollars'], priceRows)}

No trade depends on it, but a smile fitted to far strikes does, and so does the density derived from it.`
}

export const accuracyPage = (comparisons: readonly Comparison[]): string => {
  const missedBars = missedBarLines(comparisons)
  const verdict =
    missedBars.length > 0
      ? `Missed:\n\n${missedBars.map((text) => `- ${text}`).join('\n')}`
      : 'No bar is missed.'
  return `# How accurate the analysis is

Written by \`npm run bench:accuracy\`, which compares what the service computes with reference figures made elsewhere and
exits 1 if a bar is missed. The reference figures are in \`service/analysis/reference/data/\`, each table with a description of its origin;
\`bench/reference/make.py\` generates those of options from seeds. ${verdict}

A basis point (bp) of spot is a ten-thousandth of the share's price. "95 of 100" is the 95th percentile of the errors. The
contracts are drawn at random: shares of $10 to $500, strikes up to 30 % away, 5 to 730 days, rates of 0.1 to 5.5 %, yields
up to 4 %, volatilities of 10 to 90 %, up to eight dividends of 0.1 to 1.5 % of the price. "As income trades choose them"
means 20 to 180 days and out of the money by up to two standard deviations.

${comparisonTable(comparisons)}

## How options are priced

- **European**: Black-Scholes-Merton on the forward.
- **Dividends in cash**: the escrowed model. The present value of the dividends before expiry is set aside; the rest diffuses, and volatilities refer to that rest. Exercise delivers the whole share.
- **American puts, and calls on a yield**: a Leisen-Reimer tree of 101 steps. Its error halves with twice the steps, so a
  second tree of 51 steps estimates the remaining error (Richardson extrapolation). An ex-date between two steps is interpolated.
- **American calls with dividends in cash**: exercise is optimal just before an ex-date or never, so the price is integrated
  from ex-date to ex-date (Gauss-Legendre), without a tree. With a yield in addition to the dividends: a tree of 201 steps.
- **American quotes** are inverted with these models if early exercise may be worth more than a tenth of the spread; otherwise a
  closed-form bound shows that this is not needed.

The references are not exact either. Finite differences allow exercise at the grid's times only, so their prices
are slightly low: with twice as many times and prices, ten of the rows moved up by 0.005 bp of spot on average and 0.014
at most. Andersen, Lake and Offengenden's scheme and the 60 digits are exact for our purpose. The escrowed model is a convention: it does not cover dividends that depend on the share's price.

## Where ours is more accurate than QuantLib

${wingsText()}
`
}
