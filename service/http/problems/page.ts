/** HTML of the problem pages. Their Content-Security-Policy allows only their own style sheet. */
import { htmlResponse } from '#service/http/response/response.ts'
import type { HttpResponse } from '#service/http/response/response.ts'
import { escapeHtml } from '#service/http/documents/html.ts'
import type { ProblemPageContent } from './problem-page-content.ts'

const css = `:root{color-scheme:light dark}body{font:16px/1.55 system-ui,sans-serif;max-width:44rem;margin:2.5rem auto;padding:0 1rem}
h1{font-size:1.6rem;line-height:1.25;margin:.25rem 0 1rem}h2{font-size:1.05rem;margin:2rem 0 .5rem}
code,pre{font:14px/1.5 ui-monospace,monospace}pre{overflow:auto;padding:.8rem 1rem;border:1px solid color-mix(in srgb,currentColor 20%,transparent);border-radius:6px}
p code,li code,td code{padding:.1em .3em;border-radius:4px;background:color-mix(in srgb,currentColor 9%,transparent)}
table{border-collapse:collapse;width:100%}td,th{text-align:start;vertical-align:top;padding:.35rem .8rem .35rem 0;border-bottom:1px solid color-mix(in srgb,currentColor 20%,transparent)}
nav{font-size:.9rem}.status{margin:1.5rem 0 0;opacity:.75}`

/** Renders the page of one code. */
export const problemPage = ({ code, status, title, meaning, whatToDo, example }: ProblemPageContent) =>
  renderPage(
    `${code}: ${title}`,
    `<nav><a href="/problems">All problems</a> · <a href="/docs/data-api">The data API</a></nav>
<p class="status">HTTP ${status} · <code>${code}</code></p><h1>${escapeHtml(title)}</h1>
<p>${renderText(meaning)}</p>
<h2>What to do</h2>
<ol>${whatToDo.map((step) => `<li>${renderText(step)}</li>`).join('')}</ol>
<h2>Example response</h2>
<pre tabindex="0"><code>${escapeHtml(`HTTP/1.1 ${status}\nContent-Type: application/problem+json\n\n${JSON.stringify(example, null, 2)}`)}</code></pre>
<p>Base decisions on <code>code</code>; <code>detail</code> is for people. Quote <code>requestId</code> to support.</p>`,
  )

/** Renders the page that lists all codes. */
export const listPage = (problems: readonly ProblemPageContent[]) =>
  renderPage(
    'Problems',
    `<nav><a href="/docs/data-api">The data API</a></nav><h1>Problems</h1>
<p>Every failure has the type <code>application/problem+json</code> (RFC 9457) and one of these codes. The list is closed.</p>
<table><thead><tr><th scope="col">Code<th scope="col">HTTP<th scope="col">Title</thead><tbody>${problems
      .map(
        ({ type, code, status, title }) =>
          `<tr><td><a href="${type}"><code>${code}</code></a><td>${status}<td>${escapeHtml(title)}`,
      )
      .join('')}</tbody></table>`,
  )

async function renderPage(title: string, body: string): Promise<HttpResponse> {
  const html = `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><title>${escapeHtml(title)}</title><style>${css}</style><main>${body}</main></html>`
  return htmlResponse(html, {
    'Cache-Control': 'public, max-age=3600',
    Vary: 'Accept',
    'Content-Security-Policy': `default-src 'none'; style-src 'sha256-${await digestOf(css)}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
  })
}

async function digestOf(text: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text))
  return btoa(String.fromCharCode(...new Uint8Array(digest)))
}

/** Escapes a text and renders its backticks as `<code>`. */
const renderText = (text: string): string => escapeHtml(text).replaceAll(/`([^`]+)`/g, '<code>$1</code>')
