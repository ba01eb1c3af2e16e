import { expect, test } from 'vitest'
import { madeUpAlternative, madeUpIncome, madeUpNine } from '#app/testing/income.ts'
import { cellsOf, chosenCell, expiryOf } from './cells.ts'

test('nine contracts fill nine cells, nearest and most careful first', () => {
  const cells = cellsOf(madeUpIncome(), 'call')
  expect(cells.map((cell) => cell.option?.strike)).toEqual([260, 250, 240, 265, 255, 245, 270, 260, 250])
  expect(cells.every((cell) => !cell.alternative)).toBe(true)
})

test('an empty cell shows its next best, and one without any stays empty', () => {
  const nine = madeUpNine('put')
  const income = madeUpIncome({
    putOptimals: nine.slice(2),
    putAlternatives: [madeUpAlternative(nine[0]!, 'Nothing fits')],
  })
  const [first, second] = cellsOf(income, 'put')
  expect(first).toMatchObject({ option: { id: nine[0]!.id }, alternative: { reason: 'Nothing fits' } })
  expect(second).toEqual({ timeframe: 'short', riskProfile: 'optimal' })
})

test('an empty choice moves to the nearest filled cell of the same row', () => {
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

test('a row is of one expiry, or of several, or empty', () => {
  const row = cellsOf(madeUpIncome(), 'call').slice(0, 3)
  expect(expiryOf(row)).toBe('2026-12-18')
  const [first, ...others] = row
  const later = { ...first!, option: { ...first!.option!, expiryDate: '2026-12-24' } }
  expect(expiryOf([later, ...others])).toBeUndefined()
  expect(expiryOf([{ timeframe: 'short', riskProfile: 'optimal' }])).toBeUndefined()
})
