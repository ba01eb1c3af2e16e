/** Comma-separated values as RFC 4180 describes them. */

/** A cell: a text, a number, or nothing for an unknown value. */
export type CsvCell = string | number | null

/** Characters at the start of a text that make a spreadsheet compute it as a formula. */
const formulaStart = /^[=+\-@\t\r]/

function fieldOf(cell: CsvCell): string {
  if (cell === null) return ''
  // Numbers are written without an exponent, which not every reader knows.
  if (typeof cell === 'number') return cell.toFixed(8).replace(/\.?0+$/, '')
  // The apostrophe makes a spreadsheet show the text as it is.
  const text = formulaStart.test(cell) ? `'${cell}` : cell
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

/** Returns the text of a file: the header and the rows, each with the same number of cells. */
export const csvText = (rows: readonly (readonly CsvCell[])[]): string =>
  rows.map((row) => `${row.map(fieldOf).join(',')}\r\n`).join('')
