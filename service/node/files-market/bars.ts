/** Daily bars from CSV files: one file per symbol in a folder, or one file for many symbols. Node only. */
import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { Bars, Day } from '#service/market/market.ts'
import { BrokenFile, broken, canonicalSymbol, csvFields, isDay, readText, skipBroken } from './text.ts'

/** One set of bars of a data folder. */
export type BarSet = {
  readonly name: string
  readonly symbols: ReadonlySet<string>
  /** Latest day of the set. */
  readonly lastDay: Day
  /** The symbol's bars; throws {@link BrokenFile} where they cannot be read. */
  read(symbol: string): Bars
}

const columns = ['open', 'high', 'low', 'close', 'volume'] as const
type Column = (typeof columns)[number]
type Header = { readonly symbol: number; readonly date: number } & Readonly<Record<Column, number>>

function readHeader(line: string, file: string): Header {
  const names = csvFields(line).map((name) => name.trim().toLowerCase())
  const place = (name: string) => {
    const index = names.indexOf(name)
    return index >= 0
      ? index
      : broken(file, 1, `expected a column "${name}", got "${line.slice(0, 80).trim()}"`)
  }
  return {
    symbol: names.indexOf('symbol'),
    date: place('date'),
    open: place('open'),
    high: place('high'),
    low: place('low'),
    close: place('close'),
    volume: place('volume'),
  }
}

const missing = new Set(['', 'null', 'nan', 'none'])

/** Bars from CSV lines, the first of which is line `firstLine` of the file. Days must ascend, prices be positive. */
function parseLines(lines: readonly string[], header: Header, file: string, firstLine: number): Bars {
  const date: Day[] = []
  const data: Record<Column, number[]> = { open: [], high: [], low: [], close: [], volume: [] }
  for (const [index, text] of lines.entries()) {
    if (text === '' || text === '\r') continue
    const line = firstLine + index
    const fields = csvFields(text)
    const day = fields[header.date]?.trim().slice(0, 10)
    if (!isDay(day)) broken(file, line, `date: expected YYYY-MM-DD, got "${fields[header.date] ?? ''}"`)
    const before = date.at(-1)
    if (before !== undefined && day <= before)
      broken(file, line, `date: expected a day after ${before}, got "${day}"`)
    date.push(day)
    for (const column of columns) {
      const field = fields[header[column]] ?? ''
      let value = Number(field)
      if ((field === '' || Number.isNaN(value)) && missing.has(field.trim().toLowerCase()))
        value = column === 'volume' ? 0 : Number.NaN
      if (!Number.isFinite(value)) broken(file, line, `${column}: expected a number, got "${field}"`)
      if (value < 0 || (value === 0 && column !== 'volume'))
        broken(file, line, `${column}: expected a positive number, got "${field}"`)
      data[column].push(value)
    }
  }
  if (date.length === 0) broken(file, firstLine, 'expected at least one bar')
  const column = (name: Column) => Float64Array.from(data[name])
  return {
    date,
    open: column('open'),
    high: column('high'),
    low: column('low'),
    close: column('close'),
    volume: column('volume'),
  }
}

/**
 * A folder of `SYM.csv` or `SYM.csv.gz`. All of them are read at once: they are small, and a broken one is left
 * out, of which `log` hears. Undefined where none is left.
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
      return parseLines(lines, readHeader(head, path), path, 2)
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

type Span = { readonly from: number; readonly to: number; readonly line: number }

/**
 * One CSV file with a `symbol` column. Only where each symbol's lines are is found out at once; they are parsed when
 * asked for. A broken line takes its symbol away, not the others.
 */
export function openBarFile(root: string, name: string): BarSet {
  const text = readText(root, name)
  const headEnd = text.indexOf('\n')
  const header = readHeader(headEnd < 0 ? text : text.slice(0, headEnd), name)
  if (header.symbol !== 0)
    broken(
      name,
      1,
      `expected "symbol" as the first column, got "${text.slice(0, Math.max(0, headEnd)).trim()}"`,
    )
  const spans = new Map<string, Span>()
  let lastDay = ''
  let from = headEnd + 1
  let line = 2
  let symbol = ''
  const end = (to: number) => {
    const known = spans.get(symbol)
    if (known) broken(name, line, `symbol: expected all lines of ${symbol} in one place`)
    if (symbol !== '') spans.set(symbol, { from, to, line })
    // The last line of a symbol has its latest day.
    const last = csvFields(text.slice(text.lastIndexOf('\n', to - 2) + 1, to))
    const day = last[header.date]?.trim()
    if (isDay(day) && day > lastDay) lastDay = day
  }
  let at = from
  for (let count = 0; at < text.length; count++) {
    const stop = text.indexOf('\n', at)
    const next = stop < 0 ? text.length : stop + 1
    // Cheap look at whether the symbol goes on: the same letters and a comma.
    if (symbol === '' || !(text.startsWith(symbol, at) && text[at + symbol.length] === ',')) {
      const comma = text.indexOf(',', at)
      const here = comma < 0 || comma >= next ? '' : text.slice(at, comma)
      if (here !== symbol && text.slice(at, next).trim() !== '') {
        if (symbol !== '') end(at)
        line = 2 + count
        from = at
        symbol = here
      }
    }
    at = next
  }
  if (symbol !== '') end(text.length)
  if (lastDay === '') broken(name, 2, 'expected lines of symbol and date')

  const raw = new Map([...spans.keys()].map((key) => [canonicalSymbol(key), key]))
  return {
    name,
    symbols: new Set(raw.keys()),
    lastDay,
    read(wanted) {
      const span = spans.get(raw.get(wanted) ?? '')
      if (!span) throw new BrokenFile(`${name}:1: no lines of ${wanted}`)
      return parseLines(text.slice(span.from, span.to).split('\n'), header, name, span.line)
    },
  }
}

function openBars(root: string, name: string, log: (message: string) => void): BarSet | undefined {
  if (statSync(join(root, name)).isDirectory()) return openBarFolder(root, name, log)
  return /\.csv(\.gz)?$/i.test(name) ? openBarFile(root, name) : undefined
}

/** Every set of bars in a data folder, newest first. `log` hears of every file that is broken and left out. */
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
