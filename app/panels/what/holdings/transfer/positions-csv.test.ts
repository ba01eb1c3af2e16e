/** The file of positions: what is written is read back, and each mistake is named with its line and column. */
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type Holding, readHoldings } from '#contract/bridge/holdings.ts'
import { csvText } from '#app/panels/what/csv/csv.ts'
import { positionColumns } from './position-columns.ts'
import { positionRows } from './position-rows.ts'
import { readPositions } from './read-positions.ts'

const header = Object.values(positionColumns).join(',')
const read = (...lines: string[]) => readPositions([header, ...lines].join('\n'))

describe('export and import', () => {
  const price = fc.integer({ min: 1, max: 9_999_999 }).map((tenthousandths) => tenthousandths / 10_000)
  const day = fc
    .date({ min: new Date('2026-01-01'), max: new Date('2035-12-31'), noInvalidDate: true })
    .map((date) => date.toJSON().slice(2, 10).replaceAll('-', ''))
  const optionOf = (symbol: string) =>
    fc.record(
      {
        id: fc
          .tuple(
            fc.constantFrom(symbol.replaceAll(/[^A-Z0-9]/g, ''), 'SPXW', 'AAPL1'),
            day,
            fc.constantFrom('C', 'P'),
            fc.integer({ min: 1, max: 99_999_999 }),
          )
          .map(([root, expiry, type, strike]) => `${root}${expiry}${type}${String(strike).padStart(8, '0')}`),
        quantity: fc.integer({ min: 1, max: 999_999_999 }),
        price,
      },
      { requiredKeys: ['id', 'quantity'] },
    )
  const holding = fc.constantFrom('AAPL', 'BRK.B', 'SPX', 'T', 'KO').chain((symbol) =>
    fc.record(
      {
        symbol: fc.constant(symbol),
        shares: fc.integer({ min: 0, max: 50_000_000 }).map((tenthousandths) => tenthousandths / 10_000),
        costBasis: price,
        openOptions: fc.uniqueArray(optionOf(symbol), {
          minLength: 1,
          maxLength: 5,
          selector: ({ id }) => id,
        }),
      },
      { requiredKeys: ['symbol'] },
    ),
  )

  test('an exported list is imported unchanged', () => {
    fc.assert(
      fc.property(fc.uniqueArray(holding, { selector: ({ symbol }) => symbol }), (entries) => {
        const holdings = readHoldings(entries)!
        expect(holdings).toBeDefined()
        if (holdings.length === 0) return
        expect(readPositions(csvText(positionRows(holdings)))).toEqual({
          holdings,
          problems: [],
          leftOut: [],
        })
      }),
      { numRuns: 300 },
    )
  })

  test('only the first line of a symbol has its shares, so that a sum counts them once', () => {
    const holdings: Holding[] = [
      {
        symbol: 'AAPL',
        shares: 200,
        costBasis: 180.5,
        openOptions: [
          { id: 'AAPL270115C00240000', quantity: 1, price: 4.2 },
          { id: 'AAPL270115C00242500', quantity: 1 },
        ],
      },
    ]
    expect(csvText(positionRows(holdings))).toBe(
      `${header}\r\nAAPL,200,180.5,Call,2027-01-15,240,1,4.2,\r\nAAPL,,,Call,2027-01-15,242.5,1,,\r\n`,
    )
  })
})

describe('what is read', () => {
  test('columns in any order, c and p, lower case, and lines of a symbol apart from each other', () => {
    expect(
      readPositions(
        [
          'strike ($);symbol;Call or put;Contracts (100 shares each);Expiry (YYYY-MM-DD);Shares',
          '240;aapl;c;2;2027-01-15;',
          '60;ko;P;1;2027-01-15;',
          ';AAPL;;;;200',
        ].join('\n'),
      ),
    ).toEqual({
      holdings: [
        { symbol: 'AAPL', shares: 200, openOptions: [{ id: 'AAPL270115C00240000', quantity: 2 }] },
        { symbol: 'KO', openOptions: [{ id: 'KO270115P00060000', quantity: 1 }] },
      ],
      problems: [],
      leftOut: [],
    })
  })
})

