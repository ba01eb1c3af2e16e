/** Reads the tables of an HTML page as readers see them. */

export type HtmlTable = {
  readonly caption: string
  readonly rows: readonly Readonly<Record<string, string>>[]
}

const textOf = (html: string): string =>
  html
    .replaceAll(/<[^>]*>/g, '')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&amp;', '&')
    .trim()

const elements = (html: string, names: string): string[] =>
  [...html.matchAll(new RegExp(`<(${names})\\b[^>]*>(.*?)</\\1>`, 'gs'))].map(([, , content]) => content!)

/** The tables of a page: the cells of each row by the heading of their column. */
export const readTables = (html: string): HtmlTable[] =>
  elements(html, 'table').map((table) => {
    const [head = '', ...rows] = elements(table, 'tr')
    const headings = elements(head, 'th').map(textOf)
    return {
      caption: textOf(elements(table, 'caption')[0] ?? ''),
      rows: rows.map((row) =>
        Object.fromEntries(elements(row, 'th|td').map((cell, index) => [headings[index], textOf(cell)])),
      ),
    }
  })

/**
 * The table whose caption starts with a text.
 *
 * @throws Error if there is none
 */
export function readTable(html: string, caption: string): HtmlTable {
  const tables = readTables(html)
  const found = tables.find((table) => table.caption.startsWith(caption))
  if (found) return found
  throw new Error(`no table ${caption}; there are: ${tables.map((table) => table.caption).join('; ')}`)
}
