/**
 * Prints `N passed, N failed`, the last line of CI. Arguments: the folder in which `npm test` wrote
 * sum.json, and the failed steps. Exits 1 if anything failed.
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

const [folder = '', ...failedSteps] = process.argv.slice(2)
let { passed, failed, skipped } = { passed: 0, failed: 0, skipped: 0 }
let hasCounts = true
try {
  ;({ passed, failed, skipped } = JSON.parse(readFileSync(join(folder, 'sum.json'), 'utf8')))
} catch {
  hasCounts = false
}

// Failed tests are counted already, so `npm test` counts only if none failed. Every other failed step counts as one.
const uncountedSteps = failedSteps.filter((step) => step !== 'npm test' || failed === 0)
for (const step of uncountedSteps) console.log(`failed: ${step}`)
failed += uncountedSteps.length
if (skipped > 0) console.log(`${skipped} skipped`)
if (!hasCounts && failed === 0) {
  console.log(`npm test wrote no ${join(folder, 'sum.json')}`)
  failed++
}
console.log(`${passed} passed, ${failed} failed`)
process.exit(failed === 0 ? 0 : 1)
