/** One operation: request, response, and a sample command. */
import { escapeHtml } from '#service/http/documents/html.ts'
import { codeBlock } from '../highlight.ts'
import { headingHtml, tableHtml } from '../markdown.ts'
import {
  type Answer,
  type Content,
  follow,
  type Media,
  type OpenApi,
  type Operation,
  type Parameter,
} from './openapi-types.ts'
import { block, inline } from './prose.ts'
import { fieldTable, kindOf, meaningOf } from './schema.ts'

export type PlacedOperation = {
  readonly path: string
  readonly method: string
  readonly operation: Operation
}

const titleOf = ({ operation }: PlacedOperation) => operation.summary ?? operation.operationId

/** Examples of a body, each as a block; JSON, or the text as it is. */
function examples(type: string, { example, examples: named }: Media): string {
  const all = [...(example === undefined ? [] : [{ value: example }]), ...Object.values(named ?? {})]
  return all
    .map(({ summary, value }: { summary?: string; value?: unknown }) => {
      const code =
        typeof value === 'string' && !type.includes('json') ? value : JSON.stringify(value, null, 2)
      const block_ = codeBlock(code, type.includes('json') ? 'json' : 'text')
      return `${summary ? `<p class="example">${inline(summary)}</p>` : ''}${block_}`
    })
    .join('')
}

function body(name: string, content: Content | undefined): string {
  return Object.entries(content ?? {})
    .map(([type, media]) => {
      const { schema } = media
      const kind = schema ? `: ${kindOf(schema)}` : ''
      return `<p class="media"><code>${escapeHtml(type)}</code>${kind}</p>${schema ? fieldTable(name, schema) : ''}${examples(type, media)}`
    })
    .join('')
}

function parameterTable(name: string, parameters: readonly Parameter[]): string {
  if (parameters.length === 0) return ''
  const rows = parameters.map(({ name: field, in: where, required, description, schema = {}, example }) => {
    return `<tr><td><code>${escapeHtml(field)}</code>${required ? ' <small>required</small>' : ''}</td><td>${where}</td><td>${kindOf(schema)}</td><td>${meaningOf(description ?? schema.description, schema, example)}</td></tr>`
  })
  const head =
    '<th scope="col">parameter</th><th scope="col">in</th><th scope="col">type</th><th scope="col">meaning</th>'
  return `<h4>Parameters</h4>${tableHtml(`parameters of ${name}`, head, rows.join(''))}`
}

function answers(name: string, document: OpenApi, responses: Operation['responses']): string {
  const all = Object.entries(responses).map(([status, answer]): [string, Answer] => [
    status,
    follow(document, answer),
  ])
  const good = all.filter(([status]) => status.startsWith('2'))
  const bad = all.filter(([status]) => !status.startsWith('2'))
  const shown = good.map(
    ([status, { description, content }]) =>
      `<h4>Answer <code>${status}</code></h4>${description === 'OK' ? '' : block(description ?? '')}${body(`answer of ${name}`, content)}`,
  )
  const refused = bad.map(
    ([status, { description }]) =>
      `<tr><td><code>${status}</code></td><td>${inline(description ?? '')}</td></tr>`,
  )
  const head = '<th scope="col">status</th><th scope="col">when</th>'
  return `${shown.join('')}${refused.length > 0 ? `<h4>Refusals</h4>${tableHtml(`refusals of ${name}`, head, refused.join(''))}` : ''}`
}

/** A value as written in an address. */
const textOf = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value))

/** A curl command; the credential comes from a shell variable. */
function command(document: OpenApi, { path, method, operation }: PlacedOperation): string {
  const parameters = (operation.parameters ?? []).map((one) => follow(document, one))
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    const { example, schema } = parameters.find((one) => one.name === name) ?? {}
    return encodeURIComponent(textOf(example ?? schema?.example ?? schema?.examples?.[0] ?? name))
  })
  const schemes = (operation.security ?? document.security ?? []).flatMap((one) => Object.keys(one))
  const scheme = schemes.map((name) => document.components?.securitySchemes?.[name])[0]
  const credential =
    scheme?.type === 'apiKey' && scheme.in === 'header'
      ? ` \\\n  -H "${scheme.name ?? ''}: $subscriptionKey"`
      : scheme
        ? ' \\\n  -H "Authorization: Bearer $TOKEN"'
        : ''
  const [type, media] = Object.entries(operation.requestBody?.content ?? {})[0] ?? []
  const example = media?.example ?? Object.values(media?.examples ?? {})[0]?.value
  const fields = Object.keys((media?.schema && follow(document, media.schema))?.properties ?? {})
  const sent = !type
    ? ''
    : type.includes('json')
      ? ` \\\n  -H "Content-Type: ${type}" \\\n  -d '${JSON.stringify(example ?? Object.fromEntries(fields.map((name) => [name, '…'])))}'`
      : fields.map((name) => ` \\\n  --data-urlencode "${name}=…"`).join('')
  const verb = method === 'get' || (sent && method === 'post') ? '' : ` -X ${method.toUpperCase()}`
  return codeBlock(`curl${verb} "https://API_SERVICE${filled}"${credential}${sent}`, 'sh')
}

/** Section of an operation; its id is the operation's. */
export function operationHtml(document: OpenApi, placed: PlacedOperation): string {
  const { path, method, operation } = placed
  const name = titleOf(placed)
  const keys = (operation.security ?? document.security ?? []).flatMap((one) => Object.keys(one))
  const credentials = keys.map((key) => `<a href="#${escapeHtml(key)}">${escapeHtml(key)}</a>`).join(', ')
  const parameters = (operation.parameters ?? []).map((one) => follow(document, one))
  const { requestBody } = operation
  return `<section class="operation">${headingHtml(3, operation.operationId, inline(name), name)}
<p class="route"><b class="${method}">${method.toUpperCase()}</b> <code>${escapeHtml(path).replaceAll('/', '/<wbr>')}</code></p>
${operation.description ? block(operation.description) : ''}
<p class="credentials">${credentials ? `Credential, one of: ${credentials}` : 'No credential in a header.'}</p>
${command(document, placed)}
${parameterTable(name, parameters)}
${requestBody ? `<h4>Body</h4>${requestBody.description ? block(requestBody.description) : ''}${body(`body of ${name}`, requestBody.content)}` : ''}
${answers(name, document, operation.responses)}
</section>\n`
}

export { titleOf as operationTitle }
