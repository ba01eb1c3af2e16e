import { expect, test } from 'vitest'
import { madeUpAlternative, madeUpIncome, madeUpNine } from '#app/testing/income.ts'
import { cellsOf, chosenCell, expiryOf } from './cells.ts'

test('nine contracts fill nine cells, nearest expiry and most conservative first', () => {
  const cells = cellsOf(madeUpIncome(), 'call')
  expect(cells.map((cell) => cell.option?.strike)).toEqual([260, 250, 240, 265, 255, 245, 270, 260, 250])
  expect(cells.every((cell) => !cell.alternative)).toBe(true)
})

test('a cell without a fitting contract shows its alternative, or stays empty', () => {
  const nine = madeUpNine('put')
  const income = madeUpIncome({
    putOptimals: nine.slice(2),
    putAlternatives: [madeUpAlternative(nine[0]!, 'Nothing fits')],
  })
  const [first, second] = cellsOf(income, 'put')
  expect(first).toMatchObject({ option: { id: nine[0]!.id }, alternative: { reason: 'Nothing fits' } })
  expect(second).toEqual({ timeframe: 'short', riskProfile: 'optimal' })
})

test('choosing an empty cell selects the nearest filled cell of the same row', () => {
  const nine = madeUpNine('call')
  const cells = cellsOf(
    madeUpIncome({
      callOptimals: nine.filter(
        (option) => option.timeframe !== 'medium' || option.riskProfile === 'aggressive',
      ),
    }),
    'call',
  )
  expect(chosenCell(cells, 'medium', 'optimal')).toMatchObject({
    timeframe: 'medium',
    riskProfile: 'aggressive',
  })
  expect(chosenCell(cells, 'long', 'optimal')).toMatchObject({ timeframe: 'long', riskProfile: 'optimal' })
  expect(chosenCell(cellsOf(madeUpIncome({ callOptimals: [] }), 'call'), 'medium', 'optimal')).toBeUndefined()
})

test('expiryOf returns the common expiry of a row, otherwise undefined', () => {
  const row = cellsOf(madeUpIncome(), 'call').slice(0, 3)
  expect(expiryOf(row)).toBe('2026-12-18')
  const [first, ...restOfRow] = row
  const laterCell = { ...first!, option: { ...first!.option!, expiryDate: '2026-12-24' } }
  expect(expiryOf([laterCell, ...restOfRow])).toBeUndefined()
  expect(expiryOf([{ timeframe: 'short', riskProfile: 'optimal' }])).toBeUndefined()
})
