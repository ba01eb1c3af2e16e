import { expect, test } from 'vitest'
import { countOf, lineOf, type Report, sumOf } from './reports.ts'

const playwright = (stats: object = {}, errors: unknown[] = []): Report => ({
  stats: { expected: 0, unexpected: 0, flaky: 0, skipped: 0, ...stats },
  errors,
})
const vitest = (counts: object = {}, testResults: unknown[] = []): Report =>
  ({
    numPassedTests: 0,
    numFailedTests: 0,
    numPendingTests: 0,
    numTodoTests: 0,
    testResults,
    ...counts,
  }) as Report

test.each([
  ['all tests passed', playwright({ expected: 3, skipped: 1 }), 0, '3 passed, 0 failed, 1 skipped'],
  ['a test failed', playwright({ expected: 3, unexpected: 2 }, ['x']), 1, '3 passed, 2 failed, 0 skipped'],
  [
    'a test passed at the second attempt',
    playwright({ expected: 3, flaky: 1 }),
    0,
    '4 passed, 0 failed, 0 skipped (1 only the second time)',
  ],
  ['the setup threw', playwright({}, ['no build']), 1, '0 passed, 1 failed, 0 skipped'],
  [
    'there are todo tests',
    vitest({ numPassedTests: 5, numPendingTests: 1, numTodoTests: 1 }),
    0,
    '5 passed, 0 failed, 2 skipped',
  ],
  [
    'a file cannot be loaded',
    vitest({ numPassedTests: 5 }, [{ status: 'failed', assertionResults: [] }]),
    1,
    '5 passed, 1 failed, 0 skipped',
  ],
  [
    'a file with failed tests is not counted again',
    vitest({ numPassedTests: 5, numFailedTests: 1 }, [
      { status: 'failed', assertionResults: [{ status: 'passed' }, { status: 'failed' }] },
    ]),
    1,
    '5 passed, 1 failed, 0 skipped',
  ],
  [
    'an error outside of all tests ends the runner',
    vitest({ numPassedTests: 5 }),
    1,
    '5 passed, 1 failed, 0 skipped',
  ],
  ['there is no report', undefined, 0, '0 passed, 1 failed, 0 skipped'],
  ['no test was run', vitest(), 0, '0 passed, 1 failed, 0 skipped'],
])('%s', (_, report, code, line) => expect(lineOf(countOf(report, code))).toBe(line))

test('adds up several counts', () => {
  const count = { passed: 1, failed: 2, skipped: 3, flaky: 0 }
  expect(sumOf([count, count])).toEqual({ passed: 2, failed: 4, skipped: 6, flaky: 0 })
})
