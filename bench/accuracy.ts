/**
 * How far the analysis is off, against reference figures: `npm run bench:accuracy` prints the table and writes
 * docs/accuracy.md. Exits 1 where a bar is missed. A new comparison is an entry in the list here.
 */
import { writeFileSync } from 'node:fs'
import { american } from './accuracy/american.ts'
import { european } from './accuracy/european.ts'
import { indicators } from './accuracy/indicators.ts'
import { missedOf, pageOf, tableOf } from './accuracy/page.ts'

const comparisons = [...european(), ...american(), ...indicators()]
console.log(tableOf(comparisons))
writeFileSync('docs/accuracy.md', pageOf(comparisons))
const missed = missedOf(comparisons)
console.log(
  missed.length > 0 ? `\nmissed:\n${missed.map((text) => `  ${text}`).join('\n')}` : '\nno bar is missed',
)
if (missed.length > 0) process.exitCode = 1
