/** One operation: request, response, and a sample command. */
import { escapeHtml } from '#service/http/documents/html.ts'
import { codeBlock } from '../highlight.ts'
import { headingHtml, tableHtml } from '../markdown.ts'
import {
  type Content,
  dereference,
  type Media,
  type OpenApi,
  type Operation,
  type Parameter,
  type ResponseObject,
} from './openapi-types.ts'
import { block, inline } from './prose.ts'
import { fieldTable, typeLabel, meaningOf } from './schema.ts'

/** An operation with its path and method. */
export type PathOperation = {
  readonly path: string
  readonly method: string
  readonly operation: Operation
}

const titleOf = ({ operation }: PathOperation) => operation.summary ?? operation.operationId

/** Examples of a body, each as a code block: JSON, or unchanged if the body is text. */
function examplesHtml(type: string, { example, examples: named }: Media): string {
  const labelledExamples = [
    ...(example === undefined ? [] : [{ value: example }]),
    ...Object.values(named ?? {}),
  ]
  return labelledExamples
    .map(({ summary, value }: { summary?: string; value?: unknown }) => {
      const code =
        typeof value === 'string' && !type.includes('json') ? value : JSON.stringify(value, null, 2)
      const codeHtml = codeBlock(code, type.includes('json') ? 'json' : 'text')
      return `${summary ? `<p class="example">${inline(summary)}</p>` : ''}${codeHtml}`
    })
    .join('')
}

function bodyHtml(name: string, content: Content | undefined): string {
  return Object.entries(content ?? {})
    .map(([type, media]) => {
      const { schema } = media
      const kind = schema ? `: ${typeLabel(schema)}` : ''
      return `<p class="media"><code>${escapeHtml(type)}</code>${kind}</p>${schema ? fieldTable(name, schema) : ''}${examplesHtml(type, media)}`
    })
    .join('')
}

/** Table of parameters, or an empty text without parameters. */
function parameterTable(name: string, parameters: readonly Parameter[]): string {
  if (parameters.length === 0) return ''
  const rows = parameters.map(
    ({ name: field, in: location, required, description, schema = {}, example }) => {
      return `<tr><td><code>${escapeHtml(field)}</code>${required ? ' <small>required</small>' : ''}</td><td>${location}</td><td>${typeLabel(schema)}</td><td>${meaningOf(description ?? schema.description, schema, example)}</td></tr>`
    },
  )
  const head =
    '<th scope="col">parameter</th><th scope="col">in</th><th scope="col">type</th><th scope="col">meaning</th>'
  return `<h4>Parameters</h4>${tableHtml(`parameters of ${name}`, head, rows.join(''))}`
}

function responsesHtml(name: string, document: OpenApi, responses: Operation['responses']): string {
  const entries = Object.entries(responses).map(([status, response]): [string, ResponseObject] => [
    status,
    dereference(document, response),
  ])
  const successes = entries.filter(([status]) => status.startsWith('2'))
  const failures = entries.filter(([status]) => !status.startsWith('2'))
  const successHtml = successes.map(
    ([status, { description, content }]) =>
      `<h4>Response <code>${status}</code></h4>${description === 'OK' ? '' : block(description ?? '')}${bodyHtml(`response of ${name}`, content)}`,
  )
  const failureRows = failures.map(
    ([status, { description }]) =>
      `<tr><td><code>${status}</code></td><td>${inline(description ?? '')}</td></tr>`,
  )
  const head = '<th scope="col">status</th><th scope="col">when</th>'
  return `${successHtml.join('')}${failureRows.length > 0 ? `<h4>Errors</h4>${tableHtml(`errors of ${name}`, head, failureRows.join(''))}` : ''}`
}

/** A value as written in an address. */
const textOf = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value))

/** A sample curl command, with the credential in a shell variable. */
function command(document: OpenApi, { path, method, operation }: PathOperation): string {
  const parameters = (operation.parameters ?? []).map((parameter) => dereference(document, parameter))
  const examplePath = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    const { example, schema } = parameters.find((parameter) => parameter.name === name) ?? {}
    return encodeURIComponent(textOf(example ?? schema?.example ?? schema?.examples?.[0] ?? name))
  })
  const schemeNames = (operation.security ?? document.security ?? []).flatMap((requirement) =>
    Object.keys(requirement),
  )
  const scheme = schemeNames.map((name) => document.components?.securitySchemes?.[name])[0]
  const credential =
    scheme?.type === 'apiKey' && scheme.in === 'header'
      ? ` \\\n  -H "${scheme.name ?? ''}: $subscriptionKey"`
      : scheme
        ? ' \\\n  -H "Authorization: Bearer $TOKEN"'
        : ''
  const [type, media] = Object.entries(operation.requestBody?.content ?? {})[0] ?? []
  const example = media?.example ?? Object.values(media?.examples ?? {})[0]?.value
  const fields = Object.keys((media?.schema && dereference(document, media.schema))?.properties ?? {})
  const bodyFlags = !type
    ? ''
    : type.includes('json')
      ? ` \\\n  -H "Content-Type: ${type}" \\\n  -d '${JSON.stringify(example ?? Object.fromEntries(fields.map((name) => [name, '…'])))}'`
      : fields.map((name) => ` \\\n  --data-urlencode "${name}=…"`).join('')
  const methodFlag = method === 'get' || (bodyFlags && method === 'post') ? '' : ` -X ${method.toUpperCase()}`
  return codeBlock(`curl${methodFlag} "https://API_SERVICE${examplePath}"${credential}${bodyFlags}`, 'sh')
}

/** Section of an operation, with the operation's id. */
export function operationHtml(document: OpenApi, pathOperation: PathOperation): string {
  const { path, method, operation } = pathOperation
  const name = titleOf(pathOperation)
  const schemeNames = (operation.security ?? document.security ?? []).flatMap((requirement) =>
    Object.keys(requirement),
  )
  const credentials = schemeNames
    .map((key) => `<a href="#${escapeHtml(key)}">${escapeHtml(key)}</a>`)
    .join(', ')
  const parameters = (operation.parameters ?? []).map((parameter) => dereference(document, parameter))
  const { requestBody } = operation
  return `<section class="operation">${headingHtml(3, operation.operationId, inline(name), name)}
<p class="route"><b class="${method}">${method.toUpperCase()}</b> <code>${escapeHtml(path).replaceAll('/', '/<wbr>')}</code></p>
${operation.description ? block(operation.description) : ''}
<p class="credentials">${credentials ? `Credential, one of: ${credentials}` : 'No credential in a header.'}</p>
${command(document, pathOperation)}
${parameterTable(name, parameters)}
${requestBody ? `<h4>Body</h4>${requestBody.description ? block(requestBody.description) : ''}${bodyHtml(`body of ${name}`, requestBody.content)}` : ''}
${responsesHtml(name, document, operation.responses)}
</section>\n`
}

export { titleOf as operationTitle }
