/** `/openapi.json` (OpenAPI 3.1), written from the routes and schemas of the contract: a route or field exists nowhere else. */
import type * as v from 'valibot'
import { problemCodes, ProblemDetailsSchema, problemStatus } from '#contract/problem.ts'
import { SetCookieRequestSchema, TokenRequestSchema } from '#contract/access.ts'
import { subscriptionKeyHeader } from '#contract/paths.ts'
import { accessRoutes, dataRoutes } from '#contract/routes.ts'

export type JsonSchema = { readonly [name: string]: unknown }

/** The parts of valibot's schema objects that this walk reads. */
type Node = {
  readonly type: string
  readonly pipe?: readonly Node[]
  readonly entries?: Readonly<Record<string, Node>>
  readonly item?: Node
  readonly value?: Node
  readonly wrapped?: Node
  readonly options?: readonly unknown[]
  readonly literal?: unknown
  readonly default?: unknown
  readonly requirement?: unknown
}

/** JSON Schema (2020-12) of what a schema accepts. Knows the kinds the contract uses and fails on any other. */
export function jsonSchema(schema: v.GenericSchema): JsonSchema {
  return walk(schema)
}

function walk(node: Node): JsonSchema {
  if (node.pipe) {
    const [base, ...actions] = node.pipe
    return Object.assign(
      {},
      walk({ ...base!, pipe: undefined } as unknown as Node),
      ...actions.map(constraint),
    ) as JsonSchema
  }
  switch (node.type) {
    case 'string':
    case 'number':
    case 'boolean':
      return { type: node.type }
    case 'literal':
      return { const: node.literal }
    case 'picklist':
      return { enum: node.options }
    case 'array':
      return { type: 'array', items: walk(node.item!) }
    case 'record':
      return { type: 'object', additionalProperties: walk(node.value!) }
    case 'nullable':
      return { anyOf: [walk(node.wrapped!), { type: 'null' }] }
    case 'optional':
      return { ...walk(node.wrapped!), ...(node.default === undefined ? {} : { default: node.default }) }
    case 'union':
      return { anyOf: node.options!.map((option) => walk(option as Node)) }
    case 'object':
    case 'strict_object': {
      const entries = Object.entries(node.entries!)
      return {
        type: 'object',
        properties: Object.fromEntries(entries.map(([name, entry]) => [name, walk(entry)])),
        required: entries.filter(([, entry]) => entry.type !== 'optional').map(([name]) => name),
        ...(node.type === 'strict_object' ? { additionalProperties: false } : {}),
      }
    }
    default:
      throw new Error(`no JSON Schema for "${node.type}"`)
  }
}

function constraint(action: Node): JsonSchema {
  const { requirement } = action
  switch (action.type) {
    case 'integer':
      return { type: 'integer' }
    case 'min_value':
      return { minimum: requirement }
    case 'max_value':
      return { maximum: requirement }
    case 'min_length':
      return { minLength: requirement }
    case 'max_length':
      return { maxLength: requirement }
    case 'regex':
      return { pattern: (requirement as RegExp).source }
    case 'iso_timestamp':
      return { format: 'date-time' }
    case 'iso_date':
      return { format: 'date' }
    // What changes a value or says nothing more about it.
    default:
      return {}
  }
}

const dataAnswers = ['400', '401', '403', '429', '500', '503'] as const
const refusal = { $ref: '#/components/responses/Problem' }

