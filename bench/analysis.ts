/**
 * Speed of the analysis, in one table: `npm run bench:analysis`. Group names as arguments
 * (`-- pricing`) select groups. All data is generated from a seed, so that every run measures the
 * same work; each figure is the best of many rounds on one core. Exits 1 if a bar is missed. Add
 * rows to a group in `analysis/`, and groups to the list below.
 */
import { availableParallelism, loadavg } from 'node:os'
import { indicators } from './analysis/indicator-rows.ts'
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
const measured: MeasuredRow[] = []
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
  }
}
console.log(table(measured))
console.log(
  `\nNode ${process.versions.node}, ${availableParallelism()} cores, load ${load.toFixed(1)} at the start` +
    (quantlib ? `; QuantLib ${quantlib.version}, called from Python` : ''),
)
const missedBars = missedBarLines(measured)
console.log(
  missedBars.length > 0
    ? `\nmissed:\n${missedBars.map((text) => `  ${text}`).join('\n')}`
    : '\nno bar is missed',
)
if (missedBars.length > 0) process.exitCode = 1
