/**
 * Renders a Markdown table with padded columns. The first column is left-aligned, the others
 * right-aligned.
 */
export function markdownTable(header: readonly string[], rows: readonly (readonly string[])[]): string {
  const widths = header.map((cell, column) =>
    Math.max(3, cell.length, ...rows.map((row) => row[column]!.length)),
  )
  const line = (cells: readonly string[]) =>
    `| ${cells.map((cell, column) => (column ? cell.padStart(widths[column]!) : cell.padEnd(widths[0]!))).join(' | ')} |`
  const delimiters = widths.map((width, column) => (column ? `${'-'.repeat(width - 1)}:` : '-'.repeat(width)))
  return [line(header), `| ${delimiters.join(' | ')} |`, ...rows.map(line)].join('\n')
}
