import { describe, expect, test } from 'vitest'
import { parseBars, readHeader } from './bar-rows.ts'

const defaultHeader = 'date,open,high,low,close,volume'
const bar = (day: string, close: number | string) => `${day},10,12,9,${close},100`
const parse = (rows: readonly string[], header = defaultHeader) => {
  const logged: string[] = []
  const lines = rows.map((text, index) => [index + 2, text] as const)
  const bars = parseBars(lines, readHeader(header, 'X.csv'), 'X.csv', (message) => logged.push(message))
  return { bars, logged }
}

describe('rows of one symbol', () => {
  test.each([
    [
      'in descending order',
      [bar('2026-08-21', 11), bar('2026-08-20', 10.5), bar('2026-08-19', 10)],
      { '2026-08-19': 10, '2026-08-20': 10.5, '2026-08-21': 11 },
      [],
    ],
    [
      'in no order, one of them duplicated',
      [bar('2026-08-20', 10.5), bar('2026-08-21', 11), bar('2026-08-19', 10), bar('2026-08-21', 11)],
      { '2026-08-19': 10, '2026-08-20': 10.5, '2026-08-21': 11 },
      [],
    ],
    [
      'with days without a price',
      [
        bar('2026-08-17', 'null'),
        bar('2026-08-18', ''),
        bar('2026-08-19', 10),
        bar('2026-08-20', 'NaN'),
        bar('2026-08-21', 0),
      ],
      { '2026-08-19': 10 },
      ['2026-08-17 (no price), 2026-08-18 (no price), 2026-08-20 (no price) and more omitted'],
    ],
    [
      'with two different rows of a day, which is omitted',
      [bar('2026-08-19', 10), bar('2026-08-20', 10.5), bar('2026-08-20', 10.6), bar('2026-08-21', 11)],
      { '2026-08-19': 10, '2026-08-21': 11 },
      ['2026-08-20 (two different rows) omitted'],
    ],
    [
      'with a day once without and once with a price',
      [bar('2026-08-20', 'null'), bar('2026-08-20', 10.5)],
      { '2026-08-20': 10.5 },
      [],
    ],
  ])('give one bar per day with a price, in ascending order: rows %s', (_, rows, closes, omitted) => {
    const { bars, logged } = parse(rows)
    expect(Object.fromEntries(bars.date.map((day, i) => [day, bars.close[i]]))).toEqual(closes)
    expect(bars.date).toEqual(bars.date.toSorted())
    expect(logged).toEqual(omitted.map((line) => `X.csv:2: ${line}`))
  })

  test('may have columns in any order, additional columns and quotes', () => {
    const { bars } = parse(
      ['"100",2026-08-20,"10.5",12,9,10,x', '', '200,2026-08-21,11,12,9,10,y\r'],
      'Volume,Date,Close,High,Low,Open,Name',
    )
    expect(bars.date).toEqual(['2026-08-20', '2026-08-21'])
    expect([...bars.close]).toEqual([10.5, 11])
    expect([...bars.volume]).toEqual([100, 200])
  })

  test('without a volume have a volume of 0', () => {
    expect([...parse(['2026-08-20,10,12,9,10.5,', '2026-08-21,10,12,9,10.5,null']).bars.volume]).toEqual([
      0, 0,
    ])
  })

  test.each([
    ['2026-13-01,1,1,1,1,1', ':3: date: expected YYYY-MM-DD'],
    ['2026-08-21,1,1,1,x,1', ':3: close: expected a number, got "x"'],
    ['2026-08-21,1,1,-1,1,1', ':3: low: expected a positive number, got "-1"'],
    ['2026-08-21,1,1,1,1,-1', ':3: volume: expected a non-negative number, got "-1"'],
    ['2026-08-21,1,Infinity,1,1,1', ':3: high: expected a number, got "Infinity"'],
  ])('are rejected if one is %s', (row, fault) => {
    expect(() => parse([bar('2026-08-20', 10), row])).toThrow(`X.csv${fault}`)
  })

  test('are rejected if no day has a price', () => {
    expect(() => parse([bar('2026-08-20', 'null')])).toThrow('X.csv:2: expected at least one bar')
  })
})
