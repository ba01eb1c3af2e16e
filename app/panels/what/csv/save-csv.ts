import { type CsvCell, csvText } from './csv.ts'

/** The mark with which spreadsheets recognise UTF-8. */
const byteOrderMark = '\uFEFF'

/** Saves rows in a file. `name` has no extension. */
export function saveCsv(rows: readonly (readonly CsvCell[])[], name: string): void {
  const blob = new Blob([byteOrderMark + csvText(rows)], { type: 'text/csv;charset=utf-8' })
  const url = URL.createObjectURL(blob)
  const link = document.createElement('a')
  link.href = url
  link.download = `${name}.csv`
  link.click()
  // The browser has read the address once the click has been handled.
  setTimeout(() => URL.revokeObjectURL(url))
}
