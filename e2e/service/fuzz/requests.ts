/** Valid and malformed requests, generated from the description of each route in `/openapi.json`. */
import fc from 'fast-check'
import { credentialsOf, oneOf, otherHeaders, callerAddress } from './headers.ts'
import type { ValidCredentials } from './headers.ts'
import type { Operation, QueryParameter } from './operations.ts'

export type FuzzRequest = {
  readonly method: string
  /** Path and query, as in the request line. */
  readonly target: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | undefined
}

/** Served paths that are not in `/openapi.json`. */
const otherPaths = [
  '/widget',
  '/widgetLoader',
  '/widgetLoader/1.0.0.js',
  '/widgetLoader/versions.json',
  '/docs',
  '/docs/data-api',
  '/docs/playground',
  '/problems',
  '/problems/rate-limited',
  '/help/faq',
  '/healthz',
  '/readyz',
  '/metrics',
  '/openapi.json',
  '/feed',
  '/csp',
  '/assets/none.js',
  '/',
]

const hostileText = fc.constantFrom(
  '',
  ' ',
  '%00',
  '%',
  '%zz',
  '%ff%fe',
  '..',
  '%2e%2e%2f%2e%2e%2fetc%2fpasswd',
  '__proto__',
  'constructor',
  "' or 1=1 --",
  '<img src=x onerror=alert(1)>',
  '${7*7}',
  'a'.repeat(3000),
  '\u202Eabc',
  '1e309',
  '-0',
  'NaN',
  'null',
  '999999999999999999999',
  '[object Object]',
  '\u{1F600}',
)
const anyText = fc.oneof(
  hostileText,
  fc.string({ maxLength: 40 }),
  fc.string({ unit: 'binary', maxLength: 20 }),
)
const symbolText = fc.oneof(
  { weight: 5, arbitrary: fc.constantFrom('AAPL', 'SPY', 'MSFT', 'nvda', 'BRK.B', 'BRK-B', 'ZZZZ') },
  { weight: 3, arbitrary: anyText },
)

const encoded = (text: string) => encodeURIComponent(text.toWellFormed())
/** Encoders: one keeps a text that is valid in a request line, the other always percent-encodes. */
const rawOrEncoded = fc
  .boolean()
  .map((raw) => (text: string) => (raw && /^[!-~]*$/.test(text) ? text : encoded(text)))

function valueOf({ schema, example }: QueryParameter): fc.Arbitrary<string> {
  const candidates: fc.Arbitrary<string>[] = [anyText]
  if (schema.enum) candidates.push(fc.constantFrom(...schema.enum.map(String)))
  if (schema.type === 'integer' || schema.type === 'number')
    candidates.push(
      fc.integer().map(String),
      fc.double().map(String),
      fc.integer({ min: 1, max: 5000 }).map(String),
    )
  if (schema.format === 'date') candidates.push(fc.constantFrom('2026-12-18', '2026-02-30', '0000-00-00'))
  if (example !== undefined) candidates.push(fc.constant(example), fc.constant(example))
  return fc.oneof(...candidates)
}

function queryOf(parameters: readonly QueryParameter[]): fc.Arbitrary<string> {
  const documentedPairs = parameters.map((parameter) =>
    valueOf(parameter).map((value) => `${parameter.name}=${encoded(value)}`),
  )
  const unknownPair = fc
    .tuple(anyText, anyText, rawOrEncoded)
    .map(([name, value, encode]) => `${encode(name)}=${encode(value)}`)
  const pair =
    documentedPairs.length > 0
      ? fc.oneof({ weight: 6, arbitrary: fc.oneof(...documentedPairs) }, unknownPair)
      : unknownPair
  const shortQuery = fc.array(pair, { maxLength: 4 }).map((pairs) => pairs.join('&'))
  const longQuery = fc
    .tuple(fc.integer({ min: 50, max: 400 }), fc.string({ maxLength: 3 }))
    .map(([count, text]) =>
      Array.from({ length: count }, (_, index) => `${encoded(text)}${index}=1`).join('&'),
    )
  return fc.oneof({ weight: 30, arbitrary: shortQuery }, { weight: 1, arbitrary: longQuery })
}

function bodyOf({ body }: Operation, valid: ValidCredentials): fc.Arbitrary<{ type: string; text: string }> {
  const type = body?.type ?? 'application/json'
  const value = fc.oneof(
    anyText,
    fc.constantFrom(valid.apiKey, valid.secretKey, valid.clientId, valid.clientSecret),
    fc.constantFrom('client_credentials', 'u-1842', 'https://www.partner.example', 'instance-1'),
  )
  const fields = fc.dictionary(fc.constantFrom(...(body?.fields ?? ['a']), 'x', '__proto__'), value, {
    maxKeys: 6,
  })
  const form = fields.map((entries) =>
    new URLSearchParams(Object.entries(entries).map(([k, v]) => [k, v.toWellFormed()])).toString(),
  )
  const json = fields.map((entries) => JSON.stringify(entries))
  const text = fc.oneof(
    { weight: 6, arbitrary: type.includes('json') ? json : form },
    { weight: 1, arbitrary: type.includes('json') ? form : json },
    { weight: 1, arbitrary: fc.json({ maxDepth: 4 }) },
    { weight: 1, arbitrary: anyText },
    {
      weight: 1,
      arbitrary: fc.constantFrom(
        '['.repeat(5000),
        '{"a":'.repeat(2000),
        '"'.repeat(20_000),
        '{"userId":1e400}',
      ),
    },
  )
  const types = fc.oneof(
    { weight: 6, arbitrary: fc.constant(type) },
    {
      weight: 1,
      arbitrary: fc.constantFrom('text/plain', `${type}; charset=utf-16`, 'multipart/form-data', ';'),
    },
  )
  return fc.record({ type: types, text })
}

