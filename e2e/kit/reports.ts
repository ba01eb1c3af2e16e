/** Converts the test runners' JSON reports to one kind of count. */

/** Numbers of tests of one or several suites. `flaky`: passed tests that failed at first, included in `passed`. */
export type Count = { passed: number; failed: number; skipped: number; flaky: number }

type PlaywrightReport = {
  stats: { expected: number; unexpected: number; flaky: number; skipped: number }
  /** Errors outside of all tests. */
  errors: readonly unknown[]
}
type VitestReport = {
  numPassedTests: number
  numFailedTests: number
  numPendingTests: number
  numTodoTests: number
  testResults: readonly { status: string; assertionResults: readonly { status: string }[] }[]
}
export type Report = PlaywrightReport | VitestReport

/** Counts tests, and failures outside of tests: files that cannot be loaded, setups that throw. */
function countTests(report: Report): Count {
  if ('stats' in report) {
    const { expected, unexpected, flaky, skipped } = report.stats
    const failed = unexpected || report.errors.length
    return { passed: expected + flaky, failed, skipped, flaky }
  }
  const unloadableFiles = report.testResults.filter(
    (file) =>
      file.status === 'failed' && file.assertionResults.every((assertion) => assertion.status !== 'failed'),
  )
  return {
    passed: report.numPassedTests,
    failed: report.numFailedTests + unloadableFiles.length,
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

export const sumOf = (counts: readonly Count[]): Count => ({
  passed: counts.reduce((sum, count) => sum + count.passed, 0),
  failed: counts.reduce((sum, count) => sum + count.failed, 0),
  skipped: counts.reduce((sum, count) => sum + count.skipped, 0),
  flaky: counts.reduce((sum, count) => sum + count.flaky, 0),
})

/** `12 passed, 0 failed, 1 skipped`; flaky tests are mentioned if there are any. */
export const lineOf = ({ passed, failed, skipped, flaky }: Count): string =>
  `${passed} passed, ${failed} failed, ${skipped} skipped${flaky ? ` (${flaky} only the second time)` : ''}`
