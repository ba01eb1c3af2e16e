/** `reference/dividends.json` and `reference/splits.json`: corporate actions by symbol. Node only. */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { canonicalSymbol } from '#contract/responses/symbols.ts'
import type { Day, Dividend, Dividends, StockSplit } from '#service/markets/market.ts'
import { isDay, isRecord, lineAt, parseJson, readText, skipBroken, throwBroken } from './read-text.ts'

export const dividendsFile = 'reference/dividends.json'
export const splitsFile = 'reference/splits.json'

/** Throws a BrokenFile that names the symbol. */
type Fail = (problem: string) => never

/** Parses an object by symbol; undefined if the file does not exist. */
function readBySymbol<Value>(
  root: string,
  file: string,
  parse: (value: unknown, fail: Fail) => Value,
): ReadonlyMap<string, Value> | undefined {
  if (!existsSync(join(root, file))) return undefined
  const text = readText(root, file)
  const json = parseJson(text, file)
  if (!isRecord(json) || Array.isArray(json)) return throwBroken(file, 1, 'expected an object by symbol')
  return new Map(
    Object.entries(json).map(([symbol, value]) => {
      const fail: Fail = (problem) =>
        throwBroken(file, lineAt(text, text.indexOf(`"${symbol}"`)), `${symbol}: ${problem}`)
      return [canonicalSymbol(symbol), parse(value, fail)]
    }),
  )
}

function parseDividends(value: unknown, fail: Fail): Dividends {
  if (!isRecord(value) || !Array.isArray(value['declared'])) return fail('declared: expected a list')
  const { knownThrough = null } = value
  if (knownThrough !== null && !isDay(knownThrough))
    return fail(`knownThrough: expected YYYY-MM-DD or null, got ${JSON.stringify(knownThrough)}`)
  const declared = (value['declared'] as unknown[]).map((dividend): Dividend => {
    const { exDate, amount } = isRecord(dividend) ? dividend : {}
    return isDay(exDate) && typeof amount === 'number' && amount >= 0
      ? { exDate, amount }
      : fail(`declared: expected exDate and amount, got ${JSON.stringify(dividend)}`)
  })
  return { declared: declared.toSorted((a, b) => (a.exDate < b.exDate ? -1 : 1)), knownThrough }
}

function parseSplits(value: unknown, fail: Fail): readonly StockSplit[] {
  if (!Array.isArray(value)) return fail('expected a list of day and factor')
  return (value as unknown[]).map((split) => {
    const { day, factor } = isRecord(split) ? split : {}
    return isDay(day) && typeof factor === 'number' && factor > 0
      ? { day, factor }
      : fail(`expected day and factor, got ${JSON.stringify(split)}`)
  })
}

export type CorporateActions = {
  /** Undefined if the folder has no dividends. */
  readonly dividends: ReadonlyMap<string, Dividends> | undefined
  /** Undefined if the folder has no splits. */
  readonly splits: ReadonlyMap<string, readonly StockSplit[]> | undefined
}

/** Reads the declared dividends and the splits of a folder. Omits a broken file and reports it to `log`. */
export const readCorporateActions = (root: string, log: (message: string) => void): CorporateActions => ({
  dividends: skipBroken(log, () => readBySymbol(root, dividendsFile, parseDividends)),
  splits: skipBroken(log, () => readBySymbol(root, splitsFile, parseSplits)),
})

/** The dividends whose ex day has not passed on `today`. */
export const dividendsFrom = ({ declared, knownThrough }: Dividends, today: Day): Dividends => ({
  declared: declared.filter(({ exDate }) => exDate >= today),
  knownThrough,
})
