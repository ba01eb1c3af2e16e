/** End-of-day files with broken lines, and files that cannot be used. */
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { csvOf, fileName, rowsOf, temporaryFolder, writeFile } from './eod-files.fixture.ts'
import { openEod, openRows } from './open-eod.fixture.ts'

const day = '2026-08-20'

describe('broken data', () => {
  test.each([
    ['strike', 'abc', 'strike: expected a number of at least 0, got "abc"'],
    ['bid_1545', '-1', 'bid_1545: expected a number of at least 0, got "-1"'],
    ['expiration', '2026-02-30', 'expiration: expected a day such as 2026-09-18, got "2026-02-30"'],
    ['option_type', 'X', 'option_type: expected C or P, got "X"'],
    ['root', 'K O', 'root: expected at most 6 letters and digits, got "K O"'],
    ['quote_date', '2026-08-19', 'quote_date: expected 2026-08-20, got "2026-08-19"'],
  ])('a line with %s "%s" is skipped, with file and line in the log', async (column, text, problem) => {
    const rows = await rowsOf(day, { symbols: ['JPM', 'KO'], limit: 5 })
    const { market, lines } = await openRows(rows.with(7, { ...rows[7]!, [column]: text }))
    for (const symbol of ['KO', 'JPM', 'KO']) await market.chain(symbol)
    expect((await market.chain('KO'))!.contracts).toHaveLength(4)
    expect((await market.chain('JPM'))!.contracts).toHaveLength(5)
    expect(lines.map(({ event, fields }) => [event, fields!['line']])).toEqual([
      ['market-line-skipped', `${fileName(day)}:9: ${problem}; skipped`],
    ])
  })

  test('a line with too few fields is skipped; a symbol whose lines are all broken has a chain with the reason', async () => {
    const folder = temporaryFolder()
    const [header, ...lines] = csvOf(await rowsOf(day, { symbols: ['JPM', 'KO'], limit: 2 }))
      .trimEnd()
      .split('\n')
    const short = lines.map((line) => (line.startsWith('KO') ? line.split(',').slice(0, 30).join(',') : line))
    writeFile(folder, fileName(day), `${[header, ...short].join('\r\n')}\r\n`)
    const { market, lines: log } = await openEod(folder)
    expect(await market.chain('KO')).toMatchObject({
      contracts: [],
      readError: 'no line of KO has a price of the underlying',
    })
    expect(await market.quote('KO')).toBeUndefined()
    expect((await market.chain('JPM'))!.contracts).toHaveLength(2)
    expect(log.map(({ fields }) => fields!['line'])).toEqual([
      `${fileName(day)}:4: expected 34 fields, got 30; skipped`,
      `${fileName(day)}:5: expected 34 fields, got 30; skipped`,
    ])
  })

  test('logs at most a hundred lines of a file, and that there are more', async () => {
    const rows = await rowsOf(day, { symbols: ['AAPL'], limit: 150 })
    const { market, lines } = await openRows(rows.map((row) => ({ ...row, option_type: '?' })))
    await market.chain('AAPL')
    expect(lines).toHaveLength(101)
    expect(lines.at(-1)!.fields!['line']).toBe(`${fileName(day)}: more lines are broken; they are not logged`)
  })

  test.each([
    [
      'a file of another day',
      async () => csvOf(await rowsOf('2026-08-19')),
      'expected 2026-08-20 as in the name',
    ],
    ['another file', async () => 'date,open\n2026-08-20,1\n', "expected those of Cboe's Option EOD Summary"],
    ['an empty file', async () => '', 'expected lines with options, got none'],
    ['an incomplete file', async () => csvOf(await rowsOf(day)).slice(0, -30), 'the last line is incomplete'],
  ])('%s is not used: the day before stays', async (_, text, problem) => {
    const folder = temporaryFolder()
    writeFile(folder, fileName('2026-08-18'), csvOf(await rowsOf('2026-08-18')))
    writeFile(folder, fileName(day), await text())
    const { market, lines } = await openEod(folder)
    expect(market.today()).toBe('2026-08-18')
    expect(lines).toHaveLength(1)
    expect(lines[0]).toMatchObject({ level: 'warn', event: 'market-file-skipped' })
    expect(lines[0]!.fields!['line']).toContain(problem)
  })

  test('a file whose lines are not sorted is read from all its ranges', async () => {
    const rows = await rowsOf(day, { symbols: ['JPM', 'KO'], limit: 6 })
    const mixed = Array.from({ length: 6 }, (_, index) => [rows[index + 6]!, rows[index]!]).flat()
    const { market } = await openRows(mixed)
    expect((await market.chain('KO'))!.contracts).toHaveLength(6)
    expect(await market.universe()).toEqual(['JPM', 'KO'])
  })

  test('without a usable file the start says what was expected', async () => {
    const folder = temporaryFolder()
    writeFile(folder, 'notes.txt', 'nothing')
    writeFile(folder, 'quotes.csv', csvOf(await rowsOf(day)))
    await expect(openEod(folder)).rejects.toThrow(
      `no end-of-day file in ${folder} can be used: expected one file a day, with its day in the name`,
    )
    await expect(openEod(join(folder, 'missing'))).rejects.toThrow('ENOENT')
  })
})
