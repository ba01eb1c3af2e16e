import { expect, test } from 'vitest'
import type { ChainRow } from '#contract/responses/chain.ts'
import { sampleChainRows } from '#app/testing/chain.ts'
import {
  isInTheMoney,
  nextPosition,
  positionAtTheMoney,
  positionOf,
  countStrikesUpTo,
  type ChainPosition,
} from './chain-navigation.ts'

const day = { expiryDate: '2027-01-15', daysUntilExpiry: 64, timeframe: 'medium' } as const
/** Strikes 220 to 240; no put is listed at 230. */
const rows: ChainRow[] = sampleChainRows(day, 5).map((row) =>
  row.strike === 230 ? { ...row, put: null } : row,
)
const press = (from: ChainPosition, key: string, legAtRight: 'call' | 'put' | null = 'put') =>
  nextPosition(rows, from, { key, pageRows: 3, legAtRight })

test('arrows, PageUp, PageDown, Home and End move between rows and stop at the ends of the table', () => {
  const start: ChainPosition = { row: 1, leg: 'call' }
  expect(press(start, 'ArrowDown')).toEqual({ row: 2, leg: 'call' })
  expect(press(start, 'ArrowUp')).toEqual({ row: 0, leg: 'call' })
  expect(press({ row: 0, leg: 'call' }, 'ArrowUp')).toEqual({ row: 0, leg: 'call' })
  expect(press(start, 'PageDown')).toEqual({ row: 4, leg: 'call' })
  expect(press(start, 'PageUp')).toEqual({ row: 0, leg: 'call' })
  expect(press(start, 'Home')).toEqual({ row: 0, leg: 'call' })
  expect(press(start, 'End')).toEqual({ row: 4, leg: 'call' })
  expect(press(start, 'x')).toBeUndefined()
})

test('keys skip contracts that are not listed', () => {
  expect(press({ row: 1, leg: 'put' }, 'ArrowDown')).toEqual({ row: 3, leg: 'put' })
  expect(press({ row: 3, leg: 'put' }, 'ArrowUp')).toEqual({ row: 1, leg: 'put' })
  expect(press({ row: 2, leg: 'call' }, 'ArrowRight')).toEqual({ row: 2, leg: 'call' })
})

test('the left and right arrows change the leg, mirrored for right-to-left text; with one leg they do nothing', () => {
  expect(press({ row: 1, leg: 'call' }, 'ArrowRight')).toEqual({ row: 1, leg: 'put' })
  expect(press({ row: 1, leg: 'call' }, 'ArrowLeft')).toEqual({ row: 1, leg: 'call' })
  expect(press({ row: 1, leg: 'call' }, 'ArrowLeft', 'call')).toEqual({ row: 1, leg: 'put' })
  expect(press({ row: 1, leg: 'call' }, 'ArrowRight', null)).toBeUndefined()
})

test('finds the strikes up to the price, in-the-money contracts, and positions by price and by id', () => {
  expect(countStrikesUpTo(rows, 231.42)).toBe(3)
  expect(countStrikesUpTo(rows, null)).toBe(0)
  expect([isInTheMoney(230, 'call', 231.42), isInTheMoney(235, 'call', 231.42)]).toEqual([true, false])
  expect([isInTheMoney(230, 'put', 231.42), isInTheMoney(235, 'put', 231.42)]).toEqual([false, true])
  expect(isInTheMoney(230, 'put', null)).toBe(false)
  expect(positionAtTheMoney(rows, 'call', 231.42)).toEqual({ row: 2, leg: 'call' })
  expect(positionAtTheMoney(rows, 'put', 231.42)).toEqual({ row: 3, leg: 'put' })
  expect(positionAtTheMoney([], 'put', 231.42)).toBeUndefined()
  expect(positionOf(rows, rows[1]!.put!.id)).toEqual({ row: 1, leg: 'put' })
  expect(positionOf(rows, null)).toBeUndefined()
})
