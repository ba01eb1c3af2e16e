/**
 * Speed of the analysis, in one table: `npm run bench:analysis`. Group names as arguments
 * (`-- pricing`) select groups. All data is generated from a seed, so that every run measures the
 * same work; each figure is the best of many rounds on one core. Bars are relative to a fixed loop
 * that is measured in the same run. Exits 1 if one is missed. Add
 * rows to a group in `analysis/`, and groups to the list below.
 */
import { availableParallelism, loadavg } from 'node:os'
import { indicators } from './analysis/indicator-rows.ts'
import { referencePerSecond } from './analysis/measure.ts'
import { pricing } from './analysis/pricing-rows.ts'
import { measureQuantlib } from './analysis/quantlib.ts'
import type { BenchmarkGroup } from './analysis/row.ts'
import { symbolRows } from './analysis/symbol-rows.ts'
import { type MeasuredRow, missedBarLines, table } from './analysis/table.ts'

const groups: readonly BenchmarkGroup[] = [pricing, indicators, symbolRows]

const requestedGroups = process.argv.slice(2)
const unknownGroups = requestedGroups.filter((name) => !groups.some((group) => group.name === name))
if (unknownGroups.length > 0)
  throw new Error(
    `unknown group ${unknownGroups.join(', ')}; expected one of ${groups.map(({ name }) => name).join(', ')}`,
  )

const [load = 0] = loadavg()
const quantlib =
  requestedGroups.length === 0 || requestedGroups.includes('pricing') ? measureQuantlib() : undefined
const measured: Omit<MeasuredRow, 'reference'>[] = []
/** Calls per second of the reference loop: the fastest of all rows, as for the rows' own figures. */
let reference = 0
for (const group of groups) {
  if (requestedGroups.length > 0 && !requestedGroups.includes(group.name)) continue
  for (const row of await group.rows()) {
    const { label, unit, bar } = row
    const quantlibCallsPerSecond = row.quantlib === undefined ? undefined : Number(quantlib?.[row.quantlib])
    measured.push({
      label,
      unit,
      ...(bar && { bar }),
      ...(await row.measure()),
      npm: await row.npm?.(),
      quantlib: quantlibCallsPerSecond && quantlibCallsPerSecond / (unit === 'M/s' ? 1e6 : 1e3),
    })
    reference = Math.max(reference, referencePerSecond())
  }
}
const rows = measured.map((row): MeasuredRow => ({ ...row, reference }))
console.log(table(rows))
console.log(
  `\nNode ${process.versions.node}, ${availableParallelism()} cores, load ${load.toFixed(1)} at the start; reference loop ${(reference / 1e6).toFixed(1)} M/s` +
    (quantlib ? `; QuantLib ${quantlib.version}, called from Python` : ''),
)
const missedBars = missedBarLines(rows)
console.log(
  missedBars.length > 0
    ? `\nmissed:\n${missedBars.map((text) => `  ${text}`).join('\n')}`
    : '\nno bar is missed',
)
if (missedBars.length > 0) process.exitCode = 1
