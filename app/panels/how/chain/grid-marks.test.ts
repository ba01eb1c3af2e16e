import { expect, test } from 'vitest'
import { madeUpChainRows } from '#app/testing/chain.ts'
import { madeUpIncome, madeUpNine } from '#app/testing/income.ts'
import { filledIn, markFilled } from './grid-marks.ts'

const day = { expiryDate: '2027-01-15', daysUntilExpiry: 64, timeframe: 'medium' } as const

test('the grid that is seen says what is marked, and a row that stays as it was is the same', () => {
  const rows = madeUpChainRows(day)
  expect(markFilled(rows, filledIn(madeUpIncome()))).toEqual(rows)
  expect(markFilled(rows, filledIn(madeUpIncome()))[0]).toBe(rows[0])
  const [, , , , optimal] = madeUpNine('call')
  const held = madeUpIncome({ callOptimals: [{ ...optimal!, id: 'AAPL270115C00275000', strike: 275 }] })
  const marked = markFilled(rows, filledIn(held)).filter(({ call }) => call?.cell)
  expect(marked.map(({ strike }) => strike)).toEqual([275])
})
