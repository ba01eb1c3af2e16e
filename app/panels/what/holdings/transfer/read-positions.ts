/**
 * Reads the file of positions. Nothing is guessed: each cell that is not in the format is a problem with its line and
 * column, and a symbol with a problem is left out as a whole, so that no holding is read in part.
 */
import {
  type Holding,
  holdingFields,
  maxOpenOptions,
  type OpenOption,
  openOptionFields,
  readHolding,
} from '#contract/bridge/holdings.ts'
import { isOsi, standardRoot } from '#contract/responses/osi.ts'
import { writeOsi } from '#contract/responses/write-osi.ts'
import { canonicalSymbol } from '#contract/responses/symbols.ts'
import { type CsvRow, readCsv } from '#app/panels/what/csv/read-csv.ts'
import {
  columnNames,
  optionalColumns,
  optionColumns,
  type PositionColumn,
  positionColumns,
} from './position-columns.ts'

export type ImportProblem = {
  line: number
  /** Undefined for a problem of the whole line or file. */
  column?: PositionColumn
} & (
  | { kind: 'expected'; found: string }
  | { kind: 'empty' | 'unclosed' | 'columnMissing' | 'columnTwice' }
  | { kind: 'columnUnknown'; found: string }
  | { kind: 'cellCount'; expected: number; found: number }
  /** Another value, or the same option, is on line `other`. */
  | { kind: 'conflict' | 'optionTwice'; other: number }
  | { kind: 'tooManyOptions'; max: number }
)

export type ReadPositions = {
  /** Complete holdings without a problem, in the order of the file. */
  holdings: Holding[]
  problems: ImportProblem[]
  /** Symbols of lines with a problem, as written if they are no tickers; not of lines without a symbol. */
  leftOut: string[]
}

const decimalPattern = /^\d*\.?\d+$/
const readNumber = (text: string): number => (decimalPattern.test(text) ? Number(text) : NaN)

/** Whether a day exists in the calendar: 2027-02-30 does not. */
const isDay = (text: string): boolean =>
  /^20\d\d-\d\d-\d\d$/.test(text) && new Date(`${text}T00:00Z`).toJSON()?.slice(0, 10) === text

/** Strikes have at most three decimals and five digits before them. */
const isStrike = (value: number): boolean =>
  value > 0 && value < 100_000 && Math.abs(value * 1000 - Math.round(value * 1000)) < 1e-6

/** Column → whether the text of a cell that is not empty is valid. */
const isValid: Record<PositionColumn, (text: string) => boolean> = {
  symbol: holdingFields.symbol,
  shares: (text) => holdingFields.shares(readNumber(text)),
  costBasis: (text) => holdingFields.costBasis(readNumber(text)),
  right: (text) => /^(?:call|put|c|p)$/i.test(text),
  expiry: isDay,
  strike: (text) => isStrike(readNumber(text)),
  contracts: (text) => openOptionFields.quantity(readNumber(text)),
  premium: (text) => openOptionFields.price(readNumber(text)),
  root: (text) => /^[A-Z0-9]{1,15}$/i.test(text),
}

type Line = { line: number; cells: Record<PositionColumn, string> }

/** Compares names without letter case and repeated blanks. */
const normalName = (name: string): string => name.trim().replaceAll(/\s+/g, ' ').toLowerCase()
const columnByName = new Map(columnNames.map((name) => [normalName(positionColumns[name]), name]))

/** Returns the columns in the order of the file, or what is wrong with the header. */
function readHeader({ line, cells }: CsvRow): { order: PositionColumn[]; problems: ImportProblem[] } {
  const order: PositionColumn[] = []
  const problems: ImportProblem[] = []
  for (const found of cells) {
    const column = columnByName.get(normalName(found))
    if (column === undefined) problems.push({ line, kind: 'columnUnknown', found })
    else if (order.includes(column)) problems.push({ line, column, kind: 'columnTwice' })
    else order.push(column)
  }
  for (const column of columnNames)
    if (!order.includes(column) && !optionalColumns.has(column))
      problems.push({ line, column, kind: 'columnMissing' })
  return { order, problems }
}

/** Problems of the cells of one line. */
function problemsOf({ line, cells }: Line): ImportProblem[] {
  const hasOption = optionColumns.some((column) => cells[column] !== '')
  const required: readonly PositionColumn[] = hasOption
    ? ['symbol', 'right', 'expiry', 'strike', 'contracts']
    : ['symbol']
  return columnNames
    .filter((column) => (cells[column] === '' ? required.includes(column) : !isValid[column](cells[column])))
    .map((column) => ({ line, column, kind: 'expected', found: cells[column] }))
}

