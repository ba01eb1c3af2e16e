/**
 * JSON Schema of the trade ticket, for partners that validate tickets. Generated from the schema
 * and the descriptions of the contract.
 */
import { TradeTicketSchema } from '#contract/bridge/ticket.ts'
import {
  optionLegDescriptions,
  securityLegDescriptions,
  ticketDescriptions,
} from '#contract/bridge/ticket-descriptions.ts'
import { jsonSchema, schemaComponents } from '#service/http/openapi/json-schema.ts'
import type { JsonSchema } from '#service/http/openapi/json-schema.ts'
import { resolveRef } from '#service/http/openapi/resolve-ref.ts'

/** Schemas of the OpenAPI components, which a standalone schema must inline. */
const componentDocument = { components: { schemas: schemaComponents() } }

/** Recursively replaces all `$ref`s of a schema by their targets. */
function inlineRefs(schema: JsonSchema): JsonSchema {
  const inlineValue = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(inlineValue)
    return typeof value === 'object' && value !== null ? inlineRefs(value as JsonSchema) : value
  }
  const members = Object.entries(resolveRef(componentDocument, schema))
  return Object.fromEntries(members.map(([key, value]) => [key, inlineValue(value)]))
}

type ObjectSchema = { readonly properties: Readonly<Record<string, JsonSchema>> }

/** Adds the descriptions of its fields to a schema. */
function describe(schema: JsonSchema, descriptions: Readonly<Record<string, string>>): JsonSchema {
  const { properties } = schema as ObjectSchema
  const described = Object.entries(properties).map(([field, fieldSchema]) => [
    field,
    { ...fieldSchema, description: descriptions[field] },
  ])
  return { ...schema, properties: Object.fromEntries(described) }
}

/** Returns the JSON Schema (2020-12) of `TRADE_TICKET_EXECUTE`. Later releases may add fields. */
export function tradeTicketSchema(): JsonSchema {
  const ticket = describe(inlineRefs(jsonSchema(TradeTicketSchema)), ticketDescriptions) as JsonSchema &
    ObjectSchema
  const describeLegs = (field: string, descriptions: Readonly<Record<string, string>>): JsonSchema => ({
    ...ticket.properties[field],
    items: describe(ticket.properties[field]!['items'] as JsonSchema, descriptions),
  })
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    title: 'TradeTicket',
    description: 'Payload of TRADE_TICKET_EXECUTE. A ticket is not an order.',
    ...ticket,
    properties: {
      ...ticket.properties,
      optionLegs: describeLegs('optionLegs', optionLegDescriptions),
      securityLegs: describeLegs('securityLegs', securityLegDescriptions),
    },
  }
}
