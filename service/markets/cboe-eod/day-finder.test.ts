import { appendFileSync } from 'node:fs'
import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { DayData } from './day-data.ts'
import { createDayFinder } from './day-finder.ts'
import type { FileState } from './day-files.ts'
import { fileName, temporaryFolder, writeFile, writeRecentFile } from './eod-files.fixture.ts'

const dayOf = (file: FileState): DayData => ({
  day: file.day,
  file,
  scratchPath: null,
  symbols: [],
  isKnown: () => false,
  read: async () => undefined,
  close: async () => {},
})

/** A finder of a new folder that waits for a minute without changes, by a clock that the test moves. */
function setUp(through?: string) {
  const folder = temporaryFolder()
  const opened: string[] = []
  const lines: string[] = []
  const clock = { elapsedMs: 0 }
  const finder = createDayFinder({
    folder,
    openDay: async (file) => {
      opened.push(file.name)
      return dayOf(file)
    },
    log: (_level, _event, fields) => lines.push(String(fields?.['line'])),
    settleMs: 60_000,
    through,
    elapsed: () => clock.elapsedMs,
  })
  return { folder, finder, opened, lines, clock }
}

test('a file whose lines are complete but that still grows is used a minute after its last change', async () => {
  const { folder, finder, opened, clock } = setUp()
  writeRecentFile(folder, fileName('2026-08-21'), 'a\n')
  const isSettling = { data: undefined, isSettling: true }
  expect(await finder.find(undefined)).toEqual(isSettling)
  clock.elapsedMs = 59_000
  appendFileSync(join(folder, fileName('2026-08-21')), 'b\n')
  expect(await finder.find(undefined)).toEqual(isSettling)
  clock.elapsedMs = 118_000
  expect(await finder.find(undefined)).toEqual(isSettling)
  clock.elapsedMs = 119_000
  expect((await finder.find(undefined)).data?.day).toBe('2026-08-21')
  expect(opened).toEqual([fileName('2026-08-21')])
})

test('while the newest file grows, the newest complete one is used', async () => {
  const { folder, finder } = setUp()
  writeFile(folder, fileName('2026-08-19'), '')
  writeFile(folder, fileName('2026-08-20'), '')
  writeRecentFile(folder, fileName('2026-08-21'), '')
  const { data, isSettling } = await finder.find(undefined)
  expect([data?.day, isSettling]).toEqual(['2026-08-20', true])
  expect(await finder.find(data)).toEqual({ data: undefined, isSettling: true })
})

test('of several files of a day the first by name is used, also if it arrives later', async () => {
  const { folder, finder } = setUp()
  writeFile(folder, 'UnderlyingOptionsEODQuotes_2026-08-21.zip', '')
  const { data } = await finder.find(undefined)
  writeFile(folder, fileName('2026-08-21'), '')
  const later = await finder.find(data)
  expect(later.data?.file.name).toBe('UnderlyingOptionsEODCalcs_2026-08-21.csv')
  expect(await finder.find(later.data)).toEqual({ data: undefined, isSettling: false })
})

test('a worker of a scan uses the day of the scan, not a newer one', async () => {
  const { folder, finder } = setUp('2026-08-20')
  for (const day of ['2026-08-19', '2026-08-20', '2026-08-21']) writeFile(folder, fileName(day), '')
  expect((await finder.find(undefined)).data?.day).toBe('2026-08-20')
})

test('a file without a trading day in its name is reported once; others are ignored', async () => {
  const { folder, finder, lines } = setUp()
  for (const name of ['quotes.csv', fileName('2026-08-22'), `.${fileName('2026-08-21')}`, 'readme.txt'])
    writeFile(folder, name, '')
  for (let count = 0; count < 2; count++)
    expect(await finder.find(undefined)).toEqual({ data: undefined, isSettling: false })
  expect(lines).toHaveLength(2)
  // August 22 was a Saturday.
  expect(lines[0]).toContain('UnderlyingOptionsEODCalcs_2026-08-22.csv: no trading day in the name: expected')
  expect(lines[1]).toContain('quotes.csv: no trading day in the name')
})

test('a named pipe is reported once, and the newest file is used', async () => {
  const { folder, finder, lines } = setUp()
  execFileSync('mkfifo', [join(folder, fileName('2026-08-21'))])
  writeFile(folder, fileName('2026-08-20'), '')
  const { data } = await finder.find(undefined)
  expect(data?.day).toBe('2026-08-20')
  await finder.find(data)
  expect(lines).toEqual([`${fileName('2026-08-21')}:1: it is not a regular file; skipped`])
})