/** Returns the option of a line without problems; undefined if the line has none. */
function optionOf({
  symbol,
  right,
  expiry,
  strike,
  contracts,
  premium,
  root,
}: Line['cells']): OpenOption | undefined {
  if (right === '') return undefined
  const legType = /^c/i.test(right) ? 'Call' : 'Put'
  const optionRoot = root.toUpperCase() || standardRoot(canonicalSymbol(symbol))
  const id = writeOsi(optionRoot, { legType, expiryDate: expiry, strike: Number(strike) })
  return isOsi(id)
    ? { id, quantity: Number(contracts), ...(premium !== '' && { price: Number(premium) }) }
    : undefined
}

/** The value of a column that one line of a symbol has, or several lines have equally. */
function sharedValue(
  lines: readonly Line[],
  column: 'shares' | 'costBasis',
  problems: ImportProblem[],
): number | undefined {
  const [first, ...others] = lines.filter(({ cells }) => cells[column] !== '')
  if (!first) return undefined
  for (const { line, cells } of others)
    if (Number(cells[column]) !== Number(first.cells[column]))
      problems.push({ line, column, kind: 'conflict', other: first.line })
  return Number(first.cells[column])
}

/** Joins the lines of a symbol, none of which has a problem by itself. */
function holdingOf(symbol: string, lines: readonly Line[]): { holding?: Holding; problems: ImportProblem[] } {
  const problems: ImportProblem[] = []
  const shares = sharedValue(lines, 'shares', problems)
  const costBasis = sharedValue(lines, 'costBasis', problems)
  const lineById = new Map<string, number>()
  const openOptions: OpenOption[] = []
  for (const { line, cells } of lines) {
    const option = optionOf(cells)
    if (!option) continue
    const other = lineById.get(option.id)
    if (other !== undefined) problems.push({ line, kind: 'optionTwice', other })
    else if (openOptions.length === maxOpenOptions)
      problems.push({ line, kind: 'tooManyOptions', max: maxOpenOptions })
    else openOptions.push(option)
    lineById.set(option.id, other ?? line)
  }
  const holding = readHolding({ symbol, shares, costBasis, ...(openOptions.length && { openOptions }) })
  return holding && problems.length === 0 ? { holding, problems } : { problems }
}

/** Joins lines by symbol. */
function readLines(lines: readonly Line[], problems: ImportProblem[]): ReadPositions {
  const linesBySymbol = Map.groupBy(lines, ({ cells }) => canonicalSymbol(cells.symbol))
  const holdings: Holding[] = []
  const leftOut: string[] = []
  const wrongLines = new Set(problems.map(({ line }) => line))
  for (const [symbol, ofSymbol] of linesBySymbol) {
    if (ofSymbol.some(({ line }) => wrongLines.has(line))) {
      leftOut.push(symbol)
      continue
    }
    const joined = holdingOf(symbol, ofSymbol)
    problems.push(...joined.problems)
    if (joined.holding) holdings.push(joined.holding)
    else leftOut.push(symbol)
  }
  return {
    holdings,
    problems: problems.toSorted((a, b) => a.line - b.line),
    leftOut: leftOut.filter((symbol) => symbol !== ''),
  }
}

const nothing = (...problems: ImportProblem[]): ReadPositions => ({ holdings: [], problems, leftOut: [] })

/** Reads the text of a file, or pasted lines. */
export function readPositions(text: string): ReadPositions {
  const csv = readCsv(text)
  if ('unclosedLine' in csv) return nothing({ line: csv.unclosedLine, kind: 'unclosed' })
  const [header, ...rows] = csv.rows
  if (!header) return nothing({ line: 1, kind: 'empty' })
  const { order, problems: headerProblems } = readHeader(header)
  if (headerProblems.length > 0) return nothing(...headerProblems)
  if (rows.length === 0) return nothing({ line: header.line, kind: 'empty' })
  const problems: ImportProblem[] = []
  const lines = rows.map(({ line, cells }): Line => {
    const values = Object.fromEntries(columnNames.map((name) => [name, ''])) as Line['cells']
    for (const [index, column] of order.entries()) values[column] = (cells[index] ?? '').trim()
    if (cells.length !== order.length)
      problems.push({ line, kind: 'cellCount', expected: order.length, found: cells.length })
    else problems.push(...problemsOf({ line, cells: values }))
    return { line, cells: values }
  })
  return readLines(lines, problems)
}
