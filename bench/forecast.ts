/**
 * Measures the realised half of the score's forecast on recorded bars: `npm run bench:forecast`
 * prints the table and writes its section of docs/accuracy.md. Reads `bars-*-universe.csv(.gz)` in
 * `../shared/market-data` or in the folder that the first argument names. Exits 1 if the forecast is
 * worse than the one before.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { validateBars } from '#service/analysis/bars/validate-bars.ts'
import type { Bars } from '#service/markets/market.ts'
import { openBarSets } from '#service/markets/recorded/bars.ts'
import { calibrate, casesOf, type ForecastCase } from './forecast/calibration.ts'
import { forecastHeading, forecastSection, type CalibrationRow } from './forecast/page.ts'
import { withSection } from './page-section.ts'

/** Sessions between two cases of a stock. */
const step = 5

const folder = process.argv[2] ?? fileURLToPath(new URL('../../shared/market-data', import.meta.url))
const barSet = openBarSets(folder, (line) => console.error(line)).find(({ name }) =>
  name.includes('universe'),
)
if (!barSet) throw new Error(`found no file bars-*-universe.csv or bars-*-universe.csv.gz in ${folder}`)

const stocks: Bars[] = []
for (const symbol of [...barSet.symbols].toSorted()) {
  const rawBars = barSet.read(symbol)
  // Validates as of the symbol's own last bar: the age of the data does not matter here.
  const bars = validateBars(rawBars, { lastSession: rawBars.date.at(-1)! })
  if (bars.reason === null) stocks.push(bars)
}
const days = stocks.flatMap(({ date }) => [date[0]!, date.at(-1)!]).toSorted()

const groups: readonly (readonly [label: string, includes: (item: ForecastCase) => boolean])[] = [
  ['all', () => true],
  ['a report before, none ahead', ({ isAfterReport, hasReport }) => isAfterReport && !hasReport],
  ['a report ahead', ({ hasReport }) => hasReport],
]
const rows = [20, 42, 63].flatMap((horizon): CalibrationRow[] => {
  const cases = stocks.flatMap((bars) => casesOf(bars, horizon, step))
  return groups.map(([label, includes]) => {
    const included = cases.filter(includes)
    return {
      horizon,
      label,
      before: calibrate(included, 'before'),
      after: calibrate(included, 'after'),
    }
  })
})
const section = forecastSection(rows, stocks.length, `${days[0]} to ${days.at(-1)}`)
console.log(section)
const path = 'docs/accuracy.md'
writeFileSync(path, withSection(readFileSync(path, 'utf8'), forecastHeading, section))
if (rows.some(({ label, before, after }) => label === 'all' && after.qlike >= before.qlike))
  process.exitCode = 1
