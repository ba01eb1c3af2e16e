/** `/docs`: the OpenAPI document as a plain page, without scripts. */
import type { JsonSchema } from './openapi.ts'

type Operation = {
  readonly operationId: string
  readonly summary: string
  readonly parameters?: readonly {
    readonly name: string
    readonly in: string
    readonly required: boolean
    readonly schema: JsonSchema
  }[]
  readonly responses: Readonly<
    Record<string, { readonly content?: Readonly<Record<string, { readonly schema: JsonSchema }>> }>
  >
}

const css = `:root{color-scheme:light dark}body{font:16px/1.5 system-ui,sans-serif;max-width:60rem;margin:2rem auto;padding:0 1rem}
h2{margin:2.5rem 0 .25rem;font:600 1.05rem ui-monospace,monospace}b{display:inline-block;min-width:4.5rem}
table{border-collapse:collapse;width:100%}td,th{text-align:start;padding:.2rem .6rem .2rem 0;border-bottom:1px solid color-mix(in srgb,currentColor 20%,transparent);vertical-align:top}
code,pre{font:13px/1.45 ui-monospace,monospace}pre{overflow:auto;max-height:28rem}summary{cursor:pointer}`

export async function docsPage(document: JsonSchema): Promise<Response> {
  const info = document['info'] as { title: string; version: string; description: string }
  const paths = document['paths'] as Record<string, Record<string, Operation>>
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => section(method, path, operation)),
  )
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(css)))
  const html = `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escape(info.title)}</title><style>${css}</style>
<h1>${escape(info.title)} <small>${escape(info.version)}</small></h1><p>${escape(info.description)}</p><p>The same as <a href="/openapi.json">OpenAPI 3.1</a>.</p>
${operations.join('\n')}</html>`
  return new Response(html, {
    headers: {
      'Content-Type': 'text/html; charset=utf-8',
      'Cache-Control': 'public, max-age=300',
      'Content-Security-Policy': `default-src 'none'; style-src 'sha256-${btoa(String.fromCharCode(...digest))}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
    },
  })
}

function section(method: string, path: string, { summary, parameters = [], responses }: Operation): string {
  const rows = parameters.map(
    ({ name, in: where, required, schema }) =>
      `<tr><td><code>${escape(name)}</code><td>${where}${required ? ', required' : ''}<td><code>${escape(JSON.stringify(schema))}</code>`,
  )
  const answer = Object.values(responses['200']?.content ?? {})[0]?.schema
  return `<section><h2><b>${method.toUpperCase()}</b>${escape(path)}</h2><p>${escape(summary)}</p>${rows.length > 0 ? `<table><tr><th>Parameter<th>Where<th>Accepts${rows.join('')}</table>` : ''}
<p>Answers: ${Object.keys(responses).join(', ')}</p>${answer ? `<details><summary>Answer</summary><pre>${escape(JSON.stringify(answer, null, 2))}</pre></details>` : ''}</section>`
}

function escape(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
}
