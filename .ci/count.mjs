/**
 * Prints `N passed, N failed` from the sum that `npm test` wrote into a folder; the other arguments are failed
 * steps.
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

const [folder = '', ...broken] = process.argv.slice(2)
let { passed, failed, skipped } = { passed: 0, failed: 0, skipped: 0 }
let counted = true
try {
  ;({ passed, failed, skipped } = JSON.parse(readFileSync(join(folder, 'sum.json'), 'utf8')))
} catch {
  counted = false
}

// A failure of `npm test` counts by its tests; any other failed step counts as one.
const uncounted = broken.filter((step) => step !== 'npm test' || failed === 0)
for (const step of uncounted) console.log(`failed: ${step}`)
failed += uncounted.length
if (skipped > 0) console.log(`${skipped} skipped`)
if (!counted && failed === 0) {
  console.log('npm test wrote no sum.json')
  failed++
}
console.log(`${passed} passed, ${failed} failed`)
process.exit(failed === 0 ? 0 : 1)
