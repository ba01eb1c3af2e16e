/** Tables in Markdown, padded as the formatter would. */

/** The first line is the head; `figures` are the columns that stand to the right. */
export const markdownTable = (lines: readonly (readonly string[])[], figures: readonly number[]): string => {
  const widths = lines[0]!.map((_, column) => Math.max(3, ...lines.map((line) => line[column]!.length)))
  const line = (texts: readonly string[]): string => {
    const cells = texts.map((text, at) =>
      figures.includes(at) ? text.padStart(widths[at]!) : text.padEnd(widths[at]!),
    )
    return `| ${cells.join(' | ')} |`
  }
  const rules = widths.map((width, at) =>
    figures.includes(at) ? `${'-'.repeat(width - 1)}:` : '-'.repeat(width),
  )
  return [line(lines[0]!), `| ${rules.join(' | ')} |`, ...lines.slice(1).map(line)].join('\n')
}
