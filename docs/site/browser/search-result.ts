/** One result as a list item: its page, its heading, and the text around the match. */
import type { SearchResult } from '../search-options.ts'

/** Half of an excerpt’s length, characters. */
const contextChars = 70

/** The text around the first match of a word of the query; the beginning of the text if none matches. */
export function excerpt(text: string, query: string): string {
  const lower = text.toLowerCase()
  const positions = query
    .toLowerCase()
    .split(/\s+/)
    .map((word) => lower.indexOf(word))
    .filter((position) => position >= 0)
  const matchStart = Math.min(...positions, text.length)
  const start =
    matchStart === text.length || matchStart < contextChars
      ? 0
      : text.lastIndexOf(' ', matchStart - contextChars / 2) + 1
  const remainder = text.slice(start)
  const shortened =
    remainder.length > 2 * contextChars
      ? remainder.slice(0, remainder.lastIndexOf(' ', 2 * contextChars))
      : remainder
  return `${start > 0 ? '… ' : ''}${shortened}${shortened.length < remainder.length ? ' …' : ''}`
}

/** The text, with every match of a word of the query in a `mark` element. */
function withMarks(text: string, query: string): (Node | string)[] {
  const escaped = query
    .split(/\s+/)
    .filter((word) => word !== '')
    .map((word) => word.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&'))
  return text.split(new RegExp(`(${escaped.join('|')})`, 'iu')).map((part, index) => {
    if (index % 2 === 0) return part
    const mark = document.createElement('mark')
    mark.textContent = part
    return mark
  })
}

export function resultItem({ id, page, title, text }: SearchResult, query: string): HTMLLIElement {
  const item = document.createElement('li')
  const link = document.createElement('a')
  link.href = id
  const heading = document.createElement('b')
  heading.append(...withMarks(title, query))
  const pageName = document.createElement('small')
  pageName.textContent = page
  const extract = document.createElement('span')
  extract.append(...withMarks(excerpt(text, query), query))
  link.append(pageName, heading, extract)
  item.append(link)
  return item
}
