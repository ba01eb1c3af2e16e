import { expect, test } from 'vitest'
import { cellWarningsOf } from './cell-warnings.ts'

const put: Parameters<typeof cellWarningsOf>[0] = { legType: 'Put', strike: 200, warnings: [] }

test.each([
  [19_999.99, ['over-cash']],
  [20_000, []],
  [undefined, []],
])('a put at a strike of $200 with cash of %s has the warnings %j', (cash, warnings) => {
  expect(cellWarningsOf(put, cash)).toEqual(warnings)
})

test('a call needs no cash', () => {
  expect(cellWarningsOf({ ...put, legType: 'Call' }, 100)).toEqual([])
})

test('the cash is the first of the warnings, and those of the card only are left out', () => {
  const warnings: typeof put.warnings = ['earnings-before-expiry', 'dividend-before-expiry', 'wide-spread']
  expect(cellWarningsOf({ ...put, warnings }, 100)).toEqual([
    'over-cash',
    'wide-spread',
    'earnings-before-expiry',
  ])
})
