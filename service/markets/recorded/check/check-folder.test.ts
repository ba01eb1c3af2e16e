/** Reports of the check of a recorded folder. */
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { marketAt } from '#service/markets/simulated/simulated.fixture.ts'
import { checkFolder } from './check-folder.ts'
import { createFindings, findingText, symbolsText } from './findings.ts'
import { recordMarket } from '#service/markets/recorded/writer/writer.ts'

const scratchFolder = mkdtempSync(join(tmpdir(), 'check-'))
afterAll(() => rmSync(scratchFolder, { recursive: true }))

let folder = ''
/** The folder of bars. */
let bars = ''
const record = async (instant: string) => {
  const original = join(scratchFolder, instant.replaceAll(':', '-'))
  if (!existsSync(original))
    await recordMarket(marketAt(instant), { folder: original, symbols: ['AAPL', 'F'] })
  folder = mkdtempSync(join(scratchFolder, 'data-'))
  cpSync(original, folder, { recursive: true })
  bars = readdirSync(folder).find((name) => name.startsWith('bars-')) ?? ''
}
beforeEach(() => record('2026-11-23T21:30:00Z'))

const path = (...names: string[]) => join(folder, ...names)
const edit = (file: string, change: (text: string) => string) => {
  const isCompressed = file.endsWith('.gz')
  const bytes = readFileSync(path(file))
  const text = change((isCompressed ? gunzipSync(bytes) : bytes).toString())
  writeFileSync(path(file), isCompressed ? gzipSync(text) : text)
}
const editLine = (file: string, line: number, change: (text: string) => string) =>
  edit(file, (text) =>
    text
      .split('\n')
      .map((content, index) => (index === line - 1 ? change(content) : content))
      .join('\n'),
  )
const check = () => {
  const { errors, warnings } = checkFolder(folder)
  return { errors: errors.map(findingText), warnings: warnings.map(findingText) }
}
const chain = 'chains-2026-11-23/AAPL.json.gz'

test.each([
  ['after the close', '2026-11-23T21:30:00Z'],
  ['during a session, with bars up to the session before', '2026-11-23T16:00:00Z'],
  ['on a Saturday', '2026-11-21T15:00:00Z'],
  ['on a Friday after its options have expired', '2026-11-20T22:00:00Z'],
  ['on a Friday, with the options that expire on that day', '2026-11-20T16:00:00Z'],
])('a recording made %s has no errors and no warnings', async (_, instant) => {
  await record(instant)
  const { symbols, contracts, day, recording, ...findings } = checkFolder(folder)
  expect(findings).toEqual({ errors: [], warnings: [] })
  expect(symbols).toBe(3)
  expect(contracts).toBeGreaterThan(1000)
  expect(day).toBe(marketAt(instant).today())
  expect(recording).toMatchObject({ source: 'simulated', recordedAt: new Date(instant), benchmark: 'SPY' })
})