/** The document. Served at every host; `servers` is left out, so that paths are relative to where it was fetched. */
export function openApi(version: string): JsonSchema {
  const paths: Record<string, Record<string, unknown>> = {}
  for (const [name, route] of Object.entries(dataRoutes)) {
    const withSymbol = route.path.includes('{symbol}')
    const query = jsonSchema(route.query) as { properties: Record<string, JsonSchema>; required: string[] }
    paths[route.path] = {
      get: {
        operationId: name,
        summary: route.summary + (route.additive ? ' (additive)' : ''),
        security: [{ subscriptionKey: [] }, { legacyBearer: [] }, { widgetBearer: [] }, { widgetCookie: [] }],
        parameters: [
          ...(withSymbol
            ? [{ name: 'symbol', in: 'path', required: true, schema: { type: 'string' }, example: 'AAPL' }]
            : []),
          ...Object.entries(query.properties).map(([parameter, schema]) => ({
            name: parameter,
            in: 'query',
            required: query.required.includes(parameter),
            schema,
          })),
        ],
        responses: {
          200: { description: 'OK', content: { 'application/json': { schema: jsonSchema(route.answer) } } },
          ...Object.fromEntries(
            [...dataAnswers, ...(withSymbol ? ['404'] : [])].map((status) => [status, refusal]),
          ),
        },
      },
    }
  }
  const json = (schema: JsonSchema) => ({ content: { 'application/json': { schema } } })
  const form = (fields: readonly string[], optional: readonly string[] = []) => ({
    content: {
      'application/x-www-form-urlencoded': {
        schema: {
          type: 'object',
          properties: Object.fromEntries(
            [...fields, ...optional].map((field) => [field, { type: 'string' }]),
          ),
          required: fields,
        },
      },
    },
  })
  const refusals = (...statuses: number[]) => Object.fromEntries(statuses.map((status) => [status, refusal]))
  const add = (route: { path: string; method: string }, operation: Record<string, unknown>) => {
    paths[route.path] = { ...paths[route.path], [route.method.toLowerCase()]: operation }
  }
  add(accessRoutes.auth, {
    operationId: 'auth',
    summary: 'One-time auth_token, server to server only',
    security: [],
    requestBody: form(['apikey', 'secretKey'], ['userId']),
    responses: {
      200: { description: 'The token', content: { 'text/plain': { schema: { type: 'string' } } } },
      ...refusals(400, 401, 403, 413, 415, 429),
    },
  })
  add(accessRoutes.token, {
    operationId: 'token',
    summary: "The widget's access token; only from the widget's own address",
    security: [],
    requestBody: json(jsonSchema(TokenRequestSchema)),
    responses: {
      200: { description: 'OK', ...json(jsonSchema(accessRoutes.token.answer)) },
      ...refusals(400, 401, 403, 413, 415, 429),
    },
  })
  add(accessRoutes.setCookie, {
    operationId: 'setCookie',
    summary: 'Establishes the session and sets its cookie',
    security: [{ widgetBearer: [] }],
    requestBody: json(jsonSchema(SetCookieRequestSchema)),
    responses: {
      200: { description: 'OK', ...json(jsonSchema(accessRoutes.setCookie.answer)) },
      ...refusals(400, 401, 403, 413, 415, 429),
    },
  })
  add(accessRoutes.endSession, {
    operationId: 'endSession',
    summary: 'Ends the session and its feed',
    security: [{ widgetBearer: [] }, { widgetCookie: [] }],
    responses: { 204: { description: 'Ended' }, ...refusals(401, 403, 429) },
  })
  add(accessRoutes.feedTicket, {
    operationId: 'feedTicket',
    summary: 'Single-use ticket for the feed, 30 s',
    security: [{ widgetBearer: [] }, { widgetCookie: [] }],
    responses: {
      200: { description: 'OK', ...json(jsonSchema(accessRoutes.feedTicket.answer)) },
      ...refusals(401, 403, 429),
    },
  })
  add(accessRoutes.legacyToken, {
    operationId: 'legacyToken',
    summary: 'OAuth 2.0 client credentials (RFC 6749)',
    security: [],
    requestBody: form(['grant_type', 'client_id', 'client_secret']),
    responses: {
      200: {
        description: 'OK',
        ...json({
          type: 'object',
          properties: {
            access_token: { type: 'string' },
            token_type: { const: 'Bearer' },
            expires_in: { type: 'integer' },
          },
          required: ['access_token', 'token_type', 'expires_in'],
        }),
      },
      400: { description: 'RFC 6749, section 5.2' },
      401: { description: 'RFC 6749, section 5.2: invalid_client' },
    },
  })

  return {
    openapi: '3.1.0',
    info: {
      title: 'Options Analysis Service',
      version,
      description: `Every error is application/problem+json (RFC 9457) with one of the codes: ${problemCodes.map((code) => `${code} (${problemStatus[code]})`).join(', ')}.`,
    },
    paths,
    components: {
      securitySchemes: {
        subscriptionKey: { type: 'apiKey', in: 'header', name: subscriptionKeyHeader },
        legacyBearer: {
          type: 'oauth2',
          flows: { clientCredentials: { tokenUrl: accessRoutes.legacyToken.path, scopes: {} } },
        },
        widgetBearer: { type: 'http', scheme: 'bearer' },
        widgetCookie: { type: 'apiKey', in: 'cookie', name: '__Host-sw-<instance>' },
      },
      responses: {
        Problem: {
          description: 'Refused',
          content: { 'application/problem+json': { schema: jsonSchema(ProblemDetailsSchema) } },
        },
      },
    },
  }
}
