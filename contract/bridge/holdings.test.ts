import { describe, expect, test } from 'vitest'
import { readToFrame } from './bridge-messages.ts'
import { maxHoldings, readHoldings } from './holdings.ts'
import { explainHoldings } from './holdings-problems.ts'
import { explainOptions } from './options/option-problems.ts'
import { readOptions } from './options/options.ts'
import { readOsi } from '#contract/responses/osi.ts'

const shortCall = { id: 'AAPL270115C00255000', quantity: 2, price: 4.1 }
const completeHolding = { symbol: 'AAPL', shares: 250, costBasis: 180.5, openOptions: [shortCall] }

test('reads a list, with tickers and contracts in normal form', () => {
  expect(readHoldings([completeHolding, { symbol: 'KO' }])).toEqual([completeHolding, { symbol: 'KO' }])
  expect(
    readHoldings([
      {
        symbol: ' brk-b ',
        costBasis: 412.123456,
        openOptions: [{ id: 'brkb  270115p00400000', quantity: 1 }],
      },
    ]),
  ).toEqual([
    { symbol: 'BRK.B', costBasis: 412.1235, openOptions: [{ id: 'BRKB270115P00400000', quantity: 1 }] },
  ])
})

test('null counts as omitted, zero shares are valid, and an empty list means no holdings', () => {
  expect(readHoldings([{ symbol: 'KO', shares: null, costBasis: undefined, openOptions: null }])).toEqual([
    { symbol: 'KO' },
  ])
  expect(readHoldings([{ symbol: 'KO', shares: 0 }])).toEqual([{ symbol: 'KO', shares: 0 }])
  expect(readHoldings([])).toEqual([])
})

test('fractional shares are cut after four decimals and never rounded up', () => {
  const sharesOf = (shares: number) => readHoldings([{ symbol: 'KO', shares }])?.[0]?.shares
  expect([12.5, 4.35, 0.29, 99.999999, 1.00005, 123_456.789].map(sharesOf)).toEqual([
    12.5, 4.35, 0.29, 99.9999, 1, 123_456.789,
  ])
})

describe('a list with an invalid item is refused completely, and the sentence names the item', () => {
  const optionOf = (change: object) => [
    { ...completeHolding, openOptions: [shortCall, { ...shortCall, ...change }] },
  ]
  test.each<[unknown, string]>([
    ['AAPL', "holdings must be a list such as [{ symbol: 'AAPL', shares: 200, costBasis: 180.5 }]"],
    [
      { symbol: 'AAPL' },
      "holdings must be a list such as [{ symbol: 'AAPL', shares: 200, costBasis: 180.5 }]",
    ],
    [
      Array.from({ length: maxHoldings + 1 }, (_, index) => ({ symbol: `A${index}` })),
      'holdings must have 500 entries at most, and has 501',
    ],
    [['AAPL'], 'holdings[0] must be an object'],
    [[null], 'holdings[0] must be an object'],
    [[{ shares: 100 }], 'holdings[0].symbol is required: it must be a ticker such as AAPL or BRK.B'],
    [
      [completeHolding, { symbol: 'not a ticker' }],
      'holdings[1].symbol must be a ticker such as AAPL or BRK.B',
    ],
    [[{ symbol: 'KO', shares: -0.5 }], 'holdings[0].shares must be a number of shares, 0 or more'],
    [[{ symbol: 'KO', shares: NaN }], 'holdings[0].shares must be a number of shares, 0 or more'],
    [[{ symbol: 'KO', shares: '100' }], 'holdings[0].shares must be a number of shares, 0 or more'],
    [[{ symbol: 'KO', costBasis: 0 }], 'holdings[0].costBasis must be a price in dollars per share, above 0'],
    [
      [{ symbol: 'KO', costBasis: NaN }],
      'holdings[0].costBasis must be a price in dollars per share, above 0',
    ],
    [
      [{ symbol: 'KO', cost_basis: 60 }],
      'holdings[0].cost_basis is no field of a holding: did you mean costBasis?',
    ],
    [
      [{ symbol: 'KO', account: 'A-17' }],
      'holdings[0].account is no field of a holding, which has symbol, shares, costBasis, openOptions',
    ],
    [
      [completeHolding, { symbol: 'aapl' }],
      'holdings[1].symbol is that of holdings[0] already: add its shares up in one entry',
    ],
    [
      [
        {
          symbol: 'KO',
          openOptions: [
            { id: 'KO270115C00070000', quantity: 1 },
            { id: 'ko270115c00070000', quantity: 2 },
          ],
        },
      ],
      'holdings[0].openOptions[1].id is that of openOptions[0] already: add its contracts up in one entry',
    ],
    [
      [{ symbol: 'KO', openOptions: {} }],
      'holdings[0].openOptions must be a list of 50 options sold short at most',
    ],
    [
      optionOf({ quantity: -2 }),
      'holdings[0].openOptions[1].quantity must be a whole number of contracts sold short, 1 or more, without a minus',
    ],
    [
      optionOf({ id: 'AAPL 255 Call' }),
      'holdings[0].openOptions[1].id must be the OSI symbol of a listed option such as AAPL270115C00240000',
    ],
    [
      optionOf({ price: 0 }),
      'holdings[0].openOptions[1].price must be what it was sold for in dollars per share, above 0',
    ],
    [
      [{ symbol: 'AAPL', openOptions: [{ quantity: 1 }] }],
      'holdings[0].openOptions[0].id is required: it must be the OSI symbol of a listed option such as AAPL270115C00240000',
    ],
    [
      optionOf({ toString: 1 }),
      'holdings[0].openOptions[1].toString is no field of an open option, which has id, quantity, price',
    ],
  ])('%j is refused', (list, sentence) => {
    expect(readHoldings(list)).toBeUndefined()
    expect(explainHoldings(list)).toBe(sentence)
  })

  test('a problem never repeats the value, which is the user’s', () => {
    expect(explainHoldings([{ symbol: 'SECRET?', shares: 4711 }])).not.toMatch(/SECRET|4711/)
  })
})

test('the option and the command accept holdings and report problems', () => {
  const options = { destinationId: 'x', apiKey: 'k', userId: 'u', holdings: [completeHolding] }
  expect(readOptions(options)).toMatchObject({ options: { holdings: [completeHolding] }, invalid: [] })
  const invalidOptions = { ...options, holdings: [{ symbol: 'AAPL', shares: -1 }] }
  expect(readOptions(invalidOptions).invalid).toEqual(['holdings'])
  expect(readOptions(invalidOptions).options).not.toHaveProperty('holdings')
  expect(explainOptions(invalidOptions, ['holdings'])).toBe(
    'holdings[0].shares must be a number of shares, 0 or more',
  )
  const command = (payload: unknown) => readToFrame({ type: 'command', name: 'SET_HOLDINGS', payload })
  expect(command({ holdings: [completeHolding] })).toEqual({
    type: 'command',
    name: 'SET_HOLDINGS',
    payload: { holdings: [completeHolding] },
  })
  expect(command({ holdings: 'AAPL' })).toBeUndefined()
  expect(command([completeHolding])).toBeUndefined()
})

test('parses day, kind and strike of an OSI symbol with any root', () => {
  expect(readOsi('TESTSTALE261218P00295500')).toEqual({
    legType: 'Put',
    expiryDate: '2026-12-18',
    strike: 295.5,
  })
  expect(readOsi('AAPL')).toBeUndefined()
})
