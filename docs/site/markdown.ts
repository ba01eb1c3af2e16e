/** Converts Markdown to a page's HTML, its table of contents, and its search sections. */
import { Marked, type Token, type Tokens } from 'marked'
import { escapeHtml } from '#service/http/documents/html.ts'
import { codeBlock } from './highlight.ts'
import { pages, pathOf } from './navigation.ts'

export type Heading = { readonly id: string; readonly text: string; readonly depth: number }

/** Text under one heading, without markup. */
export type Section = Heading & { readonly body: string }

export type Document = {
  readonly html: string
  /** The first heading's text. */
  readonly title: string
  /** The first paragraph, for search engines and link previews. */
  readonly summary: string
  readonly headings: readonly Heading[]
  readonly sections: readonly Section[]
  /** Every link, as an address: `/docs/errors#AUTH`, `https://…`. */
  readonly links: readonly string[]
  /** Every id that a link can target. */
  readonly anchors: ReadonlySet<string>
  /** The languages of all fences. */
  readonly languages: readonly string[]
}

/** An error code is its own anchor; other headings get the same anchor as on GitHub. */
const slugOf = (text: string): string =>
  /^[A-Z][A-Z_]+$/.test(text)
    ? text
    : text
        .toLowerCase()
        .replace(/[^\p{L}\p{N}\s_-]/gu, '')
        .trim()
        .replaceAll(/\s/g, '-')

/** Text of inline tokens, without markup. */
const inlineText = (tokens: readonly Token[]): string =>
  tokens
    .map((token) => {
      const { tokens: inner, text } = token as { tokens?: Token[]; text?: string }
      return inner ? inlineText(inner) : (text ?? '')
    })
    .join('')

/** Text of block tokens: paragraphs, lists, tables and code. */
function blockText(tokens: readonly Token[]): string {
  return tokens
    .map((token) => {
      switch (token.type) {
        case 'table': {
          const { header, rows } = token as Tokens.Table
          return [header, ...rows]
            .map((row) => row.map((cell) => inlineText(cell.tokens)).join(' · '))
            .join('\n')
        }
        case 'list':
          return (token as Tokens.List).items.map((item) => blockText(item.tokens)).join('\n')
        case 'blockquote':
          return blockText((token as Tokens.Blockquote).tokens)
        case 'code':
          return (token as Tokens.Code).text
        case 'paragraph':
        case 'text':
          return inlineText([token])
        default:
          return ''
      }
    })
    .join('\n')
    .trim()
}

/** Address of a link: links to `.md` files become links to their pages. `path` is that of the current page. */
function addressOf(href: string, path: string): string {
  if (/^[a-z]+:/i.test(href)) return href
  const { pathname, search, hash } = new URL(href, `http://docs.test${path === '/docs' ? '/docs/' : path}`)
  return pathname.replace(/\.md$/, '').replace(/^\/docs\/index$/, '/docs') + search + hash
}

/**
 * Whether a link stands for a moved section: its text is the section's code, and its target is on another page. The
 * link has the section's old anchor, from which browser/moved-sections.ts redirects.
 */
const isMoved = (text: string, address: string, path: string): boolean =>
  /^[A-Z][A-Z_]+$/.test(text) && address.endsWith(`#${text}`) && !address.startsWith(`${path}#`)

/** Returns a function that creates unique ids for headings. */
function uniqueSlugs(): (text: string) => string {
  const counts = new Map<string, number>()
  return (text) => {
    const slug = slugOf(text)
    const count = counts.get(slug) ?? 0
    counts.set(slug, count + 1)
    return count ? `${slug}-${count}` : slug
  }
}

/** A heading with a link to itself, which is not part of its accessible name. */
export const headingHtml = (depth: number, id: string, html: string, text: string): string =>
  `<div class="heading h${depth}"><h${depth} id="${escapeHtml(id)}">${html}</h${depth}><a class="anchor" href="#${escapeHtml(id)}" aria-label="Link to “${escapeHtml(text)}”"></a></div>\n`

