/** Sections of a generated page that another program writes. A section reaches to the next heading of its level. */

/** The section with a heading such as `## Title`; empty if the page has none. */
export function sectionOf(page: string, heading: string): string {
  const [start, end] = rangeOf(page, heading)
  return page.slice(start, end)
}

/** The page with its section replaced, or added at its end. An empty section is removed. */
export function withSection(page: string, heading: string, section: string): string {
  const [start, end] = rangeOf(page, heading)
  const parts = [page.slice(0, start), section, page.slice(end)]
  return `${parts
    .map((part) => part.trim())
    .filter((part) => part !== '')
    .join('\n\n')}\n`
}

function rangeOf(page: string, heading: string): readonly [start: number, end: number] {
  const start = page.indexOf(`${heading}\n`)
  if (start < 0) return [page.length, page.length]
  const next = page.indexOf('\n## ', start)
  return [start, next < 0 ? page.length : next + 1]
}
