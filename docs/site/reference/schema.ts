/** Describes a schema: its type, its constraints, and a table of its fields. */
import { escapeHtml } from '#service/http/documents/html.ts'
import { tableHtml } from '../markdown.ts'
import { type Schema, schemaName } from './openapi-types.ts'
import { inline } from './prose.ts'

/** Id of a named schema's section. */
export const schemaId = (name: string): string => `schema-${name}`

const quoted = (value: unknown) => `<code>${escapeHtml(JSON.stringify(value))}</code>`
const isNull = (schema: Schema) => schema.type === 'null' || schema.const === null
const variants = (schema: Schema): readonly Schema[] | undefined => schema.anyOf ?? schema.oneOf

/** Type of a value as HTML, such as `array of string`; a named schema is a link. */
export function typeLabel(schema: Schema): string {
  const name = schemaName(schema)
  if (name) return `<a href="#${schemaId(name)}">${escapeHtml(name)}</a>`
  if (schema.allOf) return schema.allOf.map(typeLabel).join(' with ')
  const options = variants(schema)
  if (options) {
    const labels = options.filter((variant) => !isNull(variant)).map(typeLabel)
    return [...new Set(labels), ...(options.some(isNull) ? ['null'] : [])].join(' or ')
  }
  if (schema.const !== undefined) return quoted(schema.const)
  if (schema.enum) {
    const [first, ...rest] = schema.enum
    const isRange = rest.length > 2 && rest.every((value, index) => value === Number(first) + index + 1)
    return isRange ? `${quoted(first)} to ${quoted(rest.at(-1))}` : schema.enum.map(quoted).join(' or ')
  }
  const types = typeof schema.type === 'string' ? [schema.type] : (schema.type ?? ['any value'])
  return types
    .map((type) => {
      if (type === 'array') return schema.items ? `array of ${typeLabel(schema.items)}` : 'array'
      if (type === 'object' && typeof schema.additionalProperties === 'object')
        return `map of ${typeLabel(schema.additionalProperties)}`
      return schema.format && type === 'string' ? escapeHtml(schema.format) : escapeHtml(type)
    })
    .join(' or ')
}

/** A range of counts: `1 to 15 characters`. */
function countRange(unit: string, min: number | undefined, max: number | undefined): string[] {
  if (min === undefined && max === undefined) return []
  if (max === undefined) return [`${unit}: at least ${min}`]
  return [`${min === undefined || min === 0 ? 'at most' : `${min} to`} ${max} ${unit}`]
}

/** Further constraints: limits, patterns, default value. */
export function limitsOf(schema: Schema): string[] {
  const variant = variants(schema)?.find((option) => !isNull(option))
  const constraint = (phrase: string, value: unknown) =>
    value === undefined ? [] : [`${phrase} ${quoted(value)}`]
  return [
    ...constraint('at least', schema.minimum),
    ...constraint('more than', schema.exclusiveMinimum),
    ...constraint('at most', schema.maximum),
    ...constraint('less than', schema.exclusiveMaximum),
    ...countRange('characters', schema.minLength, schema.maxLength),
    ...countRange('elements', schema.minItems, schema.maxItems),
    ...(schema.pattern ? [`matches <code>${escapeHtml(schema.pattern)}</code>`] : []),
    ...constraint('default', schema.default),
    ...(variant && !schemaName(variant) ? limitsOf(variant) : []),
  ]
}

/** Description and constraints of a field or parameter. `example` overrides the example of the schema. */
export function meaningOf(description: string | undefined, schema: Schema, example?: unknown): string {
  const exampleValue = example ?? schema.example ?? schema.examples?.[0]
  const constraints = [
    ...limitsOf(schema),
    ...(exampleValue === undefined ? [] : [`for example ${quoted(exampleValue)}`]),
  ].join(', ')
  const sentence = constraints && `${constraints[0]!.toUpperCase()}${constraints.slice(1)}.`
  return [inline(description ?? ''), sentence].filter((part) => part !== '').join(' ')
}

/**
 * The object whose fields the table of a schema lists: the schema itself, its items, the values of its map, or its
 * first variant that is an object; undefined for other schemas, and for a schema with a separate section.
 */
function objectIn(schema: Schema): Schema | undefined {
  if (schema.$ref) return undefined
  if (schema.properties) return schema
  if (schema.items) return objectIn(schema.items)
  if (typeof schema.additionalProperties === 'object') return objectIn(schema.additionalProperties)
  return [...(variants(schema) ?? []), ...(schema.allOf ?? [])]
    .map(objectIn)
    .find((object) => object !== undefined)
}

/** Allows line breaks between the words of a long name. */
const breakable = (name: string) => escapeHtml(name).replaceAll(/(?<=[a-z])(?=[A-Z])/g, '<wbr>')

/** A row for each field; nested fields follow, with `prefix` as their path. */
function fieldRows(schema: Schema, prefix: string): string[] {
  return Object.entries(schema.properties ?? {}).flatMap(([name, property]) => {
    const optional = schema.required?.includes(name) ? '' : ' <small>optional</small>'
    const row = `<tr><td><code>${prefix ? `<span class="path">${escapeHtml(prefix).replaceAll('.', '.<wbr>')}</span>` : ''}${breakable(name)}</code>${optional}</td><td>${typeLabel(property)}</td><td>${meaningOf(property.description, property)}</td></tr>`
    const inner = objectIn(property)
    return [row, ...(inner ? fieldRows(inner, `${prefix}${name}${property.items ? '[]' : ''}.`) : [])]
  })
}

/** The fields of an object, including nested ones without a separate section; empty for any other value. */
export function fieldTable(name: string, schema: Schema): string {
  const object = objectIn(schema)
  if (!object) return ''
  const head = '<th scope="col">field</th><th scope="col">type</th><th scope="col">meaning</th>'
  return tableHtml(name, head, fieldRows(object, '').join(''), 'table fields')
}

/** The fields as text for the search index. */
export function fieldText(schema: Schema): string {
  const object = objectIn(schema)
  if (!object) return ''
  return Object.entries(object.properties ?? {})
    .map(([name, property]) => `${name} ${property.description ?? ''} ${fieldText(property)}`)
    .join(' ')
}
