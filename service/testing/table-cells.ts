/** Returns the trimmed cells of rows of a Markdown table, for tests that compare a document with the code. */
export const tableCells = (rows: readonly string[]): string[][] =>
  rows.map((row) =>
    row
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim()),
  )
