import { chmodSync, mkdirSync, readdirSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { openEodMarket } from './cboe-eod.ts'
import {
  csvOf,
  fileName,
  rowsOf,
  temporaryFolder,
  writeFile,
  writeRecentFile,
  zipOf,
  eventually,
} from './eod-files.fixture.ts'

const [day, nextDay] = ['2026-08-20', '2026-08-21']

/** The temporary folder of the process. */
let scratch = ''
beforeEach(() => {
  scratch = temporaryFolder()
  vi.stubEnv('TMPDIR', scratch)
  onTestFinished(() => void vi.unstubAllEnvs())
})
const scratchFiles = (): string[] =>
  readdirSync(scratch, { recursive: true, encoding: 'utf8' }).filter((name) => name.includes('/eod-'))

async function open(folder: string, isWatched = false) {
  const lines: string[] = []
  const market = await openEodMarket(folder, {
    log: (_level, _event, fields) => lines.push(String(fields?.['line'])),
    riskFreeRate: 0.042,
    isWatched,
    maxCached: 10,
    pollMs: 20,
    settleMs: 20,
  })
  onTestFinished(() => market.close())
  return { market, lines }
}

test.each(['csv.gz', 'zip'])(
  'a .%s file is unpacked once, where only this user can read it',
  async (extension) => {
    const folder = temporaryFolder()
    writeFile(folder, fileName(day, extension), csvOf(await rowsOf(day)))
    const { market } = await open(folder)
    expect((await market.chain('KO'))!.contracts).toHaveLength(60)
    const [file] = scratchFiles()
    const path = join(scratch, file!)
    expect(statSync(path).mode & 0o077).toBe(0)
    expect(statSync(join(path, '..')).mode & 0o077).toBe(0)
    const { ino } = statSync(path)
    // The workers of a scan and the next start use the same file.
    const second = await open(folder)
    expect((await second.market.chain('XOM'))!.contracts).toHaveLength(60)
    expect(scratchFiles()).toEqual([file])
    expect(statSync(path).ino).toBe(ino)
  },
)

test('the scratch file of a day is deleted when the next day is used, and those of other folders stay', async () => {
  const folders = [temporaryFolder(), temporaryFolder()]
  for (const folder of folders) writeFile(folder, fileName(day, 'zip'), csvOf(await rowsOf(day)))
  await open(folders[1]!)
  const { market } = await open(folders[0]!, true)
  const before = scratchFiles()
  expect(before).toHaveLength(2)
  const newDay = new Promise<void>((resolve) => void market.onNewDay!(resolve))
  writeRecentFile(folders[0]!, fileName(nextDay, 'zip'), csvOf(await rowsOf(nextDay)))
  await newDay
  await eventually(() => {
    expect(scratchFiles()).toHaveLength(2)
    expect(scratchFiles().filter((name) => before.includes(name))).toHaveLength(1)
  })
})

const truncated = (bytes: Buffer): Buffer => bytes.subarray(0, bytes.length - 40)

test.each([
  ['a truncated .csv.gz', 'csv.gz', (text: string) => truncated(gzipSync(text)), 'unexpected end of file'],
  [
    'a .csv.gz that is not compressed',
    'csv.gz',
    (text: string) => Buffer.from(text),
    'incorrect header check',
  ],
  [
    'a truncated .zip',
    'zip',
    (text: string) => truncated(zipOf(Buffer.from(text))),
    'one without a directory',
  ],
  [
    'a .zip without a CSV file',
    'zip',
    () => zipOf(Buffer.from('x'), 'readme.txt'),
    'expected one CSV file in the archive, got 0',
  ],
  [
    'a .zip whose content was damaged',
    'zip',
    (text: string) => {
      const bytes = zipOf(Buffer.from(text))
      // The checksum in the directory.
      bytes[bytes.lastIndexOf('PK\u0001\u0002') + 16]! ^= 1
      return bytes
    },
    'the content does not match its checksum',
  ],
])('%s is skipped with the reason, and leaves nothing behind', async (_, extension, pack, problem) => {
  const folder = temporaryFolder()
  writeFile(folder, fileName(day), csvOf(await rowsOf(day)))
  writeFileSync(join(folder, fileName(nextDay, extension)), pack(csvOf(await rowsOf(nextDay))))
  const { market, lines } = await open(folder, true)
  await eventually(() => expect(lines).toHaveLength(1))
  expect(lines[0]).toContain(`${fileName(nextDay, extension)}:1: `)
  expect(lines[0]).toContain(problem)
  expect(market.today()).toBe(day)
  expect(scratchFiles()).toEqual([])
})

test('a scratch folder that others can write to is refused', async () => {
  const folder = temporaryFolder()
  writeFile(folder, fileName(day, 'zip'), csvOf(await rowsOf(day)))
  const path = join(scratch, `options-analysis-service-${process.getuid!()}`)
  mkdirSync(path)
  chmodSync(path, 0o777)
  await expect(open(folder)).rejects.toThrow(
    `${path} cannot be used: expected a folder that only this user can read`,
  )
})

/**
 * Written by Python's zipfile to a pipe: the sizes are only in the directory, as in archives that are
 * made in one pass.
 */
const streamedArchive = [
  'UEsDBBQACAAIAEIIFV0AAAAAAAAAAAAAAAApAAAAVW5kZXJseWluZ09wdGlvbnNFT0RRdW90ZXNfMjAyNi0wOC0yMC5jc3bF',
  'j8FuwyAQRO+V+idrC2icxOcee2j/ADlhlaAQ1gXs1P36domMI5966+nNjMejZfAGg5usP+k4XQ/k4HOghNp0CSEQJcCv3oYu',
  'WfIQU7AXBOrZ6TT1rNHD2Z7O4OgGR0cRIYXOoB7JDVeEgzU62m/Ustk02WXRxctDzC6LYTmnVB+y0iurSCYbZtmcDXO1uIrm',
  '1njr+vwWbX3CgDGBQWdHDJM+ksHnp7d3UEJtK7GvlIDi2kruYSdqIQS8QqZYQdaK0YBkLRuO1Jxu27ptf8kTkr9w5/6bgpe7',
  '2omFatndCPjTWR//cNYPUEsHCNUr8AToAAAAVwIAAFBLAQIUAxQACAAIAEIIFV3VK/AE6AAAAFcCAAApAAAAAAAAAAAAAACA',
  'AQAAAABVbmRlcmx5aW5nT3B0aW9uc0VPRFF1b3Rlc18yMDI2LTA4LTIwLmNzdlBLBQYAAAAAAQABAFcAAAA/AQAAAAA=',
].join('')

test('an archive that was written in one pass, with Windows line ends, is read', async () => {
  const folder = temporaryFolder()
  writeFileSync(
    join(folder, 'UnderlyingOptionsEODQuotes_2026-08-20.zip'),
    Buffer.from(streamedArchive, 'base64'),
  )
  const { market } = await open(folder)
  const chain = await market.chain('KO')
  expect(chain).toMatchObject({ underlyingPrice: 70, asOf: new Date('2026-08-20T19:45:00Z') })
  expect(chain!.contracts).toEqual(
    (['call', 'put'] as const).map((right) => ({
      id: `KO260918${right === 'call' ? 'C' : 'P'}00070000`,
      expiry: '2026-09-18',
      right,
      strike: 70,
      bid: 1.15,
      ask: 1.2,
      last: 1.2,
      volume: 5,
      openInterest: 40,
    })),
  )
  expect(await market.quote('KO')).toMatchObject({ last: 70.01, time: '2026-08-20T20:00:00.000Z' })
})
