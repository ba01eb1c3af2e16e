import { expect, test } from 'vitest'
import { openApi } from '#service/http/openapi/openapi.ts'
import type { OpenApi } from './openapi-types.ts'
import { buildReference, referenceDocument } from './reference.ts'

const quote = {
  type: 'object',
  description: 'A *price* and its side.',
  properties: {
    last: { type: 'number', description: 'Dollars per share.', minimum: 0, examples: [12.5] },
    side: { enum: ['call', 'put'] },
    inner: {
      type: 'object',
      properties: { time: { type: 'string', format: 'date-time' } },
      required: ['time'],
    },
  },
  required: ['last'],
}
const document: OpenApi = {
  info: { title: 'T', version: '1', description: 'Applies to <all> operations.' },
  tags: [{ name: 'Prices', description: 'Current prices.' }],
  paths: {
    '/quotes/{symbol}': {
      get: {
        operationId: 'quote',
        summary: 'One quote',
        tags: ['Prices'],
        security: [{ key: [] }],
        parameters: [{ $ref: '#/components/parameters/Symbol' } as never],
        responses: {
          200: {
            description: 'The quote.',
            content: {
              'application/json': { schema: { $ref: '#/components/schemas/Quote' }, example: { last: 1 } },
            },
          },
          404: { $ref: '#/components/responses/Unknown' },
        },
      },
    },
  },
  components: {
    schemas: { Quote: quote },
    parameters: {
      Symbol: {
        name: 'symbol',
        in: 'path',
        required: true,
        description: 'A ticker.',
        schema: { type: 'string' },
        example: 'BRK/B',
      },
    },
    responses: { Unknown: { description: 'No such symbol.' } },
    securitySchemes: { key: { type: 'apiKey', in: 'header', name: 'X-Key', description: 'Your key.' } },
  },
}

test('an operation shows its parameters, responses and a command', () => {
  const { html, anchors, sections } = buildReference(document)
  expect(html).toContain('<b class="get">GET</b>')
  expect(html).toContain(
    '<td><code>symbol</code> <small>required</small></td><td>path</td><td>string</td><td>A ticker. For example <code>&quot;BRK/B&quot;</code>.</td>',
  )
  expect(html).toContain('API_SERVICE/quotes/BRK%2FB')
  expect(html).toContain('X-Key: ')
  expect(html).toContain('<a href="#schema-Quote">Quote</a>')
  expect(html).toContain('<td><code>404</code></td><td>No such symbol.</td>')
  expect(html).toContain('Applies to &lt;all&gt; operations.')
  expect([...anchors]).toEqual(
    expect.arrayContaining(['credentials', 'key', 'group-prices', 'quote', 'schema-Quote']),
  )
  expect(sections.find(({ id }) => id === 'quote')!.body).toContain('/quotes/{symbol}')
})

test('a schema lists each field, also nested ones, with its type, limits, description and example', () => {
  const { html } = buildReference(document)
  expect(html).toContain(
    '<code>last</code></td><td>number</td><td>Dollars per share. At least <code>0</code>, for example <code>12.5</code>.</td>',
  )
  expect(html).toContain('<code>&quot;call&quot;</code> or <code>&quot;put&quot;</code>')
  expect(html).toContain('<span class="path">inner.<wbr></span>time</code></td><td>date-time</td>')
  expect(html).toContain('<p>A <em>price</em> and its side.</p>')
})

test('an unresolved reference is an error', () => {
  const documentWithoutParameters = { ...document, components: { ...document.components, parameters: {} } }
  expect(() => buildReference(documentWithoutParameters)).toThrow('#/components/parameters/Symbol')
})

test('every operation of the service has a section', () => {
  const { anchors, html } = referenceDocument('1.2.3')
  const { paths } = openApi('1.2.3') as unknown as OpenApi
  const ids = Object.values(paths).flatMap((methods) =>
    Object.values(methods).map(({ operationId }) => operationId),
  )
  expect(ids).toEqual(expect.arrayContaining(['why', 'income', 'auth', 'legacyToken']))
  expect([...anchors]).toEqual(expect.arrayContaining(ids))
  expect(html).not.toContain('undefined')
})
