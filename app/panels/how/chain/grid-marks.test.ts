import { expect, test } from 'vitest'
import { sampleChainRows } from '#app/testing/chain.ts'
import { sampleIncome, sampleOptimals } from '#app/testing/income.ts'
import { cellsByContract, markGridCells } from './grid-marks.ts'

const day = { expiryDate: '2027-01-15', daysUntilExpiry: 64, timeframe: 'medium' } as const

test('marks the contracts of the displayed grid, and keeps the identity of unchanged rows', () => {
  const rows = sampleChainRows(day)
  expect(markGridCells(rows, cellsByContract(sampleIncome()))).toEqual(rows)
  expect(markGridCells(rows, cellsByContract(sampleIncome()))[0]).toBe(rows[0])
  const [, , , , optimal] = sampleOptimals('call')
  const income = sampleIncome({ callOptimals: [{ ...optimal!, id: 'AAPL270115C00275000', strike: 275 }] })
  const marked = markGridCells(rows, cellsByContract(income)).filter(({ call }) => call?.cell)
  expect(marked.map(({ strike }) => strike)).toEqual([275])
})
