/** Renders Markdown tables, padded like the formatter pads them. */

/** The first row is the header; `numericColumns` are aligned right. */
export const markdownTable = (
  rows: readonly (readonly string[])[],
  numericColumns: readonly number[],
): string => {
  const widths = rows[0]!.map((_, column) => Math.max(3, ...rows.map((line) => line[column]!.length)))
  const line = (texts: readonly string[]): string => {
    const cells = texts.map((text, column) =>
      numericColumns.includes(column) ? text.padStart(widths[column]!) : text.padEnd(widths[column]!),
    )
    return `| ${cells.join(' | ')} |`
  }
  const rules = widths.map((width, column) =>
    numericColumns.includes(column) ? `${'-'.repeat(width - 1)}:` : '-'.repeat(width),
  )
  return [line(rows[0]!), `| ${rules.join(' | ')} |`, ...rows.slice(1).map(line)].join('\n')
}
