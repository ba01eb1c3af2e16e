/** docs/accuracy.md. */
import { markdownTable } from '../analysis/markdown.ts'
import { type Comparison, holds } from './comparison.ts'
import { wingCase } from './european.ts'
import { numberIn } from './references.ts'

/** Two digits that count; small ones as powers of ten. */
const written = (figure: number): string => {
  if (figure === 0) return '0'
  if (Math.abs(figure) < 1e-3 || Math.abs(figure) >= 1e6) return figure.toExponential(1)
  return Math.abs(figure) >= 100
    ? Math.round(figure).toLocaleString('en')
    : String(Number(figure.toPrecision(2)))
}

const barText = ({ bar }: Comparison): string =>
  [
    bar?.mean === undefined ? '' : `mean ${written(bar.mean)}`,
    bar?.worst === undefined ? '' : `worst ${written(bar.worst)}`,
  ]
    .filter((text) => text !== '')
    .join(', ')

/** One line a comparison. */
export const tableOf = (comparisons: readonly Comparison[]): string =>
  markdownTable(
    [
      ['what', 'against', 'cases', 'errors in', 'mean', '95 of 100', 'worst', 'may be at most'],
      ...comparisons.map((one) => [
        one.what,
        one.against,
        one.cases.toLocaleString('en'),
        one.unit,
        written(one.mean),
        written(one.most),
        written(one.worst),
        barText(one),
      ]),
    ],
    [2, 4, 5, 6],
  )

/** The comparisons that miss their bars, one line each. */
export const missedOf = (comparisons: readonly Comparison[]): string[] =>
  comparisons
    .filter((one) => !holds(one))
    .map((one) => `${one.what}: mean ${written(one.mean)}, worst ${written(one.worst)}, ${barText(one)}`)

const wings = (): string => {
  const { row, ours, count, below } = wingCase()
  const prices = [
    ['price by', 'dollars'],
    ['QuantLib 1.29', numberIn(row, 'quantlib').toExponential(12)],
    ['this service', ours.toExponential(12)],
    ['the same formula in 60 decimal digits', numberIn(row, 'exact').toExponential(12)],
  ]
  return `Far out of the money a European price is what two all but equal terms leave. QuantLib's engine takes a put's tails
as what the other side leaves of one, so that nothing but rounding is left below about 1e-14: of the ${count} options in the
table, ${below} cost less than nothing by it. Here both tails come from one exponential, and its error is a factor of the
price. The dearest of those ${below} is a ${row['type']} struck at ${row['K']} on a share at ${row['S']}: ${row['days']} days, rate ${row['r']}, yield ${row['q']},
volatility ${row['vol']}.

${markdownTable(prices, [1])}

No trade hangs on it; a smile that is fitted to far strikes, and the density taken from it, do.`
}

export const pageOf = (comparisons: readonly Comparison[]): string => {
  const missed = missedOf(comparisons)
  const verdict =
    missed.length > 0 ? `Missed:\n\n${missed.map((text) => `- ${text}`).join('\n')}` : 'No bar is missed.'
  return `# How accurate the analysis is

Written by \`npm run bench:accuracy\`, which compares what the service computes with reference figures made elsewhere and
exits 1 where a bar is missed. The figures lie in \`service/analysis/reference/data/\`, each table with how it was made;
\`bench/reference/make.py\` makes the options' from seeds. ${verdict}

A basis point (bp) of spot is a ten-thousandth of the share's price. "95 of 100" is what 95 of 100 errors do not pass. The
contracts are drawn at random: shares of $10 to $500, strikes up to 30 % away, 5 to 730 days, rates of 0.1 to 5.5 %, yields
up to 4 %, volatilities of 10 to 90 %, up to eight dividends of 0.1 to 1.5 % of the price. "As income trades choose them"
means 20 to 180 days and out of the money by up to two standard deviations.

${tableOf(comparisons)}

## How options are priced

- **European**: Black-Scholes-Merton on the forward.
- **Dividends in cash**: the escrowed model. The present value of the dividends before expiry is set aside; the rest diffuses, and volatilities refer to that rest. Exercise delivers the whole share.
- **American puts, and calls on a yield**: a Leisen-Reimer tree of 101 steps. Its error halves with twice the steps, so a
  second tree of 51 shows what is left of it (Richardson's extrapolation). An ex-date between two steps is interpolated.
- **American calls with dividends in cash**: exercise pays just before an ex-date or not at all, so the price is integrated
  from ex-date to ex-date (Gauss-Legendre), without a tree. With a yield beside the dividends: a tree of 201 steps.
- **American quotes** are inverted so where early exercise may be worth more than a tenth of the spread; a bound in closed
  form spares the rest.

The references are not exact either. Finite differences let an option be exercised at their times only, so that their prices
are a little low: with twice as many times and prices, ten of the rows moved up by 0.005 bp of spot on average and 0.014
at most. Andersen, Lake and Offengenden's scheme and the 60 digits are exact for our purpose. The escrowed model is a convention: it does not cover dividends that depend on the share's price.

## Where ours is nearer to the truth than QuantLib's

${wings()}
`
}
