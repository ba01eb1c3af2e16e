/** Daily bars from CSV files: one file per symbol in a folder, or one file for many symbols. Node only. */
import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { canonicalSymbol } from '#contract/responses/symbols.ts'
import type { Bars, Day } from '#service/markets/market.ts'
import { parseBars, readHeader } from './bar-rows.ts'
import { BrokenFile, broken, csvFields, isDay, readText, skipBroken } from './read-text.ts'

/** One set of bars of a data folder. */
export type BarSet = {
  readonly name: string
  readonly symbols: ReadonlySet<string>
  /** Latest day of the set. */
  readonly lastDay: Day
  /** The symbol's bars; throws {@link BrokenFile} where they cannot be read. */
  read(symbol: string): Bars
}

/** Lines after the header, which is line 1. */
const numbered = (lines: readonly string[]) => lines.map((text, index) => [index + 2, text] as const)

/**
 * A folder of `SYM.csv` or `SYM.csv.gz`. All files are read at once, because they are small; broken ones are
 * omitted and logged. Undefined if none is left.
 */
export function openBarFolder(
  root: string,
  name: string,
  log: (message: string) => void,
): BarSet | undefined {
  const bars = new Map<string, Bars>()
  for (const file of readdirSync(join(root, name)).toSorted()) {
    const match = /^(.+)\.csv(\.gz)?$/i.exec(file)
    if (!match?.[1]) continue
    const path = `${name}/${file}`
    const read = skipBroken(log, () => {
      const [head = '', ...lines] = readText(root, path).split('\n')
      return parseBars(numbered(lines), readHeader(head, path), path, log)
    })
    if (read) bars.set(canonicalSymbol(match[1]), read)
  }
  const lastDay = [...bars.values()]
    .map((one) => one.date.at(-1) as Day)
    .toSorted()
    .at(-1)
  if (lastDay === undefined) return undefined
  return { name, symbols: new Set(bars.keys()), lastDay, read: (symbol) => bars.get(symbol) as Bars }
}

/** Lines of one symbol that stand together: a part of the text, and the line it begins at. */
type Span = { readonly from: number; readonly to: number; readonly line: number }

/** Where each symbol's lines are, and the latest day of all. The symbol is the first column. */
function indexLines(text: string, dateColumn: number): { spans: Map<string, Span[]>; lastDay: Day } {
  const spans = new Map<string, Span[]>()
  let lastDay = ''
  let symbol = ''
  let from = text.indexOf('\n') + 1
  let firstLine = 2
  const end = (to: number) => {
    const known = spans.get(symbol)
    const span = { from, to, line: firstLine }
    if (known) known.push(span)
    else if (symbol !== '') spans.set(symbol, [span])
  }
  for (let at = from, line = 2; from > 0 && at < text.length; line++) {
    const stop = text.indexOf('\n', at)
    const next = stop < 0 ? text.length : stop + 1
    const comma = text.indexOf(',', at)
    const here = comma < 0 || comma >= next ? '' : text.slice(at, comma)
    if (here !== symbol && text.slice(at, next).trim() !== '') {
      end(at)
      symbol = here
      from = at
      firstLine = line
    }
    // Mostly the day is what follows the symbol; cutting every line into fields takes ten times as long.
    let day: string | undefined = text.slice(comma + 1, comma + 11)
    if (dateColumn !== 1 || !isDay(day)) day = csvFields(text.slice(at, next))[dateColumn]?.trim()
    if (isDay(day) && day > lastDay) lastDay = day
    at = next
  }
  end(text.length)
  return { spans, lastDay }
}

/**
 * One CSV file with a `symbol` column, in any order. Opening it only locates each symbol's lines; they are
 * parsed on demand. A broken line removes its symbol, not the others.
 */
export function openBarFile(root: string, name: string, log: (message: string) => void): BarSet {
  const text = readText(root, name)
  const head = text.split('\n', 1)[0] ?? ''
  const header = readHeader(head, name)
  if (header.symbol !== 0) broken(name, 1, `expected "symbol" as the first column, got "${head.trim()}"`)
  const { spans, lastDay } = indexLines(text, header.date)
  if (lastDay === '') broken(name, 2, 'expected lines of symbol and date')

  const linesOf = function* (parts: readonly Span[]) {
    for (const { from, to, line } of parts)
      for (const [index, row] of text.slice(from, to).split('\n').entries())
        yield [line + index, row] as const
  }
  const raw = new Map([...spans.keys()].map((key) => [canonicalSymbol(key), key]))
  return {
    name,
    symbols: new Set(raw.keys()),
    lastDay,
    read(wanted) {
      const parts = spans.get(raw.get(wanted) ?? '')
      if (!parts) throw new BrokenFile(`${name}:1: no lines of ${wanted}`)
      return parseBars(linesOf(parts), header, name, log)
    },
  }
}

function openBars(root: string, name: string, log: (message: string) => void): BarSet | undefined {
  if (statSync(join(root, name)).isDirectory()) return openBarFolder(root, name, log)
  return /\.csv(\.gz)?$/i.test(name) ? openBarFile(root, name, log) : undefined
}

/** All sets of bars in a data folder, newest first. `log` receives every broken, omitted file. */
export function openBarSets(root: string, log: (message: string) => void): BarSet[] {
  const sets: BarSet[] = []
  for (const name of readdirSync(root)
    .filter((entry) => entry.startsWith('bars-'))
    .toSorted()) {
    const set = skipBroken(log, () => openBars(root, name, log))
    if (set) sets.push(set)
  }
  return sets.toSorted((a, b) => (a.lastDay < b.lastDay ? 1 : -1))
}
