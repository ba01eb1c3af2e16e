/**
 * Errors of the analysis against reference figures: `npm run bench:accuracy` prints the table and
 * writes docs/accuracy.md. Exits 1 if a bar (a maximum error) is missed. Add a new comparison to
 * the list below.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { americanComparisons } from './accuracy/american.ts'
import { europeanComparisons } from './accuracy/european.ts'
import { indicatorComparisons } from './accuracy/indicators.ts'
import { accuracyPage, comparisonTable, missedBarLines } from './accuracy/page.ts'
import { chainsHeading } from './chains/page.ts'
import { forecastHeading } from './forecast/page.ts'
import { sectionOf, withSection } from './page-section.ts'

const comparisons = [...europeanComparisons(), ...americanComparisons(), ...indicatorComparisons()]
console.log(comparisonTable(comparisons))
// These sections need recorded data and are written by other programs.
const path = 'docs/accuracy.md'
const earlierPage = readFileSync(path, 'utf8')
const page = [forecastHeading, chainsHeading].reduce(
  (text, heading) => withSection(text, heading, sectionOf(earlierPage, heading)),
  accuracyPage(comparisons),
)
writeFileSync(path, page)
const missedBars = missedBarLines(comparisons)
console.log(
  missedBars.length > 0
    ? `\nmissed:\n${missedBars.map((text) => `  ${text}`).join('\n')}`
    : '\nno bar is missed',
)
if (missedBars.length > 0) process.exitCode = 1
