/** Generates a folder of recorded market data for a test, whose chains can be corrupted and restored. */
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

export type RecordedMarket = {
  readonly folder: string
  readonly symbols: readonly string[]
  /** Truncates the chain files of the first symbols, so that they cannot be read. */
  spoil(count: number): Promise<void>
  /** Restores all chain files. */
  mend(): Promise<void>
  remove(): Promise<void>
}

const day = '2026-08-21'
const letters = Array.from('ABCDEFGHIJ')

function bars(start: number): string {
  const rows = Array.from({ length: 300 }, (_, back) => {
    const date = new Date(Date.parse(`${day}T00:00:00Z`) - (299 - back) * 86_400_000)
    const close = start + 8 * Math.sin(back / 9)
    const weekend = date.getUTCDay() % 6 === 0
    return weekend
      ? []
      : [
          `${date.toISOString().slice(0, 10)},${close},${close + 1},${close - 1},${close},${1e6 + (back % 7) * 1e4}`,
        ]
  })
  return `date,open,high,low,close,volume\n${rows.flat().join('\n')}\n`
}

function chain(symbol: string, price: number): string {
  const quotes = ['2026-09-18', '2026-10-16'].flatMap((expiration) =>
    [-10, -5, 0, 5, 10].flatMap((away) =>
      (['call', 'put'] as const).map((side) => {
        const strike = Math.round(price) + away
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

/** @param count number of symbols, at most 100 */
export async function makeRecordedMarket(count: number): Promise<RecordedMarket> {
  const folder = await mkdtemp(join(tmpdir(), 'recorded-market-'))
  const symbols = letters.flatMap((first) => letters.map((second) => `Q${first}${second}`)).slice(0, count)
  const chains = join(folder, `chains-${day}`)
  for (const name of [chains, join(folder, `bars-${day}`)]) await mkdir(name)
  const fileOf = (symbol: string) => join(chains, `${symbol}.json`)
  const mend = async () => {
    for (const [place, symbol] of symbols.entries())
      await writeFile(fileOf(symbol), chain(symbol, 90 + place + 8 * Math.sin(299 / 9)))
  }
  for (const [place, symbol] of symbols.entries())
    await writeFile(join(folder, `bars-${day}`, `${symbol}.csv`), bars(90 + place))
  await mend()
  return {
    folder,
    symbols,
    async spoil(spoilt) {
      for (const symbol of symbols.slice(0, spoilt)) await writeFile(fileOf(symbol), '{ "quotes": [')
    },
    mend,
    remove: () => rm(folder, { recursive: true, force: true }),
  }
}
