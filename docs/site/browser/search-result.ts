/** One result: its page, its heading, and the text around the match. */
import type { Found } from '../search-options.ts'

const around = 70

/** The text around the first of the words, or its beginning. */
export function excerpt(text: string, words: string): string {
  const lower = text.toLowerCase()
  const at = words
    .toLowerCase()
    .split(/\s+/)
    .map((word) => lower.indexOf(word))
    .filter((one) => one >= 0)
  const middle = Math.min(...at, text.length)
  const from = middle === text.length || middle < around ? 0 : text.lastIndexOf(' ', middle - around / 2) + 1
  const rest = text.slice(from)
  const cut = rest.length > 2 * around ? rest.slice(0, rest.lastIndexOf(' ', 2 * around)) : rest
  return `${from > 0 ? '… ' : ''}${cut}${cut.length < rest.length ? ' …' : ''}`
}

/** The text with the words marked. */
function marked(text: string, words: string): (Node | string)[] {
  const escaped = words
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

export function resultItem({ id, page, title, text }: Found, words: string): HTMLLIElement {
  const item = document.createElement('li')
  const link = document.createElement('a')
  link.href = id
  const heading = document.createElement('b')
  heading.append(...marked(title, words))
  const where = document.createElement('small')
  where.textContent = page
  const about = document.createElement('span')
  about.append(...marked(excerpt(text, words), words))
  link.append(where, heading, about)
  item.append(link)
  return item
}
