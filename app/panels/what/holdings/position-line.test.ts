import { describe, expect, test } from 'vitest'
import { addPosition, readPositionLine } from './position-line.ts'

const sold = { symbol: 'AAPL', openOptions: [{ id: 'AAPL261218C00265000', quantity: 3, price: 4.2 }] }

describe('an option sold', () => {
  test.each([
    '-3 AAPL 265C 18Dec26 @ 4.20',
    '−3 aapl 265c 18dec26 @4.2',
    '-3 AAPL 18DEC26 265 C 4.20',
    'SOLD -3 AAPL 100 18 DEC 26 265 CALL @4.20',
    "-3 AAPL Dec 18 '26 $265 Call @ $4.20",
    'Sell 3 AAPL December 18, 2026 265.00 Call @ 4,20',
    '-3 AAPL 12/18/2026 265.00 C @ 4.20',
    '-3 AAPL 2026-12-18 C265 @ 4.20',
    '-3 AAPL261218C00265000 @ 4.20',
    '-3 AAPL  261218C00265000 4.20',
  ])('is read from %s', (line) => {
    expect(readPositionLine(line)).toEqual(sold)
  })

  test('may lack its price, and has the root of its symbol', () => {
    expect(readPositionLine('-1 BRK.B 487.5P 15Jan27')).toEqual({
      symbol: 'BRK.B',
      openOptions: [{ id: 'BRKB270115P00487500', quantity: 1 }],
    })
    expect(readPositionLine('-2 C 70P 18Dec26')).toMatchObject({
      symbol: 'C',
      openOptions: [{ id: 'C261218P00070000', quantity: 2 }],
    })
  })
})

test('shares and the options on them are one holding', () => {
  expect(readPositionLine('300 AAPL @ 265; -3 AAPL 265C 18Dec26 @ 4.20\n')).toEqual({
    ...sold,
    shares: 300,
    costBasis: 265,
  })
  expect(readPositionLine('1,200 AAPL 265.50')).toEqual({ symbol: 'AAPL', shares: 1200, costBasis: 265.5 })
  expect(readPositionLine('300 AAPL')).toEqual({ symbol: 'AAPL', shares: 300 })
})

test.each([
  ['AAPL', 'incomplete'],
  ['', 'incomplete'],
  ['-3 AAPL 265C', 'incomplete'],
  ['-3 AAPL 18Dec26', 'incomplete'],
  ['AAPL 265C 18Dec26', 'incomplete'],
  ['3 AAPL 265C 18Dec26', 'bought'],
  ['BOT 3 AAPL 265C 18Dec26', 'bought'],
  ['-3 AAPL 265C 31Feb26', 'unclear'],
  ['-3 AAPL 265C 18Dec26 @ 4.20 GTC', 'unclear'],
  ['-3 AAPL 265.0001C 18Dec26', 'unclear'],
  ['-300 AAPL @ 265', 'unclear'],
  ['hello', 'incomplete'],
  ['???', 'unclear'],
  ['300 MSFT; -3 AAPL 265C 18Dec26', 'symbols'],
] as const)('%j is a problem: %s', (line, problem) => {
  expect(readPositionLine(line)).toMatchObject({ problem })
})

test('the part with the problem is named', () => {
  expect(readPositionLine('300 AAPL @ 265; 3 AAPL 265C 18Dec26')).toEqual({
    problem: 'bought',
    part: '3 AAPL 265C 18Dec26',
  })
})

test('a position is added to the holding of its symbol', () => {
  const held = { symbol: 'AAPL', shares: 300, openOptions: [{ id: 'AAPL261218C00265000', quantity: 1 }] }
  expect(addPosition(held, sold)).toEqual({ ...sold, shares: 300 })
  expect(
    addPosition({ symbol: 'AAPL', costBasis: 200 }, { symbol: 'AAPL', shares: 100, costBasis: 265 }),
  ).toEqual({
    symbol: 'AAPL',
    shares: 100,
    costBasis: 265,
  })
})
