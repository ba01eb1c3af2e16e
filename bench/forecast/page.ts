/** Generates the section of docs/accuracy.md about the forecast of the score. */
import { markdownTable } from '../markdown-table.ts'
import type { Calibration } from './calibration.ts'

/** Heading of the section. */
export const forecastHeading = '## How good the forecast of the score is'

export type CalibrationRow = {
  readonly horizon: number
  readonly label: string
  readonly before: Calibration
  readonly after: Calibration
}

const percent = (share: number): string => `${(100 * share).toFixed(1)} %`

const calibrationTable = (rows: readonly CalibrationRow[]): string =>
  markdownTable(
    ['sessions', 'cases', 'count', 'forecast', 'QLIKE', 'bias', 'within 50 %', 'within 80 %'],
    rows.flatMap(({ horizon, label, before, after }) =>
      (
        [
          ['before', before],
          ['now', after],
        ] as const
      ).map(([name, { cases, qlike, bias, within50, within80 }]) => [
        String(horizon),
        label,
        cases.toLocaleString('en'),
        name,
        qlike.toFixed(3),
        bias.toFixed(2),
        percent(within50),
        percent(within80),
      ]),
    ),
    [1, 3],
  )

export const forecastSection = (rows: readonly CalibrationRow[], stocks: number, days: string): string =>
  `${forecastHeading}

Written by \`npm run bench:forecast\` from the daily bars of ${stocks} US stocks (${days}). It covers the realised half of the
forecast (docs/decisions/0079); the other half is what the options imply. "Before" is the forecast of releases up to 1.4.0:
the volatility of Yang and Zhang over as many sessions, from 20 to 60. Each stock has one case every five sessions, after a
year of bars. The cases overlap, so their number overstates the evidence.

The bars come without the days of reports. Reports of the table are therefore found by their overnight moves, and the
present forecast spreads the variance of a report evenly over a quarter. If the day is known, as of most stocks in use, the
forecast has the whole variance before it and none after it; the rows by report show what remains to be gained.

- **QLIKE**: mean of r − ln r − 1, where r is realised over forecast variance. Lower is better; 0 is perfect.
- **bias**: sum of the forecast over that of the realised variances. 1 is unbiased; above 1 the forecast is too volatile.
- **within 50 %, 80 %**: share of the moves within the central 50 % and 80 % of the forecast's distribution.

${calibrationTable(rows)}

The weights of the three windows, and the other constants of the forecast, were chosen on these bars, so the table is not
out of sample. Part of the bias at 42 and 63 sessions comes from April 2025: volatility rose shortly after the first cases
and was lower afterwards. Moves have fat tails, so a lognormal distribution with the right variance is too wide in its
centre: more than 50 % of the moves lie within its central half.
`
