import { expect, test } from 'vitest'
import { csvOf, fileName, rowsOf } from './eod-files.fixture.ts'
import { indexLines } from './line-index.ts'

const file = { day: '2026-08-21', name: fileName('2026-08-21') }

async function* chunksOf(bytes: Buffer, size: number): AsyncGenerator<Buffer> {
  for (let start = 0; start < bytes.length; start += size) yield bytes.subarray(start, start + size)
}

test('finds the same lines whatever the size of the chunks, with the numbers that an editor shows', async () => {
  const text = csvOf(await rowsOf(file.day, { limit: 4 }))
  const bytes = Buffer.from(text)
  for (const size of [1, 7, 100, 1024, bytes.length]) {
    const { ranges, unpriced } = await indexLines(file, chunksOf(bytes, size))
    expect(unpriced).toEqual([])
    expect([...ranges.keys()]).toEqual(['AAPL', 'BRK.B', 'JPM', 'KO', 'MSFT', 'SPY', 'XOM'])
    for (const [symbol, [range]] of ranges) {
      const lines = bytes.toString('latin1', range!.start, range!.end).trimEnd().split('\n')
      expect(lines, `${symbol} with chunks of ${size}`).toHaveLength(4)
      expect(lines.every((line) => line.startsWith(`${symbol},`))).toBe(true)
      expect(text.split('\n')[range!.firstLine - 1]).toBe(lines[0])
    }
  }
})

test('the names of two underlyings may begin alike', async () => {
  const rows = await rowsOf(file.day, { symbols: ['KO'], limit: 2 })
  const named = ['K', 'K', 'KO', 'KO', 'K'].map((symbol) => ({ ...rows[0]!, underlying_symbol: symbol }))
  const { ranges } = await indexLines(file, chunksOf(Buffer.from(csvOf(named)), 50))
  expect([...ranges].map(([symbol, list]) => [symbol, list.map(({ firstLine }) => firstLine)])).toEqual([
    ['K', [2, 6]],
    ['KO', [4]],
  ])
})

test('a last line without a newline counts if it has all columns', async () => {
  const text = csvOf(await rowsOf(file.day, { symbols: ['KO'], limit: 2 })).trimEnd()
  const { ranges } = await indexLines(file, chunksOf(Buffer.from(text), 64))
  expect(ranges.get('KO')).toMatchObject([{ firstLine: 2 }])
  await expect(indexLines(file, chunksOf(Buffer.from(text.slice(0, -2)), 64))).rejects.toThrow(
    `${file.name}:3: the last line is incomplete`,
  )
})

test('a file without line breaks is given up early', async () => {
  async function* endless(): AsyncGenerator<Buffer> {
    for (;;) yield Buffer.alloc(65_536, 'x')
  }
  await expect(indexLines(file, endless())).rejects.toThrow('expected lines of at most 65536 bytes')
})
