import { expect, test } from 'vitest'
import { countOf, failuresOf, lineOf, type Report, sumOf } from './reports.ts'

const playwright = (stats: object = {}, errors: string[] = []): Report => ({
  stats: { expected: 0, unexpected: 0, flaky: 0, skipped: 0, ...stats },
  suites: [],
  errors: errors.map((message) => ({ message })),
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

test('names the failed tests of Playwright with the first line of their last error', () => {
  const spec = (title: string, status: string, ...messages: string[]) => ({
    title,
    file: 'journeys/roll.e2e.ts',
    line: 7,
    tests: [{ status, results: messages.map((message) => ({ error: { message } })) }],
  })
  const report: Report = {
    ...playwright({ unexpected: 1, flaky: 1 }, ['no build\nat setup']),
    suites: [
      {
        specs: [],
        suites: [
          {
            specs: [
              spec('rolls a call', 'unexpected', 'at first', '\u001b[31mtimed out\u001b[39m\n  at line 8'),
              spec('opens', 'flaky', 'slow'),
            ],
          },
        ],
      },
    ],
  }
  expect(failuresOf(report, '/')).toEqual([
    'journeys/roll.e2e.ts:7 › rolls a call\n    timed out',
    'outside of all tests\n    no build',
  ])
})

test('names the failed tests and the unloadable files of Vitest', () => {
  const report = vitest({}, [
    {
      name: '/root/app/card.test.ts',
      status: 'failed',
      assertionResults: [
        { status: 'passed', fullName: 'is shown', failureMessages: [] },
        { status: 'failed', fullName: 'is closed', failureMessages: ['expected 1 to be 2\n  at'] },
      ],
    },
    { name: '/root/app/list.test.ts', status: 'failed', message: 'no such module', assertionResults: [] },
  ])
  expect(failuresOf(report, '/root')).toEqual([
    'app/card.test.ts › is closed\n    expected 1 to be 2',
    'app/list.test.ts\n    no such module',
  ])
})
