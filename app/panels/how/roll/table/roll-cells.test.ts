import { expect, test } from 'vitest'
import { sampleRoll } from '#app/testing/roll.ts'
import { cellIndexOf, rollRows } from './roll-cells.ts'

const idsOf = (roll = sampleRoll()) =>
  rollRows(roll).map(({ strike, cells }) => [
    strike,
    ...cells.map((cell) => (cell === null || cell === 'open' ? cell : cell.id)),
  ])

test('has a row per strike and a cell per expiry, with the open option and strikes that are not listed', () => {
  expect(idsOf()).toEqual([
    [230, null, 'AAPL270115C00230000'],
    [235, 'AAPL261218C00235000', 'AAPL270115C00235000'],
    [240, 'open', 'AAPL270115C00240000'],
    [245, 'AAPL261218C00245000', 'AAPL270115C00245000'],
  ])
})

test('has no cell of the open option if its expiry is not in the table, as on its last day', () => {
  const { expiries } = sampleRoll()
  expect(idsOf(sampleRoll({ expiries: expiries.slice(1) })).flat()).not.toContain('open')
  expect(rollRows(sampleRoll({ expiries: [] }))).toEqual([])
})

test('finds the first of some contracts', () => {
  const cells = rollRows(sampleRoll()).flatMap((row) => row.cells)
  expect(cellIndexOf(cells, [null, 'AAPL270115C00240000', 'AAPL270115C00245000'])).toBe(5)
  expect(cellIndexOf(cells, ['X'])).toBe(-1)
})
