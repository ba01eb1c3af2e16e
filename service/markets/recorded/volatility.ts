/** Stored implied volatility from CSV files, one per symbol, in folders named by their day. Node only. */
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { canonicalSymbol } from '#contract/responses/symbols.ts'
import type { VolatilityPoint } from '#service/markets/market.ts'
import type { FileReader } from './file-reader.ts'
import { csvFields, isDay, readText, skipBroken, throwBroken } from './read-text.ts'

export const volatilityHeader = 'date,iv30'

/** Files of the newest `volatility-YYYY-MM-DD` by symbol, relative to the data folder; empty without files. */
export function indexVolatilities(root: string): ReadonlyMap<string, string> {
  const folder = readdirSync(root)
    .filter((name) => /^volatility-\d{4}-\d{2}-\d{2}$/.test(name))
    .toSorted()
    .at(-1)
  const files = new Map<string, string>()
  if (folder === undefined) return files
  for (const file of readdirSync(join(root, folder)).toSorted()) {
    const symbol = /^(.+)\.csv(\.gz)?$/i.exec(file)?.[1]
    if (symbol) files.set(canonicalSymbol(symbol), `${folder}/${file}`)
  }
  return files
}

/** @throws BrokenFile naming file, line and column */
export const readVolatilities = (root: string, file: string): readonly VolatilityPoint[] =>
  parseVolatilities(readText(root, file), file)

/** @throws BrokenFile naming file, line and column */
function parseVolatilities(text: string, file: string): readonly VolatilityPoint[] {
  const [header = '', ...lines] = text.split('\n')
  if (header.trim() !== volatilityHeader)
    throwBroken(file, 1, `expected "${volatilityHeader}", got "${header.slice(0, 80).trim()}"`)
  const points: VolatilityPoint[] = []
  for (const [index, line] of lines.entries()) {
    if (line.trim() === '') continue
    const [day, text = ''] = csvFields(line)
    const iv30 = Number(text)
    if (!isDay(day)) return throwBroken(file, index + 2, `date: expected YYYY-MM-DD, got "${day ?? ''}"`)
    if (day <= (points.at(-1)?.day ?? '')) throwBroken(file, index + 2, `date: ${day} is not after the last`)
    if (text.trim() === '' || !(iv30 >= 0))
      throwBroken(file, index + 2, `iv30: expected a number, got "${text}"`)
    points.push({ day, iv30 })
  }
  return points
}

export type Volatilities = {
  readonly isEmpty: boolean
  /** A symbol's history; empty if there is none or its file is broken. Rejects with an UnreadableFile. */
  read(symbol: string): Promise<readonly VolatilityPoint[]>
}

/** Reads a symbol's volatility history on each call: a symbol is read about once. */
export function openVolatilities(
  root: string,
  reader: FileReader,
  log: (message: string) => void,
): Volatilities {
  const files = indexVolatilities(root)
  return {
    isEmpty: files.size === 0,
    async read(symbol) {
      const file = files.get(symbol)
      if (file === undefined) return []
      const text = await reader.readText(file)
      return skipBroken(log, () => parseVolatilities(text, file)) ?? []
    },
  }
}
