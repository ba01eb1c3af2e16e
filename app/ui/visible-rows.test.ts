import { expect, test } from 'vitest'
import { rowsToRender, spanOf } from './visible-rows.ts'

test('the span has eight more rows above and below the visible rows', () => {
  expect(spanOf(0, 440, 44, 1000)).toEqual({ first: 0, last: 17 })
  expect(spanOf(4400, 440, 44, 1000)).toEqual({ first: 92, last: 117 })
  expect(spanOf(44_000, 440, 44, 1000)).toEqual({ first: 991, last: 999 })
})

test('an empty list has no rows, and a list that ends above the scroll position has its last rows', () => {
  expect(rowsToRender(spanOf(0, 440, 44, 0), 0, -1)).toEqual([])
  expect(spanOf(44_000, 440, 44, 20)).toEqual({ first: 11, last: 19 })
})

test('a list of 60 rows is rendered completely, a list of 61 rows is not', () => {
  expect(rowsToRender({ first: 0, last: 17 }, 60, 0)).toHaveLength(60)
  expect(rowsToRender({ first: 0, last: 17 }, 61, 0)).toHaveLength(18)
})

test('the focused row is always rendered', () => {
  expect(rowsToRender({ first: 92, last: 95 }, 1000, 3)).toEqual([3, 92, 93, 94, 95])
  expect(rowsToRender({ first: 92, last: 95 }, 1000, 500)).toEqual([92, 93, 94, 95, 500])
  expect(rowsToRender({ first: 92, last: 95 }, 1000, 93)).toEqual([92, 93, 94, 95])
  expect(rowsToRender({ first: 92, last: 95 }, 1000, -1)).toEqual([92, 93, 94, 95])
})
