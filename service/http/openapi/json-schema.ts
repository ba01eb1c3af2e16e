/** Converts the contract's schemas to JSON Schema (2020-12), the dialect of OpenAPI 3.1. Named schemas become `$ref`s. */
import { toJsonSchema, toJsonSchemaDefs } from '@valibot/to-json-schema'
import type { ConversionConfig } from '@valibot/to-json-schema'
import type * as v from 'valibot'
import { namedSchemas } from './named-schemas.ts'
import { namedWords } from './named-words.ts'

export type JsonSchema = { readonly [name: string]: unknown }

/** `$ref` of a schema of `components`. */
export const refTo = (name: string): JsonSchema => ({ $ref: `#/components/schemas/${name}` })

const conversion: ConversionConfig = {
  target: 'draft-2020-12',
  typeMode: 'input',
  // JSON has no infinite numbers, and trimming applies to strings only.
  ignoreActions: ['finite', 'trim'],
  overrideRef: ({ referenceId }) => `#/components/schemas/${referenceId}`,
}

/** The JSON Schema of the accepted input. Throws on a schema that JSON cannot express. */
export function jsonSchema(schema: v.GenericSchema): JsonSchema {
  const {
    $schema: _,
    $defs: __,
    ...converted
  } = toJsonSchema(schema, { ...conversion, definitions: namedSchemas })
  return plain(converted)
}

/** The schemas of `components`, without descriptions. */
export function schemaComponents(): Readonly<Record<string, JsonSchema>> {
  const objects = Object.entries(toJsonSchemaDefs(namedSchemas, conversion)).map(([name, schema]) => [
    name,
    plain(schema as JsonSchema),
  ])
  const words = Object.entries(namedWords).map(([name, list]) => [name, listOf(Object.keys(list.words))])
  return Object.fromEntries([...objects, ...words]) as Record<string, JsonSchema>
}

/** Integer keys of a table are ranks and become numbers. */
const listOf = (keys: readonly string[]): JsonSchema =>
  keys.every((key) => /^\d+$/.test(key))
    ? { type: 'integer', enum: keys.map(Number) }
    : { type: 'string', enum: keys }

/** Names of value lists, by their content in any order. */
const nameOf = new Map(
  Object.entries(namedWords).map(([name, list]) => [Object.keys(list.words).toSorted().join(), name]),
)

/** Simplifies a schema recursively to the form that people write by hand. */
function plain(schema: JsonSchema): JsonSchema {
  const { propertyNames: _, ...rest } = Object.fromEntries(
    Object.entries(schema).map(([key, value]) => [key, plainMember(key, value)]),
  ) as Record<string, unknown>
  return withoutChoice(namedList(rest))
}

function plainMember(key: string, value: unknown): unknown {
  if (key === 'default' || key === 'enum' || key === 'const' || typeof value !== 'object' || value === null)
    return value
  if (Array.isArray(value)) return value.map((each: unknown) => (isSchema(each) ? plain(each) : each))
  if (key !== 'properties') return plain(value as JsonSchema)
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, plain(each as JsonSchema)]))
}

const isSchema = (value: unknown): value is JsonSchema => typeof value === 'object' && value !== null

/** An enumeration becomes a `$ref` if it has a name, `const` if it has one value, a range if it has consecutive integers. */
function namedList(schema: JsonSchema): JsonSchema {
  const { enum: list, type, ...rest } = schema
  if ('const' in schema) return { type: typeof schema['const'], ...schema }
  if (!Array.isArray(list)) return schema
  if (list.length === 1) return { ...rest, type, const: list[0] as unknown }
  const name = nameOf.get(list.map(String).toSorted().join())
  if (name) return { ...refTo(name), ...rest }
  if (type !== 'number' || !list.every(Number.isInteger)) return schema
  return { ...rest, type: 'integer', minimum: Math.min(...list), maximum: Math.max(...list) }
}

/** A union of plain types becomes a list of types: `number | null` is `type: [number, null]`, not `anyOf`. */
function withoutChoice(schema: JsonSchema): JsonSchema {
  const { anyOf, ...rest } = schema
  if (!Array.isArray(anyOf)) return schema
  const choices = anyOf as readonly JsonSchema[]
  const detailed = choices.filter((choice) => Object.keys(choice).some((key) => key !== 'type'))
  // Limits apply to their own type, so one of the types may have them.
  if (detailed.length > 1 || !choices.every(({ type, enum: list }) => typeof type === 'string' && !list))
    return schema
  return { ...rest, ...detailed[0], type: choices.map(({ type }) => type) }
}
