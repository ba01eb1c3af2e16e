/** Daily bars from CSV files: one file per symbol in a folder, or one file for many symbols. Node only. */
import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { canonicalSymbol } from '#contract/responses/symbols.ts'
import type { Bars, Day } from '#service/markets/market.ts'
import { parseBars, readHeader } from './bar-rows.ts'
import { BrokenFile, throwBroken, csvFields, isDay, readText, skipBroken } from './read-text.ts'

/** One set of bars of a data folder. */
export type BarSet = {
  readonly name: string
  readonly symbols: ReadonlySet<string>
  /** Latest day in the set. */
  readonly lastDay: Day
  /** The symbol's bars; throws {@link BrokenFile} if they cannot be read. */
  read(symbol: string): Bars
  /** The line of a symbol's bar, for messages. */
  locate(symbol: string, day: Day): FileLine
}

/** A line of a data file, counted from 1. `file` is relative to the data folder. */
export type FileLine = { readonly file: string; readonly line: number }

/** Numbers the lines after the header, which is line 1. */
const withLineNumbers = (lines: readonly string[]) => lines.map((text, index) => [index + 2, text] as const)

/**
 * Opens a folder of `SYM.csv` or `SYM.csv.gz`. Reads all files immediately, because they are small; omits and
 * logs broken ones. Returns undefined if no file is readable.
 */
export function openBarFolder(
  root: string,
  name: string,
  log: (message: string) => void,
): BarSet | undefined {
  const bars = new Map<string, Bars>()
  const paths = new Map<string, string>()
  for (const file of readdirSync(join(root, name)).toSorted()) {
    const match = /^(.+)\.csv(\.gz)?$/i.exec(file)
    if (!match?.[1]) continue
    const path = `${name}/${file}`
    const parsed = skipBroken(log, () => {
      const [headerLine = '', ...lines] = readText(root, path).split('\n')
      return parseBars(withLineNumbers(lines), readHeader(headerLine, path), path, log)
    })
    if (!parsed) continue
    bars.set(canonicalSymbol(match[1]), parsed)
    paths.set(canonicalSymbol(match[1]), path)
  }
  const lastDay = [...bars.values()]
    .map((series) => series.date.at(-1) as Day)
    .toSorted()
    .at(-1)
  if (lastDay === undefined) return undefined
  return {
    name,
    symbols: new Set(bars.keys()),
    lastDay,
    read: (symbol) => bars.get(symbol) as Bars,
    locate(symbol, day) {
      const file = paths.get(symbol) ?? name
      const lines = readText(root, file).split('\n')
      return { file, line: lines.findIndex((line) => line.includes(day)) + 1 || 1 }
    },
  }
}

/**
 * Consecutive lines of one symbol: character offsets (`to` is exclusive), and the number of the
 * first line.
 */
type Span = { readonly from: number; readonly to: number; readonly line: number }

/**
 * Finds the lines of each symbol, and the latest day in the file. The symbol is the first column.
 */
function indexLines(text: string, dateColumn: number): { spans: Map<string, Span[]>; lastDay: Day } {
  const spans = new Map<string, Span[]>()
  let lastDay = ''
  let symbol = ''
  let from = text.indexOf('\n') + 1
  let firstLine = 2
  const endSpan = (to: number) => {
    const symbolSpans = spans.get(symbol)
    const span = { from, to, line: firstLine }
    if (symbolSpans) symbolSpans.push(span)
    else if (symbol !== '') spans.set(symbol, [span])
  }
  for (let lineStart = from, line = 2; from > 0 && lineStart < text.length; line++) {
    const newline = text.indexOf('\n', lineStart)
    const lineEnd = newline < 0 ? text.length : newline + 1
    const comma = text.indexOf(',', lineStart)
    const lineSymbol = comma < 0 || comma >= lineEnd ? '' : text.slice(lineStart, comma)
    if (lineSymbol !== symbol && text.slice(lineStart, lineEnd).trim() !== '') {
      endSpan(lineStart)
      symbol = lineSymbol
      from = lineStart
      firstLine = line
    }
    // The day usually follows the symbol. Splitting every line into fields takes ten times as long.
    let day: string | undefined = text.slice(comma + 1, comma + 11)
    if (dateColumn !== 1 || !isDay(day)) day = csvFields(text.slice(lineStart, lineEnd))[dateColumn]?.trim()
    if (isDay(day) && day > lastDay) lastDay = day
    lineStart = lineEnd
  }
  endSpan(text.length)
  return { spans, lastDay }
}

/**
 * Opens one CSV file for many symbols, with `symbol` as its first column and lines in any order.
 * Opening it only locates the lines of each symbol; `read` parses them. A broken line makes only
 * its own symbol unreadable.
 */
export function openBarFile(root: string, name: string, log: (message: string) => void): BarSet {
  const text = readText(root, name)
  const headerLine = text.split('\n', 1)[0] ?? ''
  const columnIndexes = readHeader(headerLine, name)
  if (columnIndexes.symbol !== 0)
    throwBroken(name, 1, `expected "symbol" as the first column, got "${headerLine.trim()}"`)
  const { spans, lastDay } = indexLines(text, columnIndexes.date)
  if (lastDay === '') throwBroken(name, 2, 'expected lines of symbol and date')

  const linesIn = function* (symbolSpans: readonly Span[]) {
    for (const { from, to, line } of symbolSpans)
      for (const [index, row] of text.slice(from, to).split('\n').entries())
        yield [line + index, row] as const
  }
  /** Spelling of each symbol in the file. */
  const spellings = new Map([...spans.keys()].map((spelling) => [canonicalSymbol(spelling), spelling]))
  return {
    name,
    symbols: new Set(spellings.keys()),
    lastDay,
    read(symbol) {
      const symbolSpans = spans.get(spellings.get(symbol) ?? '')
      if (!symbolSpans) throw new BrokenFile(`${name}:1: no lines of ${symbol}`)
      return parseBars(linesIn(symbolSpans), columnIndexes, name, log)
    },
    locate(symbol, day) {
      const lines = [...linesIn(spans.get(spellings.get(symbol) ?? '') ?? [])]
      return { file: name, line: lines.find(([, text]) => text.includes(day))?.[0] ?? 1 }
    },
  }
}

/** Opens a folder or file of bars; undefined if it is neither a folder nor a CSV file. */
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
