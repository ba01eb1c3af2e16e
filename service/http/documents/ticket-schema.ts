/**
 * The trade ticket as JSON Schema, for partners that validate tickets: generated from the contract's schema
 * and descriptions.
 */
import { TradeTicketSchema } from '#contract/bridge/ticket.ts'
import { optionLegWords, securityLegWords, ticketWords } from '#contract/bridge/ticket-words.ts'
import { jsonSchema, schemaComponents } from '#service/http/openapi/json-schema.ts'
import type { JsonSchema } from '#service/http/openapi/json-schema.ts'
import { resolveRef } from '#service/http/openapi/resolve-ref.ts'

/** Schemas that OpenAPI keeps in its components; a standalone schema must inline them. */
const named = { components: { schemas: schemaComponents() } }

/** The schema with all `$ref`s replaced by their targets, recursively: a standalone document. */
function selfContained(schema: JsonSchema): JsonSchema {
  const inPlace = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(inPlace)
    return typeof value === 'object' && value !== null ? selfContained(value as JsonSchema) : value
  }
  const members = Object.entries(resolveRef(named, schema))
  return Object.fromEntries(members.map(([key, value]) => [key, inPlace(value)]))
}

type ObjectSchema = { readonly properties: Readonly<Record<string, JsonSchema>> }

/** Adds the descriptions of its fields to a schema. */
function describe(schema: JsonSchema, words: Readonly<Record<string, string>>): JsonSchema {
  const { properties } = schema as ObjectSchema
  const described = Object.entries(properties).map(([field, of]) => [
    field,
    { ...of, description: words[field] },
  ])
  return { ...schema, properties: Object.fromEntries(described) }
}

/** JSON Schema (2020-12) of `TRADE_TICKET_EXECUTE`. Later releases may add fields. */
export function tradeTicketSchema(): JsonSchema {
  const ticket = describe(selfContained(jsonSchema(TradeTicketSchema)), ticketWords) as JsonSchema &
    ObjectSchema
  const legs = (field: string, words: Readonly<Record<string, string>>): JsonSchema => ({
    ...ticket.properties[field],
    items: describe(ticket.properties[field]!['items'] as JsonSchema, words),
  })
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    title: 'TradeTicket',
    description: 'Payload of TRADE_TICKET_EXECUTE. A ticket is not an order.',
    ...ticket,
    properties: {
      ...ticket.properties,
      optionLegs: legs('optionLegs', optionLegWords),
      securityLegs: legs('securityLegs', securityLegWords),
    },
  }
}
