import { expect, test } from 'vitest'
import { nextCell } from './cell-navigation.ts'

test('arrow keys, Home and End move through the grid without wrapping, mirrored for right-to-left text', () => {
  expect(nextCell(4, 'ArrowRight', false)).toBe(5)
  expect(nextCell(5, 'ArrowRight', false)).toBe(5)
  expect(nextCell(4, 'ArrowRight', true)).toBe(3)
  expect(nextCell(4, 'ArrowUp', false)).toBe(1)
  expect(nextCell(7, 'ArrowDown', false)).toBe(7)
  expect(nextCell(4, 'Home', false)).toBe(3)
  expect(nextCell(3, 'End', false)).toBe(5)
  expect(nextCell(4, 'x', false)).toBeUndefined()
})

test('the grid may have another size', () => {
  const size = { rows: 2, columns: 5 }
  expect(nextCell(4, 'ArrowRight', false, size)).toBe(4)
  expect(nextCell(4, 'ArrowDown', false, size)).toBe(9)
  expect(nextCell(9, 'ArrowDown', false, size)).toBe(9)
  expect(nextCell(7, 'Home', false, size)).toBe(5)
  expect(nextCell(7, 'ArrowRight', true, size)).toBe(6)
  expect(nextCell(1, 'End', false, size)).toBe(4)
})
