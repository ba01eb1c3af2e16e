/**
 * `components` of the document: the named schemas with descriptions, and everything that operations
 * refer to.
 */
import { problemCodes } from '#contract/api/problem.ts'
import type { ProblemCode } from '#contract/api/problem.ts'
import { accessRoutes } from '#contract/api/routes.ts'
import { subscriptionKeyHeader } from '#contract/api/paths.ts'
import { headerComponents, problemExamples } from './responses.ts'
import { parameterComponents } from './data-operations.ts'
import { schemaDescriptions } from './descriptions/all.ts'
import { licensedFields, licensedNote } from './licensed-fields.ts'
import { units } from './descriptions/types.ts'
import type { Unit } from './descriptions/types.ts'
import { schemaComponents } from './json-schema.ts'
import type { JsonSchema } from './json-schema.ts'
import { namedEnums } from './named-enums.ts'
import type { NamedEnum } from './named-enums.ts'

/** Description of a schema of any type. */
type AnySchemaDescription = {
  readonly description: string
  readonly properties?: Readonly<Record<string, string | readonly [Unit, string]>>
}

/** Problems that no operation refers to. */
const codesWithoutOperation: ReadonlySet<ProblemCode> = new Set(['method-refused', 'host-unknown'])

/** @param tokenUrl Address at which legacy clients get their token. */
export function components(tokenUrl: string): JsonSchema {
  return {
    schemas: Object.fromEntries(
      Object.entries(schemaComponents()).map(([name, schema]) => [name, withDescriptions(name, schema)]),
    ),
    parameters: parameterComponents,
    headers: headerComponents,
    examples: problemExamples(problemCodes.filter((code) => !codesWithoutOperation.has(code))),
    securitySchemes: securitySchemes(tokenUrl),
  }
}

function withDescriptions(name: string, schema: JsonSchema): JsonSchema {
  const namedEnum = namedEnums[name]
  if (namedEnum) return { description: enumDescription(namedEnum), ...schema }
  const { description, properties = {} } = (
    schemaDescriptions as Readonly<Record<string, AnySchemaDescription>>
  )[name]!
  const schemaProperties = (schema['properties'] ?? {}) as Readonly<Record<string, JsonSchema>>
  if (!schema['properties']) return { description, ...schema }
  const licensed = licensedFields(name)
  const described = Object.entries(schemaProperties).map(([property, propertySchema]) => {
    const withText = withDescription(propertySchema, properties[property]!)
    return [property, licensed.has(property) ? withLicensedNote(withText) : withText]
  })
  return { description, ...schema, properties: Object.fromEntries(described) }
}

function withDescription(schema: JsonSchema, description: string | readonly [Unit, string]): JsonSchema {
  if (typeof description === 'string') return { ...schema, description }
  const [unit, text] = description
  return {
    ...schema,
    description: unit === 'none' ? text : `${text} Unit: ${units[unit]}.`,
    'x-unit': unit,
  }
}

const withLicensedNote = (schema: JsonSchema): JsonSchema => ({
  ...schema,
  description: `${String(schema['description'])} ${licensedNote(schema['type'] === 'array')}`,
})

const enumDescription = ({ description, meanings }: NamedEnum): string =>
  [description, '', ...Object.entries(meanings).map(([value, meaning]) => `- \`${value}\`: ${meaning}`)].join(
    '\n',
  )

const securitySchemes = (tokenUrl: string): JsonSchema => ({
  subscriptionKey: {
    type: 'apiKey',
    in: 'header',
    name: subscriptionKeyHeader,
    description: 'Gateway door: a subscription key in one header, without a token. The key does not expire.',
  },
  legacyBearer: {
    type: 'oauth2',
    description: `Legacy door: a bearer token from \`POST ${accessRoutes.legacyToken.path}\`, valid for about an hour.`,
    flows: { clientCredentials: { tokenUrl, scopes: {} } },
  },
  widgetBearer: {
    type: 'http',
    scheme: 'bearer',
    description: `Widget door, if the browser stores no cookie: the token from \`POST ${accessRoutes.token.path}\`.`,
  },
  widgetCookie: {
    type: 'apiKey',
    in: 'cookie',
    name: '__Host-sw-<instance>',
    description: `Widget door: the cookie from \`POST ${accessRoutes.setCookie.path}\`. Each instance has its own cookie; if there are several, the header \`Widget-Instance\` names the instance.`,
  },
})