describe('a broken file is an error with its line', () => {
  test.each([
    ['a bar', () => `${bars}/AAPL.csv`, 17, 'x,1,1,1,1,1', ':17: date: expected YYYY-MM-DD, got "x"'],
    [
      'a price',
      () => `${bars}/F.csv`,
      3,
      '2020-01-03,1,1,-2,1,1',
      ':3: low: expected a positive number, got "-2"',
    ],
    [
      'a volatility',
      () => 'volatility-2026-11-23/F.csv',
      5,
      '2026-11-23,high',
      ':5: iv30: expected a number, got "high"',
    ],
    [
      'a dividend',
      () => 'reference/dividends.json',
      2,
      '"AAPL": {"declared": [{}]},',
      ':2: AAPL: declared: expected exDate and amount, got {}',
    ],
    [
      'earnings',
      () => 'reference/earnings-next-asof-2026-11-23.json',
      2,
      '"AAPL": [{"date":"2027-01-28","time":"noon","estimated":true}],',
      ':2: AAPL: expected date, time and estimated',
    ],
    [
      'the recording',
      () => 'reference/recording.json',
      2,
      '"recordedAt": "soon",',
      ':1: recordedAt: expected a time in ISO 8601, got "soon"',
    ],
    ['JSON', () => 'fundamentals-2026-11-23.json', 3, '"F": ,', ":3: Unexpected token ','"],
    [
      'a contract',
      () => chain,
      9,
      '{"symbol":"AAPL261127C00100000","expiration":"2026-11-28"},',
      ':9: quotes[7].expiration: expected 2026-11-27, got "2026-11-28"',
    ],
    [
      'a time',
      () => chain,
      1,
      '{"symbol":"AAPL","asOf":"noon","underlyingPrice":1,"quotes":[',
      ':1: asOf: expected a time in ISO 8601, got "noon"',
    ],
    [
      'a quote',
      () => chain,
      1,
      '{"symbol":"AAPL","underlyingPrice":1,"quote":{"last":0},"quotes":[',
      ':1: quote: expected last, change, volume and time',
    ],
  ])('%s', (_, fileOf, line, content, message) => {
    const file = fileOf()
    editLine(file, line, () => content)
    const { errors } = check()
    expect(errors).toHaveLength(1)
    expect(errors[0]).toContain(`${file}${message}`)
  })

  test('a file that is not compressed, and a folder without data', () => {
    writeFileSync(path(chain), 'plain')
    expect(check().errors[0]).toContain(`${chain}:1: incorrect header`)
    folder = mkdtempSync(join(scratchFolder, 'empty-'))
    expect(check().errors).toEqual([
      '.: no market data: expected chains-YYYY-MM-DD/SYM.json.gz or bars-*/SYM.csv',
    ])
    folder = join(scratchFolder, 'missing')
    expect(check).toThrow('cannot be read')
  })
})

describe('missing data is a warning', () => {
  test('symbols without a chain, and without bars', () => {
    rmSync(path(chain))
    rmSync(path(bars, 'F.csv'))
    expect(check()).toEqual({
      errors: [],
      warnings: [
        'chains-2026-11-23: bars but no chain: 1 symbol: AAPL',
        'chains-2026-11-23: a chain but no bars: 1 symbol: F',
      ],
    })
    expect(checkFolder(folder).warnings[0]?.symbols).toEqual(['AAPL'])
  })

  test('sessions without a bar, and bars on days without a session', () => {
    const lines = readFileSync(path(bars, 'F.csv'), 'utf8').split('\n')
    const removed = [lines[10], lines[20], lines[21]].map((line) => line?.slice(0, 10))
    edit(`${bars}/F.csv`, () => lines.filter((_, index) => ![10, 20, 21].includes(index)).join('\n'))
    edit(`${bars}/AAPL.csv`, (text) => text.replace(/^2026-11-20,/m, '2026-11-21,'))
    expect(check()).toEqual({
      errors: [],
      warnings: [
        expect.stringMatching(/AAPL\.csv:\d+: AAPL has no bar for 1 session, first 2026-11-20$/) as string,
        expect.stringMatching(
          /AAPL\.csv:\d+: AAPL has 1 bars? on days without a session, first 2026-11-21$/,
        ) as string,
        `${bars}/F.csv:11: F has no bar for 3 sessions, first ${removed[0]}`,
      ],
    })
  })

  test('bars that end on another day than the chains', () => {
    edit(`${bars}/AAPL.csv`, (text) => text.replace(/^2026-11-23,.*\n/m, ''))
    expect(check().warnings).toEqual([
      "chains-2026-11-23: bars end on 2026-11-20, and those of the chains' day end on 2026-11-23: 1 symbol: AAPL",
    ])
  })

  test('bars that end after the day of the chains', () => {
    edit(`${bars}/AAPL.csv`, (text) => `${text}2026-11-24,100,101,99,100,1000\n`)
    expect(check().warnings).toContain(
      "chains-2026-11-23: bars end on 2026-11-24, and those of the chains' day end on 2026-11-23: 1 symbol: AAPL",
    )
  })

  test('but not that an older folder of bars ends earlier', () => {
    const [header, ...rows] = readFileSync(path(bars, 'AAPL.csv'), 'utf8').trimEnd().split('\n')
    for (const [name, count] of [
      ['bars-2020-01-02_2026-11-02', 30],
      ['bars-2026-01-02_2026-11-02', 40],
    ] as const) {
      mkdirSync(path(name))
      writeFileSync(path(name, 'AAPL.csv'), `${[header, ...rows.slice(0, count)].join('\n')}\n`)
    }
    expect(check().warnings).toEqual([])
  })

  test('the bars of the benchmark', () => {
    rmSync(path(bars, 'SPY.csv'))
    expect(check().warnings).toContain('bars-*: no bars of a benchmark: expected those of SPY')
  })

  test('the rest of a recording that was interrupted', () => {
    writeFileSync(path('chains-2026-11-23/F.json.gz.partial'), 'half')
    expect(check().warnings).toEqual([
      'chains-2026-11-23/F.json.gz.partial: a recording was interrupted: repeat it',
    ])
  })
})

