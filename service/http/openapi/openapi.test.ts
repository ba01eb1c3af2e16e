/** Properties of the document that readers, linters and client generators rely on. */
import * as v from 'valibot'
import { describe, expect, test, vi } from 'vitest'
import { problemCodes } from '#contract/api/problem.ts'
import { accessRoutes, dataRoutes } from '#contract/api/routes.ts'
import type { DataRoute } from '#contract/api/routes.ts'
import { RecordFileSchema, RecordListSchema } from '#contract/responses/record.ts'
import { RecordOverviewSchema, recordSummaryPath } from '#contract/responses/record-summary.ts'
import { makeTestService } from '#service/testing/test-service.ts'
import { jsonSchema, openApi, resolveRef } from './openapi.ts'
import type { JsonSchema } from './openapi.ts'

type Parameter = {
  readonly $ref?: string
  readonly name: string
  readonly in: string
  readonly required: boolean
  readonly description: string
  readonly example: string | number | boolean
  readonly schema: JsonSchema
}
type Operation = {
  readonly operationId: string
  readonly parameters?: readonly Parameter[]
  readonly responses: Readonly<
    Record<string, { readonly content?: Readonly<Record<string, { schema: JsonSchema; example?: unknown }>> }>
  >
  readonly servers?: readonly { readonly url: string }[]
}
type Document = JsonSchema & {
  readonly servers: readonly { readonly url: string; readonly description: string }[]
  readonly info: JsonSchema
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>
  readonly components: {
    readonly schemas: Readonly<Record<string, JsonSchema & { properties?: Record<string, JsonSchema> }>>
    readonly securitySchemes: JsonSchema
  }
}
const document = openApi('1.2.3') as Document
const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
)
const parametersOf = ({ parameters = [] }: Operation): Parameter[] =>
  parameters.map(
    (parameter) => resolveRef(document, parameter as unknown as JsonSchema) as unknown as Parameter,
  )

test('lists every route of the contract, and nothing else', () => {
  const routes = [
    ...Object.values(dataRoutes).map(({ path }) => `get ${path}`),
    ...Object.values(accessRoutes).map(({ method, path }) => `${method.toLowerCase()} ${path}`),
    'get /api/v1/platform/record',
    'get /api/v1/platform/record/summary',
    'get /record/{series}/{night}.json',
  ]
  expect(operations.map(({ method, path }) => `${method} ${path}`).toSorted()).toEqual(routes.toSorted())
})

test('names the parameters of the income look-up, numbers as numbers', () => {
  const { get } = document.paths['/api/v1/platform/how/income/{symbol}']!
  expect(
    parametersOf(get!).map(
      ({ name, required, schema }) =>
        `${name}${required ? '!' : ''}: ${String(resolveRef(document, schema)['type'])}`,
    ),
  ).toEqual([
    'symbol!: string',
    'stockQuantity: integer',
    'costBasis: number',
    'cash: number',
    'legtype: string',
    'timeframe: string',
    'riskprofile: string',
    'contract: string',
    'strict: string',
  ])
})

/** Values of the required parameters. */
const requiredParameters: Readonly<Partial<Record<DataRoute, Record<string, string>>>> = {
  symbols: { query: 'a' },
  roll: { contract: 'AAPL270115C00240000' },
  scenario: { contract: 'AAPL270115C00240000' },
}

test('the service accepts the example, the minimum and the maximum of every parameter', () => {
  for (const name of Object.keys(dataRoutes) as DataRoute[]) {
    const { path, query } = dataRoutes[name]
    for (const { name: parameter, in: location, example, schema } of parametersOf(
      document.paths[path]!['get']!,
    )) {
      if (location !== 'query') continue
      const { minimum, maximum } = resolveRef(document, schema) as { minimum?: number; maximum?: number }
      for (const value of [example, minimum, maximum].filter((candidate) => candidate !== undefined)) {
        const queryValues = { ...requiredParameters[name], [parameter]: String(value) }
        expect([name, queryValues, v.safeParse(query, queryValues).success]).toEqual([
          name,
          queryValues,
          true,
        ])
      }
    }
  }
})

