/**
 * Renders a Markdown table, padded as the formatter pads it. `textColumns` are left-aligned, the
 * others right-aligned.
 */
export function markdownTable(
  header: readonly string[],
  rows: readonly (readonly string[])[],
  textColumns: readonly number[] = [0],
): string {
  const isText = (column: number) => textColumns.includes(column)
  const widths = header.map((cell, column) =>
    Math.max(3, cell.length, ...rows.map((row) => row[column]!.length)),
  )
  const line = (cells: readonly string[]) =>
    `| ${cells.map((cell, column) => (isText(column) ? cell.padEnd(widths[column]!) : cell.padStart(widths[column]!))).join(' | ')} |`
  const delimiters = widths.map((width, column) =>
    isText(column) ? '-'.repeat(width) : `${'-'.repeat(width - 1)}:`,
  )
  return [line(header), `| ${delimiters.join(' | ')} |`, ...rows.map(line)].join('\n')
}
