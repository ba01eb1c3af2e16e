import { expect, test } from 'vitest'
import { rowsToRender, spanOf, widen } from './visible-rows.ts'

test('the span has the visible rows, partly visible ones included', () => {
  expect(spanOf(0, 440, 44, 1000)).toEqual({ first: 0, last: 9 })
  expect(spanOf(4410, 440, 44, 1000)).toEqual({ first: 100, last: 110 })
  expect(spanOf(44_000, 440, 44, 1000)).toEqual({ first: 999, last: 999 })
})

test('a wider span has more rows above and below, as far as there are rows', () => {
  expect(widen({ first: 100, last: 109 }, 8, 1000)).toEqual({ first: 92, last: 117 })
  expect(widen({ first: 3, last: 12 }, 8, 15)).toEqual({ first: 0, last: 14 })
})

test('an empty list has no rows, and a list that ends above the scroll position has its last rows', () => {
  expect(rowsToRender(spanOf(0, 440, 44, 0), 0, -1)).toEqual([])
  expect(spanOf(44_000, 440, 44, 20)).toEqual({ first: 19, last: 19 })
})

test('only the rows of the span are rendered', () => {
  expect(rowsToRender({ first: 2, last: 5 }, 20, 3)).toEqual([2, 3, 4, 5])
})

test('the focused row is always rendered', () => {
  expect(rowsToRender({ first: 92, last: 95 }, 1000, 3)).toEqual([3, 92, 93, 94, 95])
  expect(rowsToRender({ first: 92, last: 95 }, 1000, 500)).toEqual([92, 93, 94, 95, 500])
  expect(rowsToRender({ first: 92, last: 95 }, 1000, 93)).toEqual([92, 93, 94, 95])
  expect(rowsToRender({ first: 92, last: 95 }, 1000, -1)).toEqual([92, 93, 94, 95])
})
