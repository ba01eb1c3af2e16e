/** Renders the CommonMark in OpenAPI descriptions. */
import { Marked } from 'marked'
import { escapeHtml } from '#service/http/documents/html.ts'

// Descriptions are plain text: HTML in them is escaped.
const marked = new Marked({ renderer: { html: ({ text }) => escapeHtml(text) } })

/** A sentence or two, without a paragraph around it. */
export const inline = (text: string): string => marked.parseInline(text, { async: false })

/** Paragraphs and lists. */
export const block = (text: string): string => marked.parse(text, { async: false })