const methods = fc.constantFrom('GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'PROPFIND')

/** A request to a documented route, mostly with the documented method. */
export function requestTo(operation: Operation, valid: ValidCredentials): fc.Arbitrary<FuzzRequest> {
  const method = fc.oneof(
    { weight: 9, arbitrary: fc.constant(operation.method) },
    { weight: 1, arbitrary: methods },
  )
  return fc
    .record({
      method,
      symbol: symbolText,
      encode: rawOrEncoded,
      query: fc.oneof(
        { weight: 2, arbitrary: queryOf(operation.query) },
        { weight: 1, arbitrary: fc.constant('') },
      ),
      credentials: credentialsOf(valid),
      address: callerAddress,
      extraHeaders: fc.oneof(
        { weight: 2, arbitrary: fc.constant({}) },
        { weight: 1, arbitrary: otherHeaders },
      ),
      body: bodyOf(operation, valid),
    })
    .map(({ method: actualMethod, symbol, encode, query, credentials, address, extraHeaders, body }) => {
      const path = operation.path.replace('{symbol}', encode(symbol).replaceAll(/[?#]/g, encoded) || '%20')
      const withBody = actualMethod === 'POST' || actualMethod === 'PUT' || actualMethod === 'PATCH'
      return {
        method: actualMethod,
        target: query === '' ? path : `${path}?${query.replaceAll('#', '%23')}`,
        headers: {
          ...(withBody ? { 'content-type': body.type } : {}),
          ...address,
          ...credentials,
          ...extraHeaders,
        },
        body: withBody ? body.text : undefined,
      }
    })
}

/** A request to another served path, or to an unknown one. */
export function strayRequest(valid: ValidCredentials): fc.Arbitrary<FuzzRequest> {
  const path = fc.oneof(
    fc.constantFrom(...otherPaths),
    fc.tuple(fc.constantFrom(...otherPaths), anyText).map(([start, text]) => `${start}/${encoded(text)}`),
    fc.array(anyText, { maxLength: 6 }).map((parts) => `/${parts.map(encoded).join('/')}`),
  )
  return fc
    .record({
      method: methods,
      path,
      query: queryOf([]),
      credentials: credentialsOf(valid),
      address: callerAddress,
      extraHeaders: otherHeaders,
    })
    .map(({ method, path: actualPath, query, credentials, address, extraHeaders }) => ({
      method,
      target: query === '' ? actualPath : `${actualPath}?${query.replaceAll('#', '%23')}`,
      headers: { ...address, ...credentials, ...extraHeaders },
      body: undefined,
    }))
}

const upgradeHeaders = fc.record(
  {
    connection: oneOf('Upgrade', 'keep-alive, Upgrade', 'upgrade'),
    upgrade: oneOf('websocket', 'WebSocket', 'h2c', 'websocket, websocket'),
    'sec-websocket-version': oneOf('13', '13', '8', '0', 'x'),
    'sec-websocket-key': oneOf('AQIDBAUGBwgJCgsMDQ4PEA==', 'AQIDBAUGBwgJCgsMDQ4PEA==', 'short', ''),
    'sec-websocket-protocol': oneOf('a', ',', 'a, a', '{}'),
    'sec-websocket-extensions': oneOf(
      'permessage-deflate',
      'permessage-deflate; client_max_window_bits=99',
      ';',
    ),
  },
  { requiredKeys: ['connection', 'upgrade'] },
)

/** An upgrade request to the feed's path or to a similar path. */
export function upgradeRequest(valid: ValidCredentials): fc.Arbitrary<FuzzRequest> {
  const instance = fc.oneof(oneOf(...valid.sessions.map((session) => session.instance)), anyText)
  return fc
    .record({
      method: fc.oneof({ weight: 9, arbitrary: fc.constant('GET') }, { weight: 1, arbitrary: methods }),
      path: oneOf('/feed', '/feed', '/feed', '/feed/', '/feed/ticket', '//feed', '/'),
      instance: fc.option(instance, { nil: undefined }),
      upgrade: upgradeHeaders,
      credentials: credentialsOf(valid),
      address: callerAddress,
      extraHeaders: fc.oneof(
        { weight: 2, arbitrary: fc.constant({}) },
        { weight: 1, arbitrary: otherHeaders },
      ),
    })
    .map(({ method, path, instance: instanceId, upgrade, credentials, address, extraHeaders }) => ({
      method,
      target: instanceId === undefined ? path : `${path}?instance=${encoded(instanceId)}`,
      headers: { origin: valid.origin, ...address, ...credentials, ...extraHeaders, ...upgrade },
      body: undefined,
    }))
}
