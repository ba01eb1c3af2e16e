/** Parses comma-separated values as RFC 4180 describes them, and as spreadsheets write them. */

/** A row, and the line of the file on which it begins, from 1. */
export type CsvRow = { line: number; cells: string[] }

/** Blanks inside a cell do not count, except in quotes. */
const separators = [',', ';', '\t'] as const

/**
 * Returns the separator of a file: the one that its first line has most often outside quotes. Spreadsheets write
 * semicolons where the comma is the decimal separator, and copy cells with tabs.
 */
function separatorOf(text: string): string {
  const [header = ''] = text.replaceAll(/"[^"]*"/g, '').split(/\r\n|\r|\n/, 1)
  const counts = separators.map((separator) => header.split(separator).length)
  return separators[counts.indexOf(Math.max(...counts))]!
}

/** Removes the apostrophe before a text that a spreadsheet would compute (csv.ts). */
const withoutGuard = (cell: string): string => (/^'[=+\-@\t\r]/.test(cell) ? cell.slice(1) : cell)

/**
 * Returns the rows of a file. Rows without any text are omitted.
 *
 * @returns `unclosedLine` instead, if the quotes that begin on that line are not closed
 */
export function readCsv(fileText: string): { rows: CsvRow[] } | { unclosedLine: number } {
  const text = fileText.replace(/^\uFEFF/, '')
  const separator = separatorOf(text)
  const rows: CsvRow[] = []
  let row: CsvRow = { line: 1, cells: [] }
  let line = 1
  /** A quoted cell with doubled quotes, or an unquoted cell; then what ends it. */
  const cellPattern = new RegExp(
    `(?:"((?:[^"]|"")*)"|([^${separator}\\r\\n]*))(${separator}|\\r\\n|\\r|\\n|$)`,
    'y',
  )
  while (cellPattern.lastIndex <= text.length) {
    const start = cellPattern.lastIndex
    const match = cellPattern.exec(text)
    if (!match || (match[1] === undefined && match[2]!.startsWith('"'))) return { unclosedLine: line }
    const [whole, quoted, unquoted = '', end] = match
    row.cells.push(withoutGuard(quoted?.replaceAll('""', '"') ?? unquoted))
    line += whole.match(/\r\n|\r|\n/g)?.length ?? 0
    if (end !== separator) {
      if (row.cells.some((cell) => cell.trim())) rows.push(row)
      row = { line, cells: [] }
      if (start + whole.length >= text.length) break
    }
  }
  return { rows }
}
