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
