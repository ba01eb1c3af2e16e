/**
 * Speed of the analysis, in one table: `npm run bench:analysis`, or with names of groups (`-- pricing`) only
 * these. All data is generated from a seed, so that figures compare across machines; each is the best of many
 * rounds on one core. Exits 1 if a bar is missed. A new row goes into a group of `analysis/`, a new group
 * into the list here.
 */
import { availableParallelism, loadavg } from 'node:os'
import { indicators } from './analysis/indicator-rows.ts'
import { pricing } from './analysis/pricing-rows.ts'
import { quantlib } from './analysis/quantlib.ts'
import type { Group } from './analysis/row.ts'
import { symbolRows } from './analysis/symbol-rows.ts'
import { type MeasuredRow, missed, table } from './analysis/table.ts'

const groups: readonly Group[] = [pricing, indicators, symbolRows]

const asked = process.argv.slice(2)
const unknown = asked.filter((name) => !groups.some((group) => group.name === name))
if (unknown.length > 0)
  throw new Error(`no group ${unknown.join(', ')}: ${groups.map(({ name }) => name).join(', ')}`)

const [load = 0] = loadavg()
const reference = asked.length === 0 || asked.includes('pricing') ? quantlib() : undefined
const measured: MeasuredRow[] = []
for (const group of groups) {
  if (asked.length > 0 && !asked.includes(group.name)) continue
  for (const row of await group.rows()) {
    const { what, unit, bar } = row
    const theirs = row.quantlib === undefined ? undefined : Number(reference?.[row.quantlib])
    measured.push({
      what,
      unit,
      ...(bar && { bar }),
      ...(await row.ours()),
      npm: await row.npm?.(),
      quantlib: theirs && theirs / (unit === 'M/s' ? 1e6 : 1e3),
    })
  }
}
console.log(table(measured))
console.log(
  `\nNode ${process.versions.node}, ${availableParallelism()} cores, load ${load.toFixed(1)} when it began` +
    (reference ? `; QuantLib ${reference.version}, called from Python` : ''),
)
const below = missed(measured)
console.log(
  below.length > 0 ? `\nmissed:\n${below.map((text) => `  ${text}`).join('\n')}` : '\nno bar is missed',
)
if (below.length > 0) process.exitCode = 1
