/**
 * Errors of the analysis against reference figures: `npm run bench:accuracy` prints the table and writes
 * docs/accuracy.md. Exits 1 if a bar is missed. Add a new comparison to the list below.
 */
import { writeFileSync } from 'node:fs'
import { american } from './accuracy/american.ts'
import { european } from './accuracy/european.ts'
import { indicators } from './accuracy/indicators.ts'
import { missedOf as missedBarLines, pageOf, tableOf } from './accuracy/page.ts'

const comparisons = [...european(), ...american(), ...indicators()]
console.log(tableOf(comparisons))
writeFileSync('docs/accuracy.md', pageOf(comparisons))
const missedBars = missedBarLines(comparisons)
console.log(
  missedBars.length > 0
    ? `\nmissed:\n${missedBars.map((text) => `  ${text}`).join('\n')}`
    : '\nno bar is missed',
)
if (missedBars.length > 0) process.exitCode = 1
