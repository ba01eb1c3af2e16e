import { expect, test } from 'vitest'
import type { ChainRow } from '#contract/responses/chain.ts'
import { madeUpChainRows } from '#app/testing/chain.ts'
import { isInTheMoney, nextPlace, placeAtTheMoney, placeOf, rowsBelow, type Place } from './positions.ts'

const day = { expiryDate: '2027-01-15', daysUntilExpiry: 64, timeframe: 'medium' } as const
/** Strikes 220 to 240; no put is listed at 230. */
const rows: ChainRow[] = madeUpChainRows(day, 5).map((row) =>
  row.strike === 230 ? { ...row, put: null } : row,
)
const go = (at: Place, key: string, toTheRight: 'call' | 'put' | null = 'put') =>
  nextPlace(rows, at, { key, page: 3, toTheRight })

test('arrows, pages and ends stay inside the table', () => {
  const at: Place = { row: 1, leg: 'call' }
  expect(go(at, 'ArrowDown')).toEqual({ row: 2, leg: 'call' })
  expect(go(at, 'ArrowUp')).toEqual({ row: 0, leg: 'call' })
  expect(go({ row: 0, leg: 'call' }, 'ArrowUp')).toEqual({ row: 0, leg: 'call' })
  expect(go(at, 'PageDown')).toEqual({ row: 4, leg: 'call' })
  expect(go(at, 'PageUp')).toEqual({ row: 0, leg: 'call' })
  expect(go(at, 'Home')).toEqual({ row: 0, leg: 'call' })
  expect(go(at, 'End')).toEqual({ row: 4, leg: 'call' })
  expect(go(at, 'x')).toBeUndefined()
})

test('what is not listed is passed over', () => {
  expect(go({ row: 1, leg: 'put' }, 'ArrowDown')).toEqual({ row: 3, leg: 'put' })
  expect(go({ row: 3, leg: 'put' }, 'ArrowUp')).toEqual({ row: 1, leg: 'put' })
  expect(go({ row: 2, leg: 'call' }, 'ArrowRight')).toEqual({ row: 2, leg: 'call' })
})

test('the arrows along the text change sides, mirrored where that runs right to left, and nothing where there is one', () => {
  expect(go({ row: 1, leg: 'call' }, 'ArrowRight')).toEqual({ row: 1, leg: 'put' })
  expect(go({ row: 1, leg: 'call' }, 'ArrowLeft')).toEqual({ row: 1, leg: 'call' })
  expect(go({ row: 1, leg: 'call' }, 'ArrowLeft', 'call')).toEqual({ row: 1, leg: 'put' })
  expect(go({ row: 1, leg: 'call' }, 'ArrowRight', null)).toBeUndefined()
})

test('the money lies between the strikes around the price', () => {
  expect(rowsBelow(rows, 231.42)).toBe(3)
  expect(rowsBelow(rows, null)).toBe(0)
  expect([isInTheMoney(230, 'call', 231.42), isInTheMoney(235, 'call', 231.42)]).toEqual([true, false])
  expect([isInTheMoney(230, 'put', 231.42), isInTheMoney(235, 'put', 231.42)]).toEqual([false, true])
  expect(isInTheMoney(230, 'put', null)).toBe(false)
  expect(placeAtTheMoney(rows, 'call', 231.42)).toEqual({ row: 2, leg: 'call' })
  expect(placeAtTheMoney(rows, 'put', 231.42)).toEqual({ row: 3, leg: 'put' })
  expect(placeAtTheMoney([], 'put', 231.42)).toBeUndefined()
  expect(placeOf(rows, rows[1]!.put!.id)).toEqual({ row: 1, leg: 'put' })
  expect(placeOf(rows, null)).toBeUndefined()
})
