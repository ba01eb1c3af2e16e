/** Prints `N passed, N failed` from the JSON reports in a folder; the further arguments are steps that failed. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const [folder = '', ...broken] = process.argv.slice(2)
let passed = 0
let failed = 0
let skipped = 0
const reports = readdirSync(folder)
for (const name of reports) {
  const report = JSON.parse(readFileSync(join(folder, name), 'utf8'))
  if (report.stats) {
    // Playwright
    passed += report.stats.expected + report.stats.flaky
    failed += report.stats.unexpected
    skipped += report.stats.skipped
    if (report.stats.unexpected === 0 && report.errors.length > 0) failed += report.errors.length
  } else {
    // Vitest
    passed += report.numPassedTests
    failed += report.numFailedTests
    skipped += report.numPendingTests + report.numTodoTests
    const unloadable = report.testResults.filter(
      (file) => file.status === 'failed' && file.assertionResults.every((one) => one.status !== 'failed'),
    )
    failed += unloadable.length
  }
}

// `npm test` failed by its tests is counted by them; whatever else failed counts as itself.
const uncounted = broken.filter((step) => step !== 'npm test' || failed === 0)
for (const step of uncounted) console.log(`failed: ${step}`)
failed += uncounted.length
if (skipped > 0) console.log(`${skipped} skipped`)
if (reports.length < 2 && failed === 0) {
  console.log('a test runner left no report')
  failed++
}
console.log(`${passed} passed, ${failed} failed`)
process.exit(failed === 0 ? 0 : 1)