describe('the schemas', () => {
  const schemas = Object.entries(document.components.schemas)
  const properties = schemas.flatMap(([name, schema]) =>
    Object.entries(schema.properties ?? {}).map(([property, value]) => ({
      path: `${name}.${property}`,
      value,
    })),
  )

  test('are defined once: every object and every enumeration has a name', () => {
    const unnamed: string[] = []
    const walk = (path: string, value: unknown): void => {
      if (typeof value !== 'object' || value === null) return
      const schema = value as JsonSchema
      if (
        path.split('.').length > 1 &&
        ('properties' in schema || 'enum' in schema) &&
        !path.endsWith('.properties')
      )
        unnamed.push(path)
      for (const [key, member] of Object.entries(schema))
        if (key !== 'description') walk(`${path}.${key}`, member)
    }
    for (const [name, schema] of schemas) walk(name, schema)
    expect(unnamed).toEqual([])
    const mediaTypes = operations.flatMap(({ operation }) =>
      Object.values(operation.responses).flatMap(({ content = {} }) => Object.values(content)),
    )
    expect(mediaTypes.filter(({ schema }) => !schema['$ref'] && schema['type'] !== 'string')).toEqual([])
  })

  test('have a description for themselves and for every property', () => {
    expect(schemas.filter(([, { description }]) => !description).map(([name]) => name)).toEqual([])
    expect(properties.filter(({ value }) => !value['description']).map(({ path }) => path)).toEqual([])
  })

  test('have a unit for every number', () => {
    const numeric = properties.filter(({ value }) => {
      const { type, items } = resolveRef(document, value)
      const types = [type, (items as JsonSchema | undefined)?.['type']].flat()
      return types.includes('number') || types.includes('integer')
    })
    expect(numeric.length).toBeGreaterThan(80)
    expect(numeric.filter(({ value }) => !value['x-unit']).map(({ path }) => path)).toEqual([])
  })

  test('have the types number and null for a number that may be unknown', () => {
    expect(document.components.schemas['ExpandedQuote']!.properties!['last']!['type']).toEqual([
      'number',
      'null',
    ])
    expect(document.components.schemas['TradeIdea']!.properties!['technicalRank']).toMatchObject({
      type: ['integer', 'null'],
      minimum: 1,
      maximum: 10,
    })
    const choices = properties.filter(({ value }) =>
      ((value['anyOf'] as JsonSchema[] | undefined) ?? []).some(
        (candidate) => !candidate['$ref'] && candidate['type'] !== 'null',
      ),
    )
    expect(choices.map(({ path }) => path)).toEqual([])
  })

  test('have a meaning for every enumerated value, problems included', () => {
    expect(document.components.schemas['ProblemCode']!['enum']).toEqual(problemCodes)
  })
})

test('the examples match the contract’s schemas', () => {
  for (const name of Object.keys(dataRoutes) as DataRoute[]) {
    const { path, response: schema } = dataRoutes[name]
    const { example } = document.paths[path]!['get']!.responses['200']!.content!['application/json']!
    const parsed = v.safeParse(schema, example)
    expect(parsed.issues?.map((issue) => `${name} ${v.getDotPath(issue)}: ${issue.message}`) ?? []).toEqual(
      [],
    )
  }
})

test('the examples of the record match its schemas', () => {
  const exampleOf = (path: string) =>
    document.paths[path]!['get']!.responses['200']!.content!['application/json']!.example
  v.parse(RecordListSchema, exampleOf('/api/v1/platform/record'))
  v.parse(RecordOverviewSchema, exampleOf(recordSummaryPath))
  v.parse(RecordFileSchema, exampleOf('/record/{series}/{night}.json'))
})

test('describes the accepted input of a schema', () => {
  expect(
    jsonSchema(
      v.object({
        a: v.optional(v.picklist(['x', 'y']), 'x'),
        d: v.optional(v.pipe(v.string(), v.regex(/^\d+$/), v.transform(Number))),
        b: v.nullable(v.pipe(v.number(), v.integer(), v.minValue(1))),
        c: v.pipe(v.array(v.string()), v.maxLength(9)),
        e: v.record(v.string(), v.union([v.string(), v.number()])),
        f: v.nullable(v.picklist(['put', 'call'])),
        g: v.picklist([4, 5, 6]),
      }),
    ),
  ).toEqual({
    type: 'object',
    properties: {
      a: { type: 'string', enum: ['x', 'y'], default: 'x' },
      d: { type: 'string', pattern: '^\\d+$' },
      b: { type: ['integer', 'null'], minimum: 1 },
      c: { type: 'array', items: { type: 'string' }, maxItems: 9 },
      e: { type: 'object', additionalProperties: { type: ['string', 'number'] } },
      f: { anyOf: [{ $ref: '#/components/schemas/LegType' }, { type: 'null' }] },
      g: { type: 'integer', minimum: 4, maximum: 6 },
    },
    required: ['b', 'c', 'e', 'f', 'g'],
  })
  expect(() => jsonSchema(v.date())).toThrow('date')
})

