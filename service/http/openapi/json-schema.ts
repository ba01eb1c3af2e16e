/**
 * Converts the schemas of the contract to JSON Schema 2020-12, which OpenAPI 3.1 uses. Named
 * schemas become `$ref`s.
 */
import { toJsonSchema, toJsonSchemaDefs } from '@valibot/to-json-schema'
import type { ConversionConfig } from '@valibot/to-json-schema'
import type * as v from 'valibot'
import { namedSchemas } from './named-schemas.ts'
import { namedEnums } from './named-enums.ts'

export type JsonSchema = { readonly [name: string]: unknown }

/** Returns a `$ref` to a schema of `components`. */
export const refTo = (name: string): JsonSchema => ({ $ref: `#/components/schemas/${name}` })

const conversion: ConversionConfig = {
  target: 'draft-2020-12',
  typeMode: 'input',
  // JSON has no infinite numbers, and trimming applies to strings only.
  ignoreActions: ['finite', 'trim'],
  overrideRef: ({ referenceId }) => `#/components/schemas/${referenceId}`,
}

/** Returns the JSON Schema of the accepted input. Throws if JSON cannot express the schema. */
export function jsonSchema(schema: v.GenericSchema): JsonSchema {
  const {
    $schema: _,
    $defs: __,
    ...converted
  } = toJsonSchema(schema, { ...conversion, definitions: namedSchemas })
  return simplify(converted)
}

/** Returns the schemas of `components`, without descriptions. */
export function schemaComponents(): Readonly<Record<string, JsonSchema>> {
  const objects = Object.entries(toJsonSchemaDefs(namedSchemas, conversion)).map(([name, schema]) => [
    name,
    simplify(schema as JsonSchema),
  ])
  const enums = Object.entries(namedEnums).map(([name, list]) => [
    name,
    enumSchema(Object.keys(list.meanings)),
  ])
  return Object.fromEntries([...objects, ...enums]) as Record<string, JsonSchema>
}

/** Returns the schema of an enumeration. Integer keys are ranks and become numbers. */
const enumSchema = (keys: readonly string[]): JsonSchema =>
  keys.every((key) => /^\d+$/.test(key))
    ? { type: 'integer', enum: keys.map(Number) }
    : { type: 'string', enum: keys }

/** Names of enumerations, by their sorted values. */
const enumNames = new Map(
  Object.entries(namedEnums).map(([name, list]) => [Object.keys(list.meanings).toSorted().join(), name]),
)

/**
 * Recursively replaces verbose constructs of the generated schema by the shorter equivalents that
 * people write.
 */
function simplify(schema: JsonSchema): JsonSchema {
  const { propertyNames: _, ...rest } = Object.fromEntries(
    Object.entries(schema).map(([key, value]) => [key, simplifyMember(key, value)]),
  ) as Record<string, unknown>
  return simplifyUnion(simplifyEnum(rest))
}

function simplifyMember(key: string, value: unknown): unknown {
  if (key === 'default' || key === 'enum' || key === 'const' || typeof value !== 'object' || value === null)
    return value
  if (Array.isArray(value)) return value.map((item: unknown) => (isSchema(item) ? simplify(item) : item))
  if (key !== 'properties') return simplify(value as JsonSchema)
  return Object.fromEntries(
    Object.entries(value).map(([name, property]) => [name, simplify(property as JsonSchema)]),
  )
}

const isSchema = (value: unknown): value is JsonSchema => typeof value === 'object' && value !== null

/** Replaces a named enumeration by a `$ref`, a single value by `const`, and integers by a range. */
function simplifyEnum(schema: JsonSchema): JsonSchema {
  const { enum: list, type, ...rest } = schema
  if ('const' in schema) return { type: typeof schema['const'], ...schema }
  if (!Array.isArray(list)) return schema
  if (list.length === 1) return { ...rest, type, const: list[0] as unknown }
  const name = enumNames.get(list.map(String).toSorted().join())
  if (name) return { ...refTo(name), ...rest }
  if (type !== 'number' || !list.every(Number.isInteger)) return schema
  return { ...rest, type: 'integer', minimum: Math.min(...list), maximum: Math.max(...list) }
}

/**
 * Replaces a union of plain types by a list of types: `number | null` becomes `type: [number,
 * null]`.
 */
function simplifyUnion(schema: JsonSchema): JsonSchema {
  const { anyOf, ...rest } = schema
  if (!Array.isArray(anyOf)) return schema
  const alternatives = anyOf as readonly JsonSchema[]
  const withLimits = alternatives.filter((alternative) =>
    Object.keys(alternative).some((key) => key !== 'type'),
  )
  // Limits such as `minimum` apply to one type only, so one of the types may have them.
  if (
    withLimits.length > 1 ||
    !alternatives.every(({ type, enum: list }) => typeof type === 'string' && !list)
  )
    return schema
  return { ...rest, ...withLimits[0], type: alternatives.map(({ type }) => type) }
}
