/** A table in Markdown, its columns as wide as their widest cell: words to the left, numbers to the right. */
export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const widths = head.map((cell, at) => Math.max(3, cell.length, ...rows.map((row) => row[at]!.length)))
  const line = (cells: readonly string[]) =>
    `| ${cells.map((cell, at) => (at ? cell.padStart(widths[at]!) : cell.padEnd(widths[0]!))).join(' | ')} |`
  const rule = widths.map((width, at) => (at ? `${'-'.repeat(width - 1)}:` : '-'.repeat(width)))
  return [line(head), `| ${rule.join(' | ')} |`, ...rows.map(line)].join('\n')
}
