import { expect, test } from 'vitest'
import { hasMoved, latestQuote } from './latest-quote.ts'

const option = { bid: 3.8, ask: 3.9 }
const pushed = {
  id: 'AAPL270115C00240000',
  bid: 3.85,
  ask: 3.95,
  last: 3.9,
  time: '2026-11-12T20:59:05.000Z',
}

test('returns the newer quote', () => {
  expect(latestQuote(option, '2026-11-12T20:59:00Z', undefined)).toEqual({
    ...option,
    time: '2026-11-12T20:59:00Z',
  })
  expect(latestQuote(option, '2026-11-12T20:59:00Z', pushed)).toMatchObject({ bid: 3.85, ask: 3.95 })
  expect(latestQuote(option, '2026-11-12T20:59:05Z', pushed), 'same time').toMatchObject({
    bid: 3.85,
  })
  expect(latestQuote(option, '2026-11-12T21:10:00Z', pushed), 'refetched much later').toMatchObject({
    bid: 3.8,
    time: '2026-11-12T21:10:00Z',
  })
  expect(latestQuote(option, null, pushed)).toMatchObject({ bid: 3.85 })
})

test('hasMoved is false for a difference of one tick, and true for more', () => {
  const isMoved = (bid: number, ask: number) => hasMoved(option, { bid, ask, time: null })
  expect(isMoved(3.8, 3.9)).toBe(false)
  expect(isMoved(3.81, 3.89)).toBe(false)
  expect(isMoved(3.82, 3.9)).toBe(true)
  expect(isMoved(3.8, 3.85)).toBe(true)
})
