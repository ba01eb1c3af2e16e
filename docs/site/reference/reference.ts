/** The data API's reference: `/openapi.json` as a page of the documentation. */
import { openApi } from '#service/http/openapi/openapi.ts'
import { escapeHtml } from '#service/http/documents/html.ts'
import { type Document, type Heading, headingHtml, type Section, tableHtml } from '../markdown.ts'
import { dereference, type OpenApi } from './openapi-types.ts'
import { operationHtml, operationTitle, type PathOperation } from './operation.ts'
import { block, inline } from './prose.ts'
import { fieldTable, fieldText, typeLabel, schemaId } from './schema.ts'

const title = 'API reference'
const summary =
  'Every route of the service with its parameters, bodies and responses: the OpenAPI document as a page.'

/** Groups operations by their first tag; operations without a tag are in `Data` or `Access`. */
function groupOperations(document: OpenApi): Map<string, PathOperation[]> {
  const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]): PathOperation => ({ path, method, operation })),
  )
  return Map.groupBy(operations, ({ path, operation }) => {
    const [tag] = operation.tags ?? []
    return tag ?? (path.startsWith('/api/') ? 'Data' : 'Access')
  })
}

function credentials(document: OpenApi): string {
  const rows = Object.entries(document.components?.securitySchemes ?? {}).map(([name, scheme]) => {
    const location =
      scheme.type === 'apiKey'
        ? `${scheme.in === 'cookie' ? 'cookie' : 'header'} <code>${escapeHtml(scheme.name ?? '')}</code>`
        : 'header <code>Authorization: Bearer …</code>'
    return `<tr><td id="${escapeHtml(name)}"><code>${escapeHtml(name)}</code></td><td>${location}</td><td>${inline(scheme.description ?? '')}</td></tr>`
  })
  const headerCells = '<th scope="col">name</th><th scope="col">where</th><th scope="col">meaning</th>'
  return tableHtml('credentials', headerCells, rows.join(''))
}

/** Builds the reference from the service's OpenAPI document. */
export function referenceDocument(version: string): Document {
  return buildReference(openApi(version) as unknown as OpenApi)
}

/** Builds the reference from any OpenAPI document. */
export function buildReference(document: OpenApi): Document {
  const headings: Heading[] = []
  const sections: Section[] = [{ id: '', text: title, depth: 1, body: summary }]
  const anchors = new Set<string>()
  const addSection = (heading: Heading, body: string) => {
    headings.push(heading)
    anchors.add(heading.id)
    sections.push({ ...heading, body })
  }
  const addHeading = (id: string, text: string, depth: number, body: string) => {
    addSection({ id, text, depth }, body)
    return headingHtml(depth, id, escapeHtml(text), text)
  }

  const parts = [
    `<h1>${title}</h1><p>${summary} For tools, the same document is <a href="/openapi.json">OpenAPI 3.1</a>. For instructions, see <a href="/docs/data-api">Using the API</a>.</p>${block(document.info.description ?? '')}`,
    addHeading(
      'credentials',
      'Credentials',
      2,
      Object.keys(document.components?.securitySchemes ?? {}).join(' '),
    ),
    credentials(document),
  ]
  for (const name of Object.keys(document.components?.securitySchemes ?? {})) anchors.add(name)
  for (const [group, operations] of groupOperations(document)) {
    const description = document.tags?.find(({ name }) => name === group)?.description ?? ''
    parts.push(
      addHeading(`group-${group.toLowerCase().replaceAll(/\W+/g, '-')}`, group, 2, description),
      block(description),
    )
    for (const pathOperation of operations) {
      const { path, operation } = pathOperation
      const parameterNames = (operation.parameters ?? [])
        .map((parameter) => dereference(document, parameter).name)
        .join(' ')
      const fields = Object.values(operation.responses['200']?.content ?? {})
        .map(({ schema }) => fieldText(schema ?? {}))
        .join(' ')
      addSection(
        { id: operation.operationId, text: operationTitle(pathOperation), depth: 3 },
        `${path} ${operation.description ?? ''} ${parameterNames} ${fields}`,
      )
      parts.push(operationHtml(document, pathOperation))
    }
  }
  const schemas = Object.entries(document.components?.schemas ?? {})
  if (schemas.length > 0) parts.push(addHeading('schemas', 'Schemas', 2, ''))
  for (const [name, schema] of schemas)
    parts.push(
      addHeading(schemaId(name), name, 3, `${schema.description ?? ''} ${fieldText(schema)}`),
      block(schema.description ?? ''),
      fieldTable(name, schema) || `<p>${typeLabel(schema)}</p>`,
    )
  return { html: parts.join('\n'), title, summary, headings, sections, links: [], anchors, languages: [] }
}
