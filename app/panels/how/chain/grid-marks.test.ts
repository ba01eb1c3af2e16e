import { describe, expect, test } from 'vitest'
import { sampleChainRows } from '#app/testing/chain.ts'
import { sampleIncome, sampleOptimals } from '#app/testing/income.ts'
import { cellsByContract, markGridCells, quoteRows } from './grid-marks.ts'

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

describe('at the newest quotes', () => {
  const rows = sampleChainRows(day)
  const index = rows.findIndex(({ strike }) => strike === 255)
  const { id, bid, ask } = rows[index]!.call!
  const chain = { asOf: '2026-11-12T20:59:00Z', computedPrice: 231.42, price: 231.42, commission: 0 }
  const quoteOf = (time: string) => ({ [id]: { id, bid: 4.5, ask: 4.6, last: null, time } })

  test('a contract has its newer quote and the return at it, and other rows stay the same objects', () => {
    const quoted = quoteRows(rows, quoteOf('2026-11-12T20:59:30Z'), chain)
    expect(quoted[index]!.call).toMatchObject({ bid: 4.5, ask: 4.6, return: 0.019445 })
    expect(quoted[index]!.put).toBe(rows[index]!.put)
    expect(quoted[index - 1]).toBe(rows[index - 1])
  })

  test('the return is less the commission', () => {
    const quoted = quoteRows(rows, quoteOf('2026-11-12T20:59:30Z'), { ...chain, commission: 0.65 })
    // (4.50 - 0.0065) / 231.42
    expect(quoted[index]!.call?.return).toBe(0.019417)
  })

  test('a contract keeps a quote of the chain that is newer', () => {
    const quoted = quoteRows(rows, quoteOf('2026-11-12T20:58:59Z'), chain)
    expect(quoted[index]!.call).toMatchObject({ bid, ask })
    expect(quoted[index]).toBe(rows[index])
  })
})
