import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import {
  optionLegDescriptions,
  securityLegDescriptions,
  ticketDescriptions,
} from '#contract/bridge/ticket-descriptions.ts'
import { tradeTicketSchema } from './ticket-schema.ts'

type Schema = { properties: Record<string, Schema>; items: Schema; required: string[]; description?: string }
const schema = tradeTicketSchema() as unknown as Schema

test('the JSON Schema describes and requires every field', () => {
  const described = ({ properties }: Schema) =>
    Object.fromEntries(Object.entries(properties).map(([field, { description }]) => [field, description]))
  expect(described(schema)).toEqual(ticketDescriptions)
  const { optionLegs, securityLegs } = schema.properties
  expect(described(optionLegs!.items)).toEqual(optionLegDescriptions)
  expect(described(securityLegs!.items)).toEqual(securityLegDescriptions)
  for (const objectSchema of [schema, optionLegs!.items, securityLegs!.items])
    expect([...objectSchema.required].sort()).toEqual(Object.keys(objectSchema.properties).sort())
})

test('the JSON Schema is self-contained: it has no $ref to another document', () => {
  expect(JSON.stringify(schema)).not.toContain('$ref')
  expect(schema.properties['optionLegs']!.items.properties['legType']).toMatchObject({
    type: 'string',
    enum: ['Call', 'Put'],
  })
})

test.each([
  ['The ticket', ticketDescriptions],
  ['Option legs', optionLegDescriptions],
  ['Security legs', securityLegDescriptions],
])('docs/trade-ticket.md has the same descriptions under "%s"', (heading, descriptions) => {
  const guide = readFileSync('docs/trade-ticket.md', 'utf8')
  const section = guide.split(`### ${heading}\n`)[1]!.split('\n#')[0]!
  const rows = section.matchAll(/^\| `(\w+)` *\| [^|]*\| (.*?) *\|$/gm)
  expect(Object.fromEntries([...rows].map(([, field, meaning]) => [field, meaning]))).toEqual(descriptions)
})