/** A table in a focusable container, so that a wide table also scrolls by keyboard. */
export const tableHtml = (name: string, head: string, body: string, className = 'table'): string =>
  `<div class="${className}" role="group" tabindex="0" aria-label="Table: ${escapeHtml(name)}"><table><thead><tr>${head}</tr></thead><tbody>${body}</tbody></table></div>\n`

/**
 * Reads a page.
 *
 * @param path path of the page, to which its links are relative
 */
export function readMarkdown(source: string, path: string): Document {
  const idOf = uniqueSlugs()
  const headings: Heading[] = []
  const links: string[] = []
  const anchors = new Set<string>()
  const languages: string[] = []
  const title = { text: '' }

  const marked = new Marked({
    renderer: {
      heading({ tokens, depth }) {
        const text = inlineText(tokens)
        const html = this.parser.parseInline(tokens)
        if (depth === 1) {
          title.text ||= text
          return `<h1>${html}</h1>\n`
        }
        const id = idOf(text)
        headings.push({ id, text, depth })
        anchors.add(id)
        return headingHtml(depth, id, html, text)
      },
      code({ text, lang }) {
        const language = lang?.split(' ')[0] ?? ''
        languages.push(language)
        return codeBlock(text, language)
      },
      link({ href, tokens }) {
        const address = addressOf(href, path)
        links.push(address)
        const text = inlineText(tokens)
        const html = this.parser.parseInline(tokens)
        const isMovedAnchor = isMoved(text, address, path) && !anchors.has(text)
        if (isMovedAnchor) anchors.add(text)
        // In the repository links show file names; here they show page titles.
        const page = text.endsWith('.md') && pages.find(({ name }) => pathOf(name) === address.split('#')[0])
        return `<a href="${escapeHtml(address)}"${isMovedAnchor ? ` id="${text}" data-moved` : ''}>${page ? escapeHtml(page.title) : html}</a>`
      },
      table({ header, rows }) {
        const cells = (row: typeof header, tag: 'td' | 'th') =>
          row
            .map(({ tokens, align }) => {
              const attributes = `${tag === 'th' ? ' scope="col"' : ''}${align ? ` class="${align}"` : ''}`
              const html = this.parser.parseInline(tokens)
              // An empty header cell is not a header.
              return tag === 'th' && !html ? '<td></td>' : `<${tag}${attributes}>${html}</${tag}>`
            })
            .join('')
        const body = rows.map((row) => `<tr>${cells(row, 'td')}</tr>`).join('')
        return tableHtml(headings.at(-1)?.text ?? title.text, cells(header, 'th'), body)
      },
    },
  })
  const tokens = marked.lexer(source)
  const html = marked.parser(tokens)
  const firstParagraph = tokens.find((token) => token.type === 'paragraph') as Tokens.Paragraph | undefined
  const summary = inlineText(firstParagraph?.tokens ?? []).replaceAll(/\s+/g, ' ')
  return {
    html,
    title: title.text,
    summary,
    headings,
    sections: sectionsOf(tokens, title.text, headings),
    links,
    anchors,
    languages,
  }
}

/** The text under each heading; text before the first heading of level 2 belongs to the page's title. */
function sectionsOf(tokens: readonly Token[], title: string, headings: readonly Heading[]): Section[] {
  const sections: (Heading & { body: string })[] = [{ id: '', text: title, depth: 1, body: '' }]
  let nextHeading = 0
  for (const token of tokens) {
    if (token.type === 'space') continue
    if (token.type === 'heading' && (token as Tokens.Heading).depth > 1)
      sections.push({ ...headings[nextHeading++]!, body: '' })
    else if (token.type !== 'heading') sections.at(-1)!.body += `${blockText([token])}\n`
  }
  return sections
}
