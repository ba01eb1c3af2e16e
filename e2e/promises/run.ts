/**
 * `npm run test:promises`: breaks each promise of docs/security.md in a copy of the repository, and verifies that the
 * tests named in the mutation fail with it. Before that, all named tests must pass without a mutation.
 *
 * Arguments are numbers of statements or beginnings of mutations' names, to run only these. The copy contains tracked
 * files with their uncommitted changes. Ends with 1 if a test fails without a mutation or passes with one.
 */
import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { failuresOf, type Report } from '../kit/reports.ts'
import { type Mutation, mutations, type NamedTest, root } from './promise.ts'

type Runner = {
  /** Arguments of Node that run tests of these files whose title matches the pattern. */
  command(files: readonly string[], pattern: string): readonly string[]
  /** File name of the report. */
  readonly report: string
  /** Whether the runner's tests are in this file. */
  owns(file: string): boolean
}

const vitest = (project: string, owns: Runner['owns']): Runner => ({
  command: (files, pattern) => [
    'node_modules/vitest/vitest.mjs',
    'run',
    `--project=${project}`,
    ...files,
    `--testNamePattern=${pattern}`,
  ],
  report: 'vitest.json',
  owns,
})
const playwright = (project: string, ending: string): Runner => ({
  command: (files, pattern) => [
    'node_modules/@playwright/test/cli.js',
    'test',
    `--project=${project}`,
    ...files,
    `--grep=${pattern}`,
  ],
  report: 'playwright.json',
  owns: (file) => file.endsWith(ending),
})

const runners: readonly Runner[] = [
  vitest('browser', (file) => /\.browser\.test\.tsx?$/.test(file)),
  vitest('service', (file) => file.endsWith('.service.ts')),
  playwright('embed-chromium', '.embed.ts'),
  playwright('journeys', '.e2e.ts'),
  vitest('node*', () => true),
]

/** A regular expression that matches the titles. */
const pattern = (tests: readonly NamedTest[]): string =>
  `(${tests.map(({ title }) => title.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)).join('|')})`

type Outcome = {
  /** Number of tests that ran, passed or failed. */
  readonly count: number
  /** Place and first error of each failed test. */
  readonly failures: readonly string[]
  /** Whether a file or the suite could not run: an error outside of all tests. */
  readonly isBroken: boolean
}

/** Runs the named tests in the copy. Only named tests count. */
function runTests(copy: string, tests: readonly NamedTest[]): Outcome {
  const outcomes = runners.flatMap((runner) => {
    const own = tests.filter(({ file }) => runners.find((other) => other.owns(file)) === runner)
    return own.length === 0 ? [] : [runWith(runner, copy, own)]
  })
  return {
    count: outcomes.reduce((sum, { count }) => sum + count, 0),
    failures: outcomes.flatMap(({ failures }) => failures),
    isBroken: outcomes.some(({ isBroken }) => isBroken),
  }
}

function runWith(runner: Runner, copy: string, tests: readonly NamedTest[]): Outcome {
  const folder = mkdtempSync(join(tmpdir(), 'promises-report-'))
  try {
    const files = [...new Set(tests.map(({ file }) => file))]
    spawnSync(process.execPath, runner.command(files, pattern(tests)), {
      cwd: copy,
      stdio: 'ignore',
      env: { ...process.env, TEST_REPORTS: folder },
    })
    const report = JSON.parse(readFileSync(join(folder, runner.report), 'utf8')) as Report
    const failures = failuresOf(report, copy)
    const inTests = failures.filter((failure) => failure.split('\n', 1)[0]!.includes(' › '))
    return { count: ranTests(report), failures: inTests, isBroken: inTests.length < failures.length }
  } catch (error) {
    return { count: 0, failures: [String(error)], isBroken: true }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

const ranTests = (report: Report): number =>
  'stats' in report
    ? report.stats.expected + report.stats.unexpected + report.stats.flaky
    : report.numPassedTests + report.numFailedTests

/** Makes a copy of the tracked files, with their uncommitted changes, that shares the installed packages. */
function copyRepository(): string {
  const git = (...args: string[]) => execFileSync('git', args, { cwd: root, encoding: 'utf8' }).trim()
  const state = git('stash', 'create') || git('rev-parse', 'HEAD')
  const copy = mkdtempSync(join(tmpdir(), 'promises-'))
  execFileSync('git', ['clone', '--quiet', '--shared', '--no-checkout', root, copy])
  execFileSync('git', ['checkout', '--quiet', '--detach', state], { cwd: copy })
  symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'))
  return copy
}

/** Error of a mutation; undefined if its tests notice it. */
function errorOf(copy: string, { path, tests }: Mutation): string | undefined {
  const patch = (...options: string[]) =>
    spawnSync('git', ['apply', ...options, join(root, path)], { cwd: copy, encoding: 'utf8' })
  const applied = patch()
  if (applied.status !== 0) return `does not apply: ${applied.stderr.trim()}`
  try {
    const { count, failures, isBroken } = runTests(copy, tests)
    if (isBroken) return `the tests could not run: ${failures.join('; ')}`
    if (count === 0) return 'no test has one of the titles'
    const unseen = tests.filter(
      ({ file, title }) =>
        !failures.some((failure) => failure.includes(basename(file)) && failure.includes(title)),
    )
    return unseen.length === 0
      ? undefined
      : `passes although the promise is broken: ${unseen.map(({ file, title }) => `${file}: ${title}`).join('; ')}`
  } finally {
    patch('--reverse')
  }
}

const wanted = process.argv.slice(2)
const chosen = mutations().filter(
  ({ name, statement }) =>
    wanted.length === 0 || wanted.some((word) => word === String(statement) || name.startsWith(word)),
)
if (chosen.length === 0) throw new Error(`promises: no mutation is named ${wanted.join(' or ')}`)
const copy = copyRepository()
try {
  const { count, failures } = runTests(
    copy,
    chosen.flatMap(({ tests }) => tests),
  )
  console.log(`${count} tests without a mutation, ${failures.length} failed`)
  for (const failure of failures) console.log(`  ${failure}`)
  let errors = failures.length
  for (const mutation of chosen) {
    const error = errorOf(copy, mutation)
    if (error !== undefined) errors += 1
    console.log(
      `${error === undefined ? 'noticed' : 'UNSEEN '} ${mutation.name}: ${error ?? mutation.breaks}`,
    )
  }
  console.log(`${chosen.length} mutations, ${errors} errors`)
  process.exitCode = errors === 0 ? 0 : 1
} finally {
  rmSync(copy, { recursive: true, force: true })
}
