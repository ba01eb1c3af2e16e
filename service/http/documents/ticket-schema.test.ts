import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { optionLegWords, securityLegWords, ticketWords } from '#contract/bridge/ticket-words.ts'
import { tradeTicketSchema } from './ticket-schema.ts'

type Schema = { properties: Record<string, Schema>; items: Schema; required: string[]; description?: string }
const schema = tradeTicketSchema() as unknown as Schema

test('the JSON Schema describes and requires every field', () => {
  const described = ({ properties }: Schema) =>
    Object.fromEntries(Object.entries(properties).map(([field, { description }]) => [field, description]))
  expect(described(schema)).toEqual(ticketWords)
  const { optionLegs, securityLegs } = schema.properties
  expect(described(optionLegs!.items)).toEqual(optionLegWords)
  expect(described(securityLegs!.items)).toEqual(securityLegWords)
  for (const field of [schema, optionLegs!.items, securityLegs!.items])
    expect([...field.required].sort()).toEqual(Object.keys(field.properties).sort())
})

test('the JSON Schema is self-contained: it has no $ref to another document', () => {
  expect(JSON.stringify(schema)).not.toContain('$ref')
  expect(schema.properties['optionLegs']!.items.properties['legType']).toMatchObject({
    type: 'string',
    enum: ['Call', 'Put'],
  })
})

test.each([
  ['The ticket', ticketWords],
  ['Option legs', optionLegWords],
  ['Security legs', securityLegWords],
])('docs/trade-ticket.md tells the same under "%s"', (heading, words) => {
  const guide = readFileSync('docs/trade-ticket.md', 'utf8')
  const section = guide.split(`### ${heading}\n`)[1]!.split('\n#')[0]!
  const rows = section.matchAll(/^\| `(\w+)` *\| [^|]*\| (.*?) *\|$/gm)
  expect(Object.fromEntries([...rows].map(([, field, meaning]) => [field, meaning]))).toEqual(words)
})
