/** End-of-day files of Cboe, made from the simulated market. */
import { mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { crc32, deflateRawSync, gzipSync } from 'node:zlib'
import { onTestFinished, vi } from 'vitest'
import { sessionClose } from '#service/markets/calendar.ts'
import type { Chain, Day } from '#service/markets/market.ts'
import { rootOf } from '#service/markets/osi.ts'
import { simulatedMarket } from '#service/markets/simulated/simulated.ts'

export const eodSymbols = ['AAPL', 'BRK.B', 'JPM', 'KO', 'MSFT', 'SPY', 'XOM'] as const

const calculations = [
  'implied_underlying_price_1545',
  'active_underlying_price_1545',
  'implied_volatility_1545',
  'delta_1545',
  'gamma_1545',
  'theta_1545',
  'vega_1545',
  'rho_1545',
]

/** The columns of both products, in their order. */
export const columnsOf = ({ hasCalculations }: { readonly hasCalculations: boolean }): readonly string[] =>
  [
    'underlying_symbol,quote_date,root,expiration,strike,option_type,open,high,low,close,trade_volume',
    'bid_size_1545,bid_1545,ask_size_1545,ask_1545,underlying_bid_1545,underlying_ask_1545',
    ...(hasCalculations ? calculations : []),
    'bid_size_eod,bid_eod,ask_size_eod,ask_eod,underlying_bid_eod,underlying_ask_eod,vwap,open_interest,delivery_code',
  ]
    .join(',')
    .split(',')

export type EodRow = Readonly<Record<string, string>>

/** A row of a contract; `changes` replaces cells. */
export function rowOf(
  { symbol, asOf, underlyingPrice }: Pick<Chain, 'symbol' | 'asOf' | 'underlyingPrice'>,
  contract: Chain['contracts'][number],
  changes: EodRow = {},
): EodRow {
  const price = (value: number) => value.toFixed(4)
  return {
    underlying_symbol: symbol,
    quote_date: asOf.toISOString().slice(0, 10),
    root: rootOf(contract.id),
    expiration: contract.expiry,
    strike: contract.strike.toFixed(3),
    option_type: contract.right === 'call' ? 'C' : 'P',
    close: price(contract.last ?? 0),
    trade_volume: String(contract.volume ?? 0),
    bid_1545: price(contract.bid),
    ask_1545: price(contract.ask),
    underlying_bid_1545: price(underlyingPrice - 0.01),
    underlying_ask_1545: price(underlyingPrice + 0.01),
    active_underlying_price_1545: price(underlyingPrice),
    // After the close the quotes are withdrawn.
    bid_eod: '0.0000',
    ask_eod: price(contract.ask * 3 + 1),
    underlying_bid_eod: price(underlyingPrice * 1.001 - 0.01),
    underlying_ask_eod: price(underlyingPrice * 1.001 + 0.01),
    open_interest: String(contract.openInterest ?? 0),
    ...changes,
  }
}

/** A file's text. Columns without a cell are 0, and the delivery code is empty. */
export function csvOf(
  rows: readonly EodRow[],
  { hasCalculations = true }: { readonly hasCalculations?: boolean } = {},
): string {
  const columns = columnsOf({ hasCalculations })
  const lines = rows.map((row) =>
    columns.map((column) => row[column] ?? (column === 'delivery_code' ? '' : '0.0000')).join(','),
  )
  return `${[columns.join(','), ...lines].join('\n')}\n`
}

/** The simulated market at 15:45 of a day. */
export const marketOf = (day: Day) =>
  simulatedMarket({ seed: 5, clock: () => new Date(sessionClose(day).getTime() - 15 * 60_000) })

/** Contracts of a day by symbol: the simulated chains are the same in each test. */
const chains = new Map<string, Promise<Chain | undefined>>()
const chainOf = (day: Day, symbol: string): Promise<Chain | undefined> => {
  const key = `${day} ${symbol}`
  let chain = chains.get(key)
  if (!chain) chains.set(key, (chain = marketOf(day).chain(symbol)))
  return chain
}

/** Rows of the simulated chains of a day, sorted by underlying. `limit` is the number of contracts of each. */
export async function rowsOf(
  day: Day,
  {
    symbols = eodSymbols,
    limit = 60,
  }: { readonly symbols?: readonly string[]; readonly limit?: number } = {},
): Promise<EodRow[]> {
  const rows: EodRow[] = []
  for (const symbol of symbols.toSorted()) {
    const chain = await chainOf(day, symbol)
    if (!chain) throw new Error(`the simulated market has no options of ${symbol}`)
    rows.push(...chain.contracts.slice(0, limit).map((contract) => rowOf(chain, contract)))
  }
  return rows
}

export const fileName = (day: Day, extension = 'csv'): string =>
  `UnderlyingOptionsEODCalcs_${day}.${extension}`

/** A temporary folder, deleted after the test. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'cboe-eod-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

/** Writes a file that has been complete for an hour; the extension of its name decides how it is packed. */
export function writeFile(folder: string, name: string, text: string): void {
  writeRecentFile(folder, name, text)
  const time = Date.now() / 1000 - 3600
  utimesSync(join(folder, name), time, time)
}

/** Writes a file that may still be growing. */
export function writeRecentFile(folder: string, name: string, text: string | Buffer): void {
  const bytes = Buffer.from(text)
  const packed = name.endsWith('.gz') ? gzipSync(bytes) : name.endsWith('.zip') ? zipOf(bytes) : bytes
  writeFileSync(join(folder, name), packed)
}

/** An archive with one deflated file. */
export function zipOf(content: Buffer, entryName = 'UnderlyingOptionsEODCalcs.csv'): Buffer {
  const packed = deflateRawSync(content)
  const entry = Buffer.from(entryName)
  const common = Buffer.alloc(26)
  common.writeUInt16LE(20, 0)
  common.writeUInt16LE(8, 4)
  common.writeUInt32LE(crc32(content), 10)
  common.writeUInt32LE(packed.length, 14)
  common.writeUInt32LE(content.length, 18)
  common.writeUInt16LE(entry.length, 22)
  const local = Buffer.concat([Buffer.from('PK\u0003\u0004'), common, entry])
  const directory = Buffer.concat([
    Buffer.from('PK\u0001\u0002'),
    Buffer.from([20, 0]),
    common,
    Buffer.alloc(14),
    entry,
  ])
  const end = Buffer.alloc(22)
  end.write('PK\u0005\u0006')
  end.writeUInt16LE(1, 8)
  end.writeUInt16LE(1, 10)
  end.writeUInt32LE(directory.length, 12)
  end.writeUInt32LE(local.length + packed.length, 16)
  return Buffer.concat([local, packed, directory, end])
}

/** Waits until the assertion holds: the watch of a folder has its own pace. */
export const eventually = (assertion: () => unknown): Promise<unknown> =>
  vi.waitFor(assertion, { timeout: 20_000, interval: 20 })
