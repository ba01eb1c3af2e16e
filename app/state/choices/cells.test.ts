import { expect, test } from 'vitest'
import { sampleAlternative, sampleIncome, sampleOptimals } from '#app/testing/income.ts'
import { cellsOf, nearestFilledCell, commonExpiryOf, openedCell } from './cells.ts'

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

test('the cell with the highest score opens, until a row or a column is chosen', () => {
  const scored = (scores: readonly number[]) =>
    cellsOf(
      sampleIncome({
        callOptimals: sampleOptimals('call').map((option, index) => ({
          ...option,
          serviceScore: scores[index]!,
        })),
      }),
      'call',
    )
  const cells = scored([90, 101, 99, 112, 108, 110, 97, 113, 98])
  const nothingChosen = { timeframe: null, riskProfile: null }
  expect(openedCell(cells, nothingChosen)).toMatchObject({ timeframe: 'long', riskProfile: 'optimal' })
  expect(openedCell(cells, { timeframe: 'medium', riskProfile: 'optimal' })).toBe(cells[4])
  expect(openedCell(cells, { timeframe: 'short', riskProfile: null })).toBe(cells[1])
  expect(openedCell(cells, { timeframe: null, riskProfile: 'aggressive' })).toBe(cells[5])
  // Without a highest score.
  expect(openedCell(cellsOf(sampleIncome(), 'call'), nothingChosen)).toMatchObject({
    timeframe: 'medium',
    riskProfile: 'optimal',
  })
  expect(openedCell(cellsOf(sampleIncome({ callOptimals: [] }), 'call'), nothingChosen)).toBeUndefined()
})

test('commonExpiryOf returns the common expiry of a row, otherwise undefined', () => {
  const row = cellsOf(sampleIncome(), 'call').slice(0, 3)
  expect(commonExpiryOf(row)).toBe('2026-12-18')
  const [first, ...restOfRow] = row
  const laterCell = { ...first!, option: { ...first!.option!, expiryDate: '2026-12-24' } }
  expect(commonExpiryOf([laterCell, ...restOfRow])).toBeUndefined()
  expect(commonExpiryOf([{ timeframe: 'short', riskProfile: 'optimal' }])).toBeUndefined()
})
