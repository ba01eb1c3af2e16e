/** Generates a folder of recorded market data for a test, whose chains can be corrupted and restored. */
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

export type RecordedMarket = {
  readonly folder: string
  readonly symbols: readonly string[]
  /** Truncates the chain files of the first symbols, so that they cannot be read. */
  corrupt(count: number): Promise<void>
  /** Restores all chain files. */
  restore(): Promise<void>
  remove(): Promise<void>
}

const day = '2026-08-21'
const letters = Array.from('ABCDEFGHIJ')

function bars(basePrice: number): string {
  const rows = Array.from({ length: 300 }, (_, dayIndex) => {
    const date = new Date(Date.parse(`${day}T00:00:00Z`) - (299 - dayIndex) * 86_400_000)
    const close = basePrice + 8 * Math.sin(dayIndex / 9)
    const isWeekend = date.getUTCDay() % 6 === 0
    return isWeekend
      ? []
      : [
          `${date.toISOString().slice(0, 10)},${close},${close + 1},${close - 1},${close},${1e6 + (dayIndex % 7) * 1e4}`,
        ]
  })
  return `date,open,high,low,close,volume\n${rows.flat().join('\n')}\n`
}

function chain(symbol: string, price: number): string {
  const quotes = ['2026-09-18', '2026-10-16'].flatMap((expiration) =>
    [-10, -5, 0, 5, 10].flatMap((distance) =>
      (['call', 'put'] as const).map((side) => {
        const strike = Math.round(price) + distance
        const bid = Math.max(0.05, (side === 'call' ? price - strike : strike - price) + 3)
        const digits = String(strike * 1000).padStart(8, '0')
        const id = `${symbol}${expiration.slice(2).replaceAll('-', '')}${side === 'call' ? 'C' : 'P'}${digits}`
        const quote = { symbol: id, expiration, side, strike, bid, ask: bid + 0.05, last: bid }
        return { ...quote, volume: 200, openInterest: 1000 }
      }),
    ),
  )
  return JSON.stringify({ symbol, underlyingPrice: price, quotes })
}

/**
 * Writes bars and chains of generated symbols to a temporary folder.
 *
 * @param count number of symbols, at most 100
 */
export async function createRecordedMarket(count: number): Promise<RecordedMarket> {
  const folder = await mkdtemp(join(tmpdir(), 'recorded-market-'))
  const symbols = letters
    .flatMap((firstLetter) => letters.map((secondLetter) => `Q${firstLetter}${secondLetter}`))
    .slice(0, count)
  const chains = join(folder, `chains-${day}`)
  for (const name of [chains, join(folder, `bars-${day}`)]) await mkdir(name)
  const fileOf = (symbol: string) => join(chains, `${symbol}.json`)
  const restore = async () => {
    for (const [index, symbol] of symbols.entries())
      await writeFile(fileOf(symbol), chain(symbol, 90 + index + 8 * Math.sin(299 / 9)))
  }
  for (const [index, symbol] of symbols.entries())
    await writeFile(join(folder, `bars-${day}`, `${symbol}.csv`), bars(90 + index))
  await restore()
  return {
    folder,
    symbols,
    async corrupt(corruptCount) {
      for (const symbol of symbols.slice(0, corruptCount)) await writeFile(fileOf(symbol), '{ "quotes": [')
    },
    restore,
    remove: () => rm(folder, { recursive: true, force: true }),
  }
}