test('a $ref is merged with its siblings, and an unresolved one throws', () => {
  const documentWithRefs = {
    components: { schemas: { A: { $ref: '#/components/schemas/B' }, B: { type: 'string' } } },
  }
  expect(resolveRef(documentWithRefs, { $ref: '#/components/schemas/A', description: 'one' })).toEqual({
    type: 'string',
    description: 'one',
  })
  expect(resolveRef(documentWithRefs, { type: 'null' })).toEqual({ type: 'null' })
  expect(() => resolveRef(documentWithRefs, { $ref: '#/components/schemas/C' })).toThrow(
    '#/components/schemas/C',
  )
})

describe('the servers', () => {
  const fetchDocument = async (host: string, hosts: Parameters<typeof makeTestService>[0] = {}) => {
    const { app } = await makeTestService(hosts)
    const response = await app.fetch(new Request(`http://${host}/openapi.json`))
    expect(response.status).toBe(200)
    return (await response.json()) as Document
  }

  test('are relative if no host is configured, whatever host the request names', async () => {
    for (const host of ['localhost:8080', 'api.service.test']) {
      const { servers, info } = await fetchDocument(host)
      expect(servers).toEqual([
        { url: '/', description: 'All doors. The kind of credential selects the door.' },
      ])
      expect(info['contact']).toEqual({ name: 'Support', url: '/help/support' })
    }
  })

  test('are serialised once for all hosts', async () => {
    const { app } = await makeTestService({
      hosts: { gateway: 'api.service.test', legacy: null, widget: null },
    })
    const digest = vi.spyOn(crypto.subtle, 'digest')
    const etags = new Set<string | null>()
    for (const host of ['api.service.test', 'a.example', 'b.example', 'localhost', '127.0.0.1:81'])
      etags.add((await app.fetch(new Request(`http://${host}/openapi.json`))).headers.get('etag'))
    expect([etags.size, digest.mock.calls.length]).toEqual([1, 1])
    digest.mockRestore()
  })

  test('are the configured hosts of the doors', async () => {
    const hosts = {
      gateway: 'api.service.test',
      legacy: 'legacy.service.test',
      widget: 'widget.service.test',
    }
    const { servers, paths, components } = await fetchDocument('api.service.test', { hosts })
    expect(servers).toEqual([
      { url: 'https://api.service.test', description: 'Door: gateway, with a subscription key.' },
      { url: 'https://legacy.service.test', description: 'Door: legacy, with a bearer token.' },
      { url: 'https://widget.service.test', description: 'Door: widget, with a session.' },
    ])
    expect(paths['/token']!['post']!.servers).toMatchObject([{ url: 'https://legacy.service.test' }])
    expect(paths['/Auth']!['post']!.servers).toMatchObject([{ url: 'https://widget.service.test' }])
    expect(components.securitySchemes['legacyBearer']).toMatchObject({
      flows: { clientCredentials: { tokenUrl: 'https://legacy.service.test/token' } },
    })
  })
})

test('responds 304 if the client has the document', async () => {
  const { app } = await makeTestService()
  const get = (headers: Record<string, string> = {}) =>
    app.fetch(new Request('http://localhost/openapi.json', { headers }))
  const first = await get()
  const etag = first.headers.get('etag')!
  expect((await get({ 'If-None-Match': etag })).status).toBe(304)
  const compressed = await get({ 'Accept-Encoding': 'gzip' })
  expect(compressed.headers.get('content-encoding')).toBe('gzip')
  const text = await new Response(compressed.body!.pipeThrough(new DecompressionStream('gzip'))).text()
  expect(text).toBe(await first.text())
})