describe('each mistake is named with its line and column', () => {
  test.each([
    ['symbol', '$$,100,,,,,,,', '$$'],
    ['symbol', ',100,,,,,,,', ''],
    ['shares', 'AAPL,1e2,,,,,,,', '1e2'],
    ['shares', 'AAPL,-1,,,,,,,', '-1'],
    ['costBasis', 'AAPL,100,0,,,,,,', '0'],
    ['right', 'AAPL,,,sold,2027-01-15,240,1,,', 'sold'],
    ['expiry', 'AAPL,,,call,2027-02-30,240,1,,', '2027-02-30'],
    ['expiry', 'AAPL,,,call,01/15/2027,240,1,,', '01/15/2027'],
    ['strike', 'AAPL,,,call,2027-01-15,240.1234,1,,', '240.1234'],
    ['strike', 'AAPL,,,call,2027-01-15,"240,5",1,,', '240,5'],
    ['strike', 'AAPL,,,call,2027-01-15,,1,,', ''],
    ['contracts', 'AAPL,,,call,2027-01-15,240,1.5,,', '1.5'],
    ['premium', 'AAPL,,,call,2027-01-15,240,1,$4,', '$4'],
    ['root', 'AAPL,,,call,2027-01-15,240,1,4,A-B', 'A-B'],
  ])('%s: %s', (column, line, found) => {
    const result = read('T,50,,,,,,,', line)
    expect(result.problems).toEqual([{ line: 3, column, kind: 'expected', found }])
    expect(result.holdings).toEqual([{ symbol: 'T', shares: 50 }])
  })

  test('several mistakes of a line are all named', () => {
    expect(read('AAPL,x,y,call,2027-01-15,240,1,,').problems.map(({ column }) => column)).toEqual([
      'shares',
      'costBasis',
    ])
  })

  test('a symbol with a wrong line is left out as a whole', () => {
    const result = read(
      'AAPL,200,,call,2027-01-15,240,1,,',
      'AAPL,,,call,2027-01-15,oops,1,,',
      'KO,100,,,,,,,',
    )
    expect(result).toMatchObject({ holdings: [{ symbol: 'KO', shares: 100 }], leftOut: ['AAPL'] })
  })

  test('shares that differ, an option that is there twice, and too many options', () => {
    expect(read('AAPL,200,,,,,,,', 'AAPL,300,,,,,,,')).toEqual({
      holdings: [],
      problems: [{ line: 3, column: 'shares', kind: 'conflict', other: 2 }],
      leftOut: ['AAPL'],
    })
    expect(read('AAPL,,,call,2027-01-15,240,1,,', 'AAPL,,,call,2027-01-15,240,2,,').problems).toEqual([
      { line: 3, kind: 'optionTwice', other: 2 },
    ])
    const many = Array.from({ length: 51 }, (_, index) => `AAPL,,,call,2027-01-15,${100 + index},1,,`)
    expect(read(...many)).toMatchObject({
      holdings: [],
      problems: [{ line: 52, kind: 'tooManyOptions', max: 50 }],
    })
  })

  test('a wrong header, a wrong number of cells, and no lines', () => {
    expect(readPositions('Symbol,Qty\nAAPL,1').problems).toEqual([
      { line: 1, kind: 'columnUnknown', found: 'Qty' },
      { line: 1, column: 'right', kind: 'columnMissing' },
      { line: 1, column: 'expiry', kind: 'columnMissing' },
      { line: 1, column: 'strike', kind: 'columnMissing' },
      { line: 1, column: 'contracts', kind: 'columnMissing' },
    ])
    expect(readPositions(`${header},Symbol\n`).problems).toEqual([
      { line: 1, column: 'symbol', kind: 'columnTwice' },
    ])
    expect(read('AAPL,100')).toMatchObject({
      problems: [{ line: 2, kind: 'cellCount', expected: 9, found: 2 }],
      leftOut: ['AAPL'],
    })
    expect(read().problems).toEqual([{ line: 1, kind: 'empty' }])
    expect(read('AAPL,"100').problems).toEqual([{ line: 2, kind: 'unclosed' }])
  })
})
