/** A schema in words and as a table of its fields. */
import { escapeHtml } from '#service/http/documents/html.ts'
import { tableHtml } from '../markdown.ts'
import { type Schema, schemaName } from './openapi-types.ts'
import { inline } from './prose.ts'

/** Id of a named schema's section. */
export const schemaId = (name: string): string => `schema-${name}`

const quoted = (value: unknown) => `<code>${escapeHtml(JSON.stringify(value))}</code>`
const isNull = (schema: Schema) => schema.type === 'null' || schema.const === null
const choices = (schema: Schema): readonly Schema[] | undefined => schema.anyOf ?? schema.oneOf

/** Type of a value in a few words; a named schema is a link. */
export function kindOf(schema: Schema): string {
  const name = schemaName(schema)
  if (name) return `<a href="#${schemaId(name)}">${escapeHtml(name)}</a>`
  if (schema.allOf) return schema.allOf.map(kindOf).join(' with ')
  const options = choices(schema)
  if (options) {
    const words = options.filter((one) => !isNull(one)).map(kindOf)
    return [...new Set(words), ...(options.some(isNull) ? ['null'] : [])].join(' or ')
  }
  if (schema.const !== undefined) return quoted(schema.const)
  if (schema.enum) {
    const [first, ...rest] = schema.enum
    const isRange = rest.length > 2 && rest.every((one, index) => one === Number(first) + index + 1)
    return isRange ? `${quoted(first)} to ${quoted(rest.at(-1))}` : schema.enum.map(quoted).join(' or ')
  }
  const types = typeof schema.type === 'string' ? [schema.type] : (schema.type ?? ['any value'])
  return types
    .map((type) => {
      if (type === 'array') return schema.items ? `array of ${kindOf(schema.items)}` : 'array'
      if (type === 'object' && typeof schema.additionalProperties === 'object')
        return `map of ${kindOf(schema.additionalProperties)}`
      return schema.format && type === 'string' ? escapeHtml(schema.format) : escapeHtml(type)
    })
    .join(' or ')
}

/** A range of counts: `1 to 15 characters`. */
function counted(what: string, least: number | undefined, most: number | undefined): string[] {
  if (least === undefined && most === undefined) return []
  if (most === undefined) return [`${what}: at least ${least}`]
  return [`${least === undefined || least === 0 ? 'at most' : `${least} to`} ${most} ${what}`]
}

/** Further constraints: limits, patterns, default value. */
export function limitsOf(schema: Schema): string[] {
  const one = choices(schema)?.find((option) => !isNull(option))
  const said = (words: string, value: unknown) => (value === undefined ? [] : [`${words} ${quoted(value)}`])
  return [
    ...said('at least', schema.minimum),
    ...said('more than', schema.exclusiveMinimum),
    ...said('at most', schema.maximum),
    ...said('less than', schema.exclusiveMaximum),
    ...counted('characters', schema.minLength, schema.maxLength),
    ...counted('elements', schema.minItems, schema.maxItems),
    ...(schema.pattern ? [`matches <code>${escapeHtml(schema.pattern)}</code>`] : []),
    ...said('without it', schema.default),
    ...(one && !schemaName(one) ? limitsOf(one) : []),
  ]
}

/** Description and constraints of a field or parameter. `example`: an example outside of the schema. */
export function meaningOf(description: string | undefined, schema: Schema, example?: unknown): string {
  const shown = example ?? schema.example ?? schema.examples?.[0]
  const facts = [...limitsOf(schema), ...(shown === undefined ? [] : [`for example ${quoted(shown)}`])].join(
    ', ',
  )
  const fact = facts && `${facts[0]!.toUpperCase()}${facts.slice(1)}.`
  return [inline(description ?? ''), fact].filter((part) => part !== '').join(' ')
}

/**
 * The object whose fields are listed for a schema without a separate section: itself, its items, its single
 * variant.
 */
function objectIn(schema: Schema): Schema | undefined {
  if (schema.$ref) return undefined
  if (schema.properties) return schema
  if (schema.items) return objectIn(schema.items)
  if (typeof schema.additionalProperties === 'object') return objectIn(schema.additionalProperties)
  return [...(choices(schema) ?? []), ...(schema.allOf ?? [])]
    .map(objectIn)
    .find((found) => found !== undefined)
}

/** Allows line breaks between the words of a long name. */
const breakable = (name: string) => escapeHtml(name).replaceAll(/(?<=[a-z])(?=[A-Z])/g, '<wbr>')

function rows(schema: Schema, before: string): string[] {
  return Object.entries(schema.properties ?? {}).flatMap(([name, property]) => {
    const optional = schema.required?.includes(name) ? '' : ' <small>may be left out</small>'
    const row = `<tr><td><code>${before ? `<span class="path">${escapeHtml(before).replaceAll('.', '.<wbr>')}</span>` : ''}${breakable(name)}</code>${optional}</td><td>${kindOf(property)}</td><td>${meaningOf(property.description, property)}</td></tr>`
    const inner = objectIn(property)
    return [row, ...(inner ? rows(inner, `${before}${name}${property.items ? '[]' : ''}.`) : [])]
  })
}

/** The fields of an object, including nested ones without a separate section; empty for any other value. */
export function fieldTable(name: string, schema: Schema): string {
  const object = objectIn(schema)
  if (!object) return ''
  const head = '<th scope="col">field</th><th scope="col">type</th><th scope="col">meaning</th>'
  return tableHtml(name, head, rows(object, '').join(''), 'table fields')
}

/** The fields as text for the search index. */
export function fieldWords(schema: Schema): string {
  const object = objectIn(schema)
  if (!object) return ''
  return Object.entries(object.properties ?? {})
    .map(([name, property]) => `${name} ${property.description ?? ''} ${fieldWords(property)}`)
    .join(' ')
}
