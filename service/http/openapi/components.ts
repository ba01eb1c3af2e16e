/** `components`: the named schemas with descriptions, and everything that operations refer to. */
import { problemCodes } from '#contract/api/problem.ts'
import type { ProblemCode } from '#contract/api/problem.ts'
import { accessRoutes } from '#contract/api/routes.ts'
import { subscriptionKeyHeader } from '#contract/api/paths.ts'
import { headerComponents, problemExamples } from './responses.ts'
import { parameterComponents } from './data-operations.ts'
import { schemaWords } from './descriptions/all.ts'
import { units } from './descriptions/words.ts'
import type { Unit } from './descriptions/words.ts'
import { schemaComponents } from './json-schema.ts'
import type { JsonSchema } from './json-schema.ts'
import { namedWords } from './named-words.ts'
import type { NamedWords } from './named-words.ts'

/** Description of a schema of any type. */
type AnyWords = {
  readonly description: string
  readonly properties?: Readonly<Record<string, string | readonly [Unit, string]>>
}

/** Problems outside all operations: no operation refers to them. */
const ofNoOperation: ReadonlySet<ProblemCode> = new Set(['route-unknown', 'method-refused', 'host-unknown'])

/** @param tokenUrl where legacy clients get their token */
export function components(tokenUrl: string): JsonSchema {
  return {
    schemas: Object.fromEntries(
      Object.entries(schemaComponents()).map(([name, schema]) => [name, withWords(name, schema)]),
    ),
    parameters: parameterComponents,
    headers: headerComponents,
    examples: problemExamples(problemCodes.filter((code) => !ofNoOperation.has(code))),
    securitySchemes: securitySchemes(tokenUrl),
  }
}

function withWords(name: string, schema: JsonSchema): JsonSchema {
  const list = namedWords[name]
  if (list) return { description: meanings(list), ...schema }
  const { description, properties = {} } = (schemaWords as Readonly<Record<string, AnyWords>>)[name]!
  const given = (schema['properties'] ?? {}) as Readonly<Record<string, JsonSchema>>
  if (!schema['properties']) return { description, ...schema }
  const described = Object.entries(given).map(([property, each]) => [
    property,
    said(each, properties[property]!),
  ])
  return { description, ...schema, properties: Object.fromEntries(described) }
}

function said(schema: JsonSchema, words: string | readonly [Unit, string]): JsonSchema {
  if (typeof words === 'string') return { ...schema, description: words }
  const [unit, description] = words
  return {
    ...schema,
    description: unit === 'none' ? description : `${description} Unit: ${units[unit]}.`,
    'x-unit': unit,
  }
}

const meanings = ({ description, words }: NamedWords): string =>
  [description, '', ...Object.entries(words).map(([word, meaning]) => `- \`${word}\`: ${meaning}`)].join('\n')

const securitySchemes = (tokenUrl: string): JsonSchema => ({
  subscriptionKey: {
    type: 'apiKey',
    in: 'header',
    name: subscriptionKeyHeader,
    description: 'Gateway: one header, no token call. The key does not expire.',
  },
  legacyBearer: {
    type: 'oauth2',
    description: `Legacy: a bearer token from \`POST ${accessRoutes.legacyToken.path}\`, good for about an hour.`,
    flows: { clientCredentials: { tokenUrl, scopes: {} } },
  },
  widgetBearer: {
    type: 'http',
    scheme: 'bearer',
    description: `Widget, where the browser keeps no cookie: the token of \`POST ${accessRoutes.token.path}\`.`,
  },
  widgetCookie: {
    type: 'apiKey',
    in: 'cookie',
    name: '__Host-sw-<instance>',
    description: `Widget: the cookie of \`POST ${accessRoutes.setCookie.path}\`, one for each instance; \`Widget-Instance\` names it where there are several.`,
  },
})
