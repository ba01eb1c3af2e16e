/** Converts the test runners' JSON reports to one kind of count. */

/** Tests of a suite, or of several. `flaky` are those among the passed that failed the first time. */
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

/** Counts failures outside of tests as well: files that cannot be loaded, setups that throw. */
function read(report: Report): Count {
  if ('stats' in report) {
    const { expected, unexpected, flaky, skipped } = report.stats
    const failed = unexpected || report.errors.length
    return { passed: expected + flaky, failed, skipped, flaky }
  }
  const unloadable = report.testResults.filter(
    (file) => file.status === 'failed' && file.assertionResults.every((one) => one.status !== 'failed'),
  )
  return {
    passed: report.numPassedTests,
    failed: report.numFailedTests + unloadable.length,
    skipped: report.numPendingTests + report.numTodoTests,
    flaky: 0,
  }
}

/** Counts the tests of a runner that exited with `code`. No report, or a failing exit code, counts as a failure. */
export function countOf(report: Report | undefined, code: number): Count {
  const count = report ? read(report) : { passed: 0, failed: 0, skipped: 0, flaky: 0 }
  const nothing = count.passed + count.failed + count.skipped === 0
  return count.failed === 0 && (code !== 0 || nothing) ? { ...count, failed: 1 } : count
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
