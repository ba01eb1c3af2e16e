/** Every field of every response has a licence class, and prices cannot be missed by mistake. */
import type * as v from 'valibot'
import { describe, expect, test } from 'vitest'
import { dataRoutes } from '#contract/api/routes.ts'
import type { DataRoute } from '#contract/api/routes.ts'
import { MessageSchema } from '#contract/responses/lists/ideas.ts'
import { messages } from '#contract/text/messages.ts'
import { schemaDescriptions } from '#service/http/openapi/descriptions/all.ts'
import { namedSchemas } from '#service/http/openapi/named-schemas.ts'
import type { FieldClass, FieldTable, ObjectSchema } from './field-class.ts'
import { fieldClasses } from './field-classes.ts'
import { isPricedMessage } from './priced-messages.ts'

type AnySchema = v.GenericSchema & {
  readonly wrapped?: AnySchema
  readonly item?: AnySchema
  readonly entries?: v.ObjectEntries
  readonly pipe?: readonly AnySchema[]
}

/** The object that a field contains, inside of lists and wrappers; undefined if it contains none. */
const objectIn = (schema: AnySchema): ObjectSchema | undefined => {
  if (schema.entries) return schema as ObjectSchema
  const inner = schema.wrapped ?? schema.item ?? schema.pipe?.find(({ kind }) => kind === 'schema')
  return inner && inner !== schema ? objectIn(inner) : undefined
}

/** Fields of a table and of its schema that do not correspond, as paths. */
const mismatchesOf = ({ schema, fields }: FieldTable, path: string): string[] => {
  const names = Object.keys(schema.entries)
  const missing = names
    .filter((name) => !Object.hasOwn(fields, name))
    .map((name) => `${path}.${name} has no class`)
  const surplus = Object.keys(fields)
    .filter((name) => !names.includes(name))
    .map((name) => `${path}.${name} is no field`)
  const nested = Object.entries(fields).flatMap(([name, fieldClass]) => {
    if (!isTable(fieldClass)) return []
    const object = objectIn(schema.entries[name] as AnySchema)
    if (object?.entries !== fieldClass.schema.entries)
      return [`${path}.${name} has the table of another schema`]
    return mismatchesOf(fieldClass, `${path}.${name}`)
  })
  return [...missing, ...surplus, ...nested]
}
const isTable = (fieldClass: FieldClass): fieldClass is FieldTable =>
  typeof fieldClass === 'object' && fieldClass.kind === 'fields'

describe('the table of field classes', () => {
  test.each(Object.keys(dataRoutes) as DataRoute[])('has every field of the response of %s', (route) => {
    expect(fieldClasses[route].schema.entries).toBe(dataRoutes[route].response.entries)
    expect(mismatchesOf(fieldClasses[route], route)).toEqual([])
  })

  test('classes every message as text or label, because its values can have a price that its text does not show', () => {
    const messageFields = Object.entries(fieldClasses).flatMap(([route, table]) =>
      messageFieldsOf(table, route),
    )
    expect(messageFields.length).toBeGreaterThan(8)
    for (const { path, fieldClass } of messageFields)
      expect([path, fieldClass]).toEqual([
        path,
        expect.objectContaining({ kind: expect.stringMatching(/^(text|label)$/) as string }),
      ])
  })

  test('classes every amount in dollars as a price, except strikes, company data, settings and values of the query', () => {
    const unrestricted = Object.entries(fieldClasses).flatMap(([route, table]) =>
      dollarFieldsOf(table, route).filter(({ fieldClass }) => typeof fieldClass === 'string'),
    )
    expect([...new Set(unrestricted.map(({ name }) => name))].toSorted()).toEqual(
      [
        'cash',
        'commission',
        'costBasis',
        'eps',
        'marketCap',
        // The `price` of a roll repeats the query.
        'price',
        'strike',
        'strikeGain',
      ].toSorted(),
    )
  })
})

/** Fields that are messages, with their classes. */
const messageFieldsOf = (table: FieldTable, path: string): { path: string; fieldClass: FieldClass }[] =>
  Object.entries(table.fields).flatMap(([name, fieldClass]) => {
    if (isTable(fieldClass)) return messageFieldsOf(fieldClass, `${path}.${name}`)
    const isMessage = objectIn(table.schema.entries[name] as AnySchema)?.entries === MessageSchema.entries
    return isMessage ? [{ path: `${path}.${name}`, fieldClass }] : []
  })

/** Fields whose documented unit is dollars, with their classes. */
function dollarFieldsOf(
  table: FieldTable,
  path: string,
): { name: string; path: string; fieldClass: FieldClass }[] {
  const [schemaName] =
    Object.entries(namedSchemas).find(
      ([, schema]) => (schema as AnySchema).entries === table.schema.entries,
    ) ?? []
  const { properties } = schemaDescriptions[schemaName as keyof typeof namedSchemas] as unknown as {
    properties: Readonly<Record<string, string | readonly [unit: string, text: string]>>
  }
  return Object.entries(table.fields).flatMap(([name, fieldClass]) => {
    if (isTable(fieldClass)) return dollarFieldsOf(fieldClass, `${path}.${name}`)
    const unit = typeof properties[name] === 'object' ? properties[name][0] : ''
    return unit === 'usd' || unit === 'usd-per-share' ? [{ name, path: `${path}.${name}`, fieldClass }] : []
  })
}

describe('a message has a price', () => {
  test.each([
    ['why.neutral.no-levels', true],
    ['rule.golden-cross.sentence', true],
    ['rule.macd-crosses-above.sentence', false],
    ['rule.rsi-dip.reason', false],
    ['checklist.AnnualizedReturn.Good', true],
    ['checklist.Liquidity.Good', false],
    ['checklist.Liquidity.Bad', true],
    ['checklist.Dividend.Neutral.put', false],
    ['income.put', true],
    ['alternative.return', true],
    ['alternative.spread', false],
    ['of-a-later-version', true],
  ])('%s: %s', (code, expected) => {
    expect(isPricedMessage(code)).toBe(expected)
  })

  test('never, if it is a label of an idea', () => {
    const labels = Object.keys(messages).filter((key) => /^rule\..*\.reason$|^tone\./.test(key))
    expect(labels.length).toBeGreaterThan(20)
    expect(labels.filter(isPricedMessage)).toEqual([])
  })

  test('unless all its values in dollars are strikes, dividends or the cost of the shares', () => {
    const unpriced = Object.entries<string>(messages).filter(
      ([key]) => !isPricedMessage(key.replace(/_(one|other)$/, '')),
    )
    const values = unpriced.flatMap(([, template]) =>
      [...template.matchAll(/\{\{(\w+), price\}\}/g)].map(([, name]) => name),
    )
    expect([...new Set(values)]).toEqual(['amount'])
  })
})
