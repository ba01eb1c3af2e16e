import * as v from 'valibot'
import { expect, test } from 'vitest'
import { accessRoutes, dataRoutes } from '#contract/routes.ts'
import { docsPage } from './docs-page.ts'
import { jsonSchema, openApi } from './openapi.ts'

const document = openApi('1.2.3') as {
  paths: Record<
    string,
    Record<string, { operationId: string; parameters?: { name: string; required: boolean }[] }>
  >
}

test('lists every route of the contract, and nothing else', () => {
  const listed = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => `${method} ${path}`),
  )
  const routes = [
    ...Object.values(dataRoutes).map(({ path }) => `get ${path}`),
    ...Object.values(accessRoutes).map(({ method, path }) => `${method.toLowerCase()} ${path}`),
  ]
  expect(listed.toSorted()).toEqual(routes.toSorted())
})

test('names the parameters of the income look-up', () => {
  const { parameters } = document.paths['/api/v1/platform/how/income/{symbol}']!['get']!
  expect(parameters!.map(({ name, required }) => `${name}${required ? '!' : ''}`)).toEqual([
    'symbol!',
    'stockQuantity',
    'costBasis',
    'cash',
    'legtype',
    'timeframe',
    'riskprofile',
  ])
})

test('says of a schema what it accepts', () => {
  expect(
    jsonSchema(
      v.object({
        a: v.optional(v.picklist(['x', 'y']), 'x'),
        d: v.optional(v.pipe(v.string(), v.regex(/^\d+$/), v.transform(Number))),
        b: v.nullable(v.pipe(v.number(), v.integer(), v.minValue(1))),
        c: v.pipe(v.array(v.string()), v.maxLength(9)),
      }),
    ),
  ).toEqual({
    type: 'object',
    properties: {
      a: { type: 'string', enum: ['x', 'y'], default: 'x' },
      d: { type: 'string', pattern: '^\\d+$' },
      b: { anyOf: [{ type: 'integer', minimum: 1 }, { type: 'null' }] },
      c: { type: 'array', items: { type: 'string' }, maxItems: 9 },
    },
    required: ['b', 'c'],
  })
  expect(() => jsonSchema(v.date())).toThrow('date')
})

test('has a page that needs no script', async () => {
  const response = await docsPage(openApi('1.2.3'))
  const html = await response.text()
  expect(html).toContain('/api/v1/platform/why/{symbol}')
  expect(html).not.toMatch(/<script/i)
  expect(response.headers.get('content-security-policy')).toContain("default-src 'none'")
})
