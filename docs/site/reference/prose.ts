/** Renders the CommonMark in OpenAPI descriptions. */
import { Marked } from 'marked'
import { escapeHtml } from '#service/http/documents/html.ts'

// Descriptions are plain text: HTML in them is escaped.
const marked = new Marked({ renderer: { html: ({ text }) => escapeHtml(text) } })

/** Renders inline text, without a paragraph element. */
export const inline = (text: string): string => marked.parseInline(text, { async: false })

/** Renders paragraphs and lists. */
export const block = (text: string): string => marked.parse(text, { async: false })
