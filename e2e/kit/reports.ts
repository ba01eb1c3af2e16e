/** Reads the test runners' JSON reports: one kind of count, and the names of failed tests. */
import { relative } from 'node:path'
import { stripVTControlCharacters } from 'node:util'

/** Numbers of tests of one or several suites. `flaky`: passed tests that failed at first, included in `passed`. */
export type Count = { passed: number; failed: number; skipped: number; flaky: number }

type ReportedError = { message?: string }
type PlaywrightSpec = {
  title: string
  file: string
  line: number
  tests: readonly { status: string; results: readonly { error?: ReportedError }[] }[]
}
type PlaywrightSuite = { specs: readonly PlaywrightSpec[]; suites?: readonly PlaywrightSuite[] }
type PlaywrightReport = {
  stats: { expected: number; unexpected: number; flaky: number; skipped: number }
  suites: readonly PlaywrightSuite[]
  /** Errors outside of all tests. */
  errors: readonly ReportedError[]
}
type VitestFile = {
  name: string
  status: string
  message: string
  assertionResults: readonly { status: string; fullName: string; failureMessages: readonly string[] | null }[]
}
type VitestReport = {
  numPassedTests: number
  numFailedTests: number
  numPendingTests: number
  numTodoTests: number
  testResults: readonly VitestFile[]
}
export type Report = PlaywrightReport | VitestReport

const isUnloadable = ({ status, assertionResults }: VitestFile): boolean =>
  status === 'failed' && assertionResults.every((assertion) => assertion.status !== 'failed')

/** Counts tests, and failures outside of tests: files that cannot be loaded, setups that throw. */
function countTests(report: Report): Count {
  if ('stats' in report) {
    const { expected, unexpected, flaky, skipped } = report.stats
    const failed = unexpected || report.errors.length
    return { passed: expected + flaky, failed, skipped, flaky }
  }
  return {
    passed: report.numPassedTests,
    failed: report.numFailedTests + report.testResults.filter(isUnloadable).length,
    skipped: report.numPendingTests + report.numTodoTests,
    flaky: 0,
  }
}

/** Counts the tests of a runner that exited with `exitCode`. No report, or a failing exit code, counts as a failure. */
export function countOf(report: Report | undefined, exitCode: number): Count {
  const count = report ? countTests(report) : { passed: 0, failed: 0, skipped: 0, flaky: 0 }
  const isEmpty = count.passed + count.failed + count.skipped === 0
  return count.failed === 0 && (exitCode !== 0 || isEmpty) ? { ...count, failed: 1 } : count
}

const specsOf = ({ specs, suites = [] }: PlaywrightSuite): readonly PlaywrightSpec[] => [
  ...specs,
  ...suites.flatMap(specsOf),
]

const failureLine = (place: string, message = ''): string =>
  [place, stripVTControlCharacters(message).trim().split('\n')[0]].filter(Boolean).join('\n    ')

/** For each failed test, and each error outside of tests, its place and the first line of its message. */
export function failuresOf(report: Report, root: string): readonly string[] {
  if ('stats' in report) {
    const failed = report.suites
      .flatMap(specsOf)
      .flatMap(({ title, file, line, tests }) =>
        tests
          .filter(({ status }) => status === 'unexpected')
          .map(({ results }) => failureLine(`${file}:${line} › ${title}`, results.at(-1)?.error?.message)),
      )
    return [...failed, ...report.errors.map(({ message }) => failureLine('outside of all tests', message))]
  }
  return report.testResults.flatMap((file) => {
    const place = relative(root, file.name)
    if (isUnloadable(file)) return [failureLine(place, file.message)]
    return file.assertionResults
      .filter(({ status }) => status === 'failed')
      .map(({ fullName, failureMessages }) => failureLine(`${place} › ${fullName}`, failureMessages?.[0]))
  })
}

export const sumOf = (counts: readonly Count[]): Count => ({
  passed: counts.reduce((sum, count) => sum + count.passed, 0),
  failed: counts.reduce((sum, count) => sum + count.failed, 0),
  skipped: counts.reduce((sum, count) => sum + count.skipped, 0),
  flaky: counts.reduce((sum, count) => sum + count.flaky, 0),
})

/** `12 passed, 0 failed, 1 skipped`; flaky tests are mentioned if there are any. */
export const lineOf = ({ passed, failed, skipped, flaky }: Count): string =>
  `${passed} passed, ${failed} failed, ${skipped} skipped${flaky ? ` (${flaky} only the second time)` : ''}`
