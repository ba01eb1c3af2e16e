/** Rows as lines with aligned columns, for people. A row may have fewer cells than there are columns. */
export function tableLines(head: readonly string[], rows: readonly (readonly string[])[]): string[] {
  const lines = [head, ...rows]
  const widths = head.map((_, column) => Math.max(...lines.map((cells) => cells[column]?.length ?? 0)))
  return lines.map((cells) =>
    cells
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd(),
  )
}