describe('doubtful chains are a warning', () => {
  test('contracts that had expired, and crossed quotes, are counted', () => {
    edit(chain, (text) => {
      const [head = '', first = '', ...rest] = text.split('\n')
      const expired = first.replace(/AAPL\d{6}/, 'AAPL261102').replace(/\d{4}-\d{2}-\d{2}/, '2026-11-02')
      return [head, expired, ...rest]
        .join('\n')
        .replaceAll(/"bid":0,"ask":0\.0[1-5],/g, '"bid":9,"ask":0.05,')
    })
    const { warnings, errors } = check()
    expect(errors).toEqual([])
    expect(warnings[0]).toMatch(
      /AAPL\.json\.gz:2: expired before 2026-11-23: 1 of \d+ contracts, first AAPL261102C/,
    )
    expect(warnings[1]).toMatch(/AAPL\.json\.gz:\d+: a bid above the ask: \d+ of \d+ contracts, first AAPL/)
    expect(warnings).toHaveLength(2)
  })

  test('but not a bid without an ask', () => {
    edit(chain, (text) => text.replace(/"bid":[\d.]+,"ask":[\d.]+/, '"bid":1,"ask":0'))
    expect(check().warnings).toEqual([])
  })

  test('the time of a chain that is not of the day of its folder', () => {
    edit(chain, (text) => text.replace('2026-11-23T21:30', '2026-11-20T21:30'))
    expect(check().warnings).toEqual([
      `${chain}:1: asOf is of the session of 2026-11-20, and the folder of 2026-11-23`,
    ])
  })

  test('but not the chains of a Friday in a folder of the weekend', async () => {
    await record('2026-11-20T22:00:00Z')
    renameSync(path('chains-2026-11-20'), path('chains-2026-11-21'))
    expect(check().warnings).not.toContainEqual(expect.stringMatching(/asOf|expired/))
  })

  test('data that was added after the recording, whose clock is then not used', () => {
    mkdirSync(path('chains-2026-11-24'))
    renameSync(path(chain), path('chains-2026-11-24/AAPL.json.gz'))
    const report = checkFolder(folder)
    expect(report.day).toBe('2026-11-24')
    expect(report.warnings.map(findingText)).toContain(
      'reference/recording.json:1: recordedAt is before the newest data, of 2026-11-24; ignored',
    )
  })
})

test('an error that is not of a file is no finding', () => {
  const readBroken = () => {
    throw new TypeError('not a function')
  }
  expect(() => createFindings().attempt(readBroken)).toThrow('not a function')
})

test('a list of many symbols is shortened for people', () => {
  expect(symbolsText(['A', 'B', 'C', 'D', 'E', 'F', 'G'])).toBe('7 symbols: A, B, C, D, E and 2 more')
})
