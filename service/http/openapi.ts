/** `/openapi.json` (OpenAPI 3.1), written from the routes and schemas of the contract: a route or field exists nowhere else. */
import { toJsonSchema } from '@valibot/to-json-schema'
import type * as v from 'valibot'
import { problemCodes, ProblemDetailsSchema, problemStatus } from '#contract/problem.ts'
import { SetCookieRequestSchema, TokenRequestSchema } from '#contract/access.ts'
import { subscriptionKeyHeader } from '#contract/paths.ts'
import { accessRoutes, dataRoutes } from '#contract/routes.ts'

export type JsonSchema = { readonly [name: string]: unknown }

/** JSON Schema (2020-12) of what a schema accepts. Fails on a kind of schema that JSON cannot carry. */
export function jsonSchema(schema: v.GenericSchema): JsonSchema {
  const { $schema: _, ...converted } = toJsonSchema(schema, {
    target: 'draft-2020-12',
    typeMode: 'input',
    // JSON has no infinite numbers, and what is trimmed was a string before.
    ignoreActions: ['finite', 'trim'],
  })
  return converted
}

const problem = { $ref: '#/components/responses/Problem' }
const problems = (...statuses: number[]) =>
  Object.fromEntries(statuses.map((status) => [String(status), problem]))
const content = (type: string, schema: JsonSchema) => ({ content: { [type]: { schema } } })
const json = (schema: JsonSchema) => content('application/json', schema)
const ok = (schema: JsonSchema) => ({ description: 'OK', ...json(schema) })
const form = (fields: readonly string[], optional: readonly string[] = []) =>
  content('application/x-www-form-urlencoded', {
    type: 'object',
    properties: Object.fromEntries([...fields, ...optional].map((field) => [field, { type: 'string' }])),
    required: fields,
  })

/** The document. Served at every host; `servers` is left out, so that paths are relative to where it was fetched. */
export function openApi(version: string): JsonSchema {
  const paths: Record<string, Record<string, unknown>> = {}
  for (const [name, route] of Object.entries(dataRoutes))
    paths[route.path] = { get: dataOperation(name, route) }
  for (const name of Object.keys(accessRoutes) as AccessRoute[]) {
    const { path, method } = accessRoutes[name]
    const operation = { operationId: name, ...accessOperations[name] }
    paths[path] = { ...paths[path], [method.toLowerCase()]: operation }
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Options Analysis Service',
      version,
      description: `Every error is application/problem+json (RFC 9457) with one of the codes: ${problemCodes.map((code) => `${code} (${problemStatus[code]})`).join(', ')}.`,
    },
    paths,
    components,
  }
}

function dataOperation(name: string, route: (typeof dataRoutes)[keyof typeof dataRoutes]): JsonSchema {
  const withSymbol = route.path.includes('{symbol}')
  const query = jsonSchema(route.query) as { properties: Record<string, JsonSchema>; required?: string[] }
  const symbol = { name: 'symbol', in: 'path', required: true, schema: { type: 'string' }, example: 'AAPL' }
  const parameters = Object.entries(query.properties).map(([parameter, schema]) => ({
    name: parameter,
    in: 'query',
    required: query.required?.includes(parameter) ?? false,
    schema,
  }))
  return {
    operationId: name,
    summary: route.summary + (route.additive ? ' (additive)' : ''),
    security: [{ subscriptionKey: [] }, { legacyBearer: [] }, { widgetBearer: [] }, { widgetCookie: [] }],
    parameters: [...(withSymbol ? [symbol] : []), ...parameters],
    responses: {
      200: ok(jsonSchema(route.answer)),
      ...problems(400, 401, 403, 429, 500, 503, ...(withSymbol ? [404] : [])),
    },
  }
}

type AccessRoute = keyof typeof accessRoutes

const legacyAnswer: JsonSchema = {
  type: 'object',
  properties: {
    access_token: { type: 'string' },
    token_type: { const: 'Bearer' },
    expires_in: { type: 'integer' },
  },
  required: ['access_token', 'token_type', 'expires_in'],
}
const bySession = [{ widgetBearer: [] }, { widgetCookie: [] }]

const accessOperations: Record<AccessRoute, JsonSchema> = {
  auth: {
    summary: 'One-time auth_token, server to server only',
    security: [],
    requestBody: form(['apikey', 'secretKey'], ['userId']),
    responses: {
      200: { description: 'The token', ...content('text/plain', { type: 'string' }) },
      ...problems(400, 401, 403, 413, 415, 429),
    },
  },
  token: {
    summary: "The widget's access token; only from the widget's own address",
    security: [],
    requestBody: json(jsonSchema(TokenRequestSchema)),
    responses: {
      200: ok(jsonSchema(accessRoutes.token.answer)),
      ...problems(400, 401, 403, 413, 415, 429),
    },
  },
  setCookie: {
    summary: 'Establishes the session and sets its cookie',
    security: [{ widgetBearer: [] }],
    requestBody: json(jsonSchema(SetCookieRequestSchema)),
    responses: {
      200: ok(jsonSchema(accessRoutes.setCookie.answer)),
      ...problems(400, 401, 403, 413, 415, 429),
    },
  },
  endSession: {
    summary: 'Ends the session and its feed',
    security: bySession,
    responses: { 204: { description: 'Ended' }, ...problems(401, 403, 429) },
  },
  feedTicket: {
    summary: 'Single-use ticket for the feed, 30 s',
    security: bySession,
    responses: { 200: ok(jsonSchema(accessRoutes.feedTicket.answer)), ...problems(401, 403, 429) },
  },
  legacyToken: {
    summary: 'OAuth 2.0 client credentials (RFC 6749)',
    security: [],
    requestBody: form(['grant_type', 'client_id', 'client_secret']),
    responses: {
      200: ok(legacyAnswer),
      400: { description: 'RFC 6749, section 5.2' },
      401: { description: 'RFC 6749, section 5.2: invalid_client' },
    },
  },
}

const components: JsonSchema = {
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
}
