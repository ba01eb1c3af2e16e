import { expect, test } from 'vitest'
import { sampleAlternative, sampleIncome, sampleOptimals } from '#app/testing/income.ts'
import { cellsOf, nearestFilledCell, commonExpiryOf } from './cells.ts'

test('nine contracts fill nine cells, nearest expiry and most conservative first', () => {
  const cells = cellsOf(sampleIncome(), 'call')
  expect(cells.map((cell) => cell.option?.strike)).toEqual([260, 250, 240, 265, 255, 245, 270, 260, 250])
  expect(cells.every((cell) => !cell.alternative)).toBe(true)
})

test('a cell without a fitting contract shows its alternative, or stays empty', () => {
  const nine = sampleOptimals('put')
  const income = sampleIncome({
    putOptimals: nine.slice(2),
    putAlternatives: [sampleAlternative(nine[0]!, 'Nothing fits')],
  })
  const [first, second] = cellsOf(income, 'put')
  expect(first).toMatchObject({ option: { id: nine[0]!.id }, alternative: { reason: 'Nothing fits' } })
  expect(second).toEqual({ timeframe: 'short', riskProfile: 'optimal' })
})

test('choosing an empty cell selects the nearest filled cell of the same row', () => {
  const nine = sampleOptimals('call')
  const cells = cellsOf(
    sampleIncome({
      callOptimals: nine.filter(
        (option) => option.timeframe !== 'medium' || option.riskProfile === 'aggressive',
      ),
    }),
    'call',
  )
  expect(nearestFilledCell(cells, 'medium', 'optimal')).toMatchObject({
    timeframe: 'medium',
    riskProfile: 'aggressive',
  })
  expect(nearestFilledCell(cells, 'long', 'optimal')).toMatchObject({
    timeframe: 'long',
    riskProfile: 'optimal',
  })
  expect(
    nearestFilledCell(cellsOf(sampleIncome({ callOptimals: [] }), 'call'), 'medium', 'optimal'),
  ).toBeUndefined()
})

test('commonExpiryOf returns the common expiry of a row, otherwise undefined', () => {
  const row = cellsOf(sampleIncome(), 'call').slice(0, 3)
  expect(commonExpiryOf(row)).toBe('2026-12-18')
  const [first, ...restOfRow] = row
  const laterCell = { ...first!, option: { ...first!.option!, expiryDate: '2026-12-24' } }
  expect(commonExpiryOf([laterCell, ...restOfRow])).toBeUndefined()
  expect(commonExpiryOf([{ timeframe: 'short', riskProfile: 'optimal' }])).toBeUndefined()
})
