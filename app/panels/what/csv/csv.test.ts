import { expect, test } from 'vitest'
import { csvText } from './csv.ts'

test('rows end with CR LF, and an unknown value is an empty cell', () => {
  expect(
    csvText([
      ['Symbol', 'Delta'],
      ['AAPL', -0.25],
      ['MU', null],
    ]),
  ).toBe('Symbol,Delta\r\nAAPL,-0.25\r\nMU,\r\n')
})

test('commas, quotes and line breaks are quoted', () => {
  expect(csvText([['Micron Technology, Inc.', 'a "b" c', 'two\nlines']])).toBe(
    '"Micron Technology, Inc.","a ""b"" c","two\nlines"\r\n',
  )
})

test('a spreadsheet computes no text as a formula', () => {
  for (const text of ['=1+1', '+1', '-1', '@SUM(A1)', '\t=1']) expect(csvText([[text]])).toBe(`'${text}\r\n`)
  expect(csvText([['=HYPERLINK("x","y")']])).toBe('"\'=HYPERLINK(""x"",""y"")"\r\n')
})

test('numbers have no exponent, and no rounding that can be seen', () => {
  expect(csvText([[1e-7, 25_000, 0.1 + 0.2, 0, 100]])).toBe('0.0000001,25000,0.3,0,100\r\n')
})
