/**
 * `npm test`: runs every suite, one after the other, also after a failure; then prints the failed tests, one line for
 * each suite and the sum. Arguments are names of suites, to run only these. The sum is written to the folder of reports
 * for CI (.ci/run).
 *
 * `journeys` and `embed` leave out the tests with the tag @extended, which `npm run test:e2e` and `npm run test:embed`
 * run.
 */
import { spawnSync } from 'node:child_process'
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { type Count, countOf, failuresOf, lineOf, type Report, sumOf } from './reports.ts'

type Suite = {
  /** Script of the test runner and its arguments, for Node. */
  command: readonly string[]
  /** File name of its report. */
  report: string
  needsChromium: boolean
}

const vitest = (...args: string[]) => ['node_modules/vitest/vitest.mjs', 'run', ...args]
const playwright = (project: string) => [
  'node_modules/@playwright/test/cli.js',
  'test',
  `--project=${project}`,
]

const suites: Record<string, Suite> = {
  unit: { command: vitest('--project=node*'), report: 'vitest.json', needsChromium: false },
  components: { command: vitest('--project=browser'), report: 'vitest.json', needsChromium: true },
  journeys: { command: playwright('journeys-core'), report: 'playwright.json', needsChromium: true },
  embed: { command: playwright('embed-core'), report: 'playwright.json', needsChromium: true },
}

const root = resolve(import.meta.dirname, '../..')
const folder = resolve(root, process.env['TEST_REPORTS'] ?? '.cache/reports')

/** Runs a script with Node, shows its output and returns its exit code. */
function run(command: readonly string[], env: Record<string, string> = {}): number {
  const { status } = spawnSync(process.execPath, command, {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, ...env },
  })
  // The runner was ended by a signal, for example Ctrl+C: this process exits too.
  if (status === null) process.exit(1)
  return status
}

type Result = { count: Count; failures: readonly string[] }

function runSuite(name: string, { command, report: fileName }: Suite): Result {
  console.log(`\n── ${name}`)
  const reportFolder = join(folder, name)
  rmSync(reportFolder, { recursive: true, force: true })
  mkdirSync(reportFolder, { recursive: true })
  const exitCode = run(command, { TEST_REPORTS: reportFolder })
  try {
    const report = JSON.parse(readFileSync(join(reportFolder, fileName), 'utf8')) as Report
    return { count: countOf(report, exitCode), failures: failuresOf(report, root) }
  } catch {
    return { count: countOf(undefined, exitCode), failures: [`no report of ${name}`] }
  }
}

const suiteNames = process.argv.length > 2 ? process.argv.slice(2) : Object.keys(suites)
const results = new Map<string, Result>()
let hasChromium: boolean | undefined
for (const name of suiteNames) {
  const suite = suites[name]
  if (!suite) throw new Error(`suites: ${name} is not one of ${Object.keys(suites).join(', ')}`)
  if (suite.needsChromium) hasChromium ??= run(['e2e/kit/browsers.ts']) === 0
  results.set(
    name,
    suite.needsChromium && !hasChromium
      ? { count: countOf(undefined, 1), failures: [`no Chromium for ${name}`] }
      : runSuite(name, suite),
  )
}

const sum = sumOf([...results.values()].map(({ count }) => count))
mkdirSync(folder, { recursive: true })
writeFileSync(join(folder, 'sum.json'), `${JSON.stringify(sum)}\n`)
console.log('')
for (const [name, { failures }] of results)
  for (const failure of failures) console.log(`failed: ${name}: ${failure}`)
for (const [name, { count }] of results) console.log(`${name.padEnd(12)}${lineOf(count)}`)
console.log(`${'sum'.padEnd(12)}${lineOf(sum)}`)
process.exitCode = sum.failed === 0 ? 0 : 1
