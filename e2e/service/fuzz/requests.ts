/** Requests as nobody should send them, and some as everybody does: made from what the document says of each route. */
import fc from 'fast-check'
import type { Operation, QueryParameter } from './operations.ts'

export type FuzzRequest = {
  readonly method: string
  /** Path and query, as they stand in the request line. */
  readonly target: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | undefined
}

/** Credentials that are good, for some of the requests to reach what lies behind the door. */
export type GoodCredentials = {
  readonly subscriptionKey: string
  readonly legacyToken: string
  readonly widgetBearer: string
  readonly cookie: string
  readonly apiKey: string
  readonly secretKey: string
  readonly clientId: string
  readonly clientSecret: string
  /** The widget's own origin. */
  readonly origin: string
}

/** Paths that the document leaves out, served all the same. */
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

const nasty = fc.constantFrom(
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
const anyText = fc.oneof(nasty, fc.string({ maxLength: 40 }), fc.string({ unit: 'binary', maxLength: 20 }))
const symbolText = fc.oneof(
  { weight: 5, arbitrary: fc.constantFrom('AAPL', 'SPY', 'MSFT', 'nvda', 'BRK.B', 'BRK-B', 'ZZZZ') },
  { weight: 3, arbitrary: anyText },
)

const encoded = (text: string) => encodeURIComponent(text.toWellFormed())
/** Sent as it is where a request line can carry it; percent-encoded else. */
const rawOrEncoded = fc
  .boolean()
  .map((raw) => (text: string) => (raw && /^[!-~]*$/.test(text) ? text : encoded(text)))

function valueOf({ schema, example }: QueryParameter): fc.Arbitrary<string> {
  const near: fc.Arbitrary<string>[] = [anyText]
  if (schema.enum) near.push(fc.constantFrom(...schema.enum.map(String)))
  if (schema.type === 'integer' || schema.type === 'number')
    near.push(
      fc.integer().map(String),
      fc.double().map(String),
      fc.integer({ min: 1, max: 5000 }).map(String),
    )
  if (schema.format === 'date') near.push(fc.constantFrom('2026-12-18', '2026-02-30', '0000-00-00'))
  if (example !== undefined) near.push(fc.constant(example), fc.constant(example))
  return fc.oneof(...near)
}

function queryOf(parameters: readonly QueryParameter[]): fc.Arbitrary<string> {
  const known = parameters.map((one) => valueOf(one).map((value) => `${one.name}=${encoded(value)}`))
  const unknown = fc
    .tuple(anyText, anyText, rawOrEncoded)
    .map(([name, value, write]) => `${write(name)}=${write(value)}`)
  const pair = known.length > 0 ? fc.oneof({ weight: 6, arbitrary: fc.oneof(...known) }, unknown) : unknown
  const some = fc.array(pair, { maxLength: 4 }).map((pairs) => pairs.join('&'))
  const many = fc
    .tuple(fc.integer({ min: 50, max: 400 }), fc.string({ maxLength: 3 }))
    .map(([count, text]) => Array.from({ length: count }, (_, at) => `${encoded(text)}${at}=1`).join('&'))
  return fc.oneof({ weight: 30, arbitrary: some }, { weight: 1, arbitrary: many })
}

const wrongKeys = fc.constantFrom(
  'sub_live_000000000000_0000000000000000000000000000000000000000000000000',
  'sub_live_',
  'pk_live_aaaaaaaaaaaaaaaaaaaaaa',
  'x'.repeat(5000),
  'a b',
)

/** Of every kind, right, wrong and two at once; none at all now and then. */
function credentialsOf(good: GoodCredentials): fc.Arbitrary<Record<string, string>> {
  const key = (value: string) => ({ 'op-subscription-key': value })
  const bearer = (value: string) => ({ authorization: `Bearer ${value}` })
  const headerText = fc.stringMatching(/^[!-~]{0,60}$/)
  return fc.oneof(
    { weight: 6, arbitrary: fc.constant(key(good.subscriptionKey)) },
    { weight: 2, arbitrary: fc.constant(bearer(good.legacyToken)) },
    { weight: 2, arbitrary: fc.constant({ ...bearer(good.widgetBearer), origin: good.origin }) },
    { weight: 2, arbitrary: fc.constant({ cookie: good.cookie, origin: good.origin }) },
    { weight: 1, arbitrary: fc.constant({}) },
    { weight: 1, arbitrary: wrongKeys.map(key) },
    { weight: 1, arbitrary: headerText.map(bearer) },
    { weight: 1, arbitrary: headerText.map((text) => ({ authorization: text })) },
    {
      weight: 1,
      arbitrary: fc
        .array(headerText, { maxLength: 30 })
        .map((values) => ({ cookie: values.map((value, at) => `__Host-session-${at}=${value}`).join('; ') })),
    },
    { weight: 1, arbitrary: fc.constant({ ...key(good.subscriptionKey), ...bearer(good.legacyToken) }) },
  )
}

const otherHeaders = fc.dictionary(
  fc.constantFrom(
    'accept-encoding',
    'accept',
    'if-none-match',
    'content-type',
    'x-forwarded-for',
    'forwarded',
    'traceparent',
    'sec-fetch-site',
    'sec-fetch-dest',
    'referer',
    'origin',
    'x-request-id',
    'range',
    'upgrade',
    'expect-ct',
  ),
  fc.oneof(
    fc.constantFrom(
      'br',
      'gzip;q=0',
      '*',
      'W/"x"',
      'application/json',
      'cross-site',
      'iframe',
      'null',
      'bytes=0-',
    ),
    fc.constantFrom('10.1.2.3', '[::1]:99', 'for=_hidden', 'for="[2001:db8::1]:80"', ',,,', 'unknown'),
    fc.constantFrom(
      '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01',
      'ff-00-00',
      'https://evil.example',
    ),
    fc.stringMatching(/^[!-~]{0,80}$/),
  ),
  { maxKeys: 4 },
)

function bodyOf({ body }: Operation, good: GoodCredentials): fc.Arbitrary<{ type: string; text: string }> {
  const type = body?.type ?? 'application/json'
  const value = fc.oneof(
    anyText,
    fc.constantFrom(good.apiKey, good.secretKey, good.clientId, good.clientSecret),
    fc.constantFrom('client_credentials', 'u-1842', 'https://www.partner.example', 'instance-1'),
  )
  const fields = fc.dictionary(fc.constantFrom(...(body?.fields ?? ['a']), 'x', '__proto__'), value, {
    maxKeys: 6,
  })
  const form = fields.map((given) =>
    new URLSearchParams(Object.entries(given).map(([k, v]) => [k, v.toWellFormed()])).toString(),
  )
  const json = fields.map((given) => JSON.stringify(given))
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

/** A request to a documented route: mostly by its method, sometimes by another. */
export function requestTo(operation: Operation, good: GoodCredentials): fc.Arbitrary<FuzzRequest> {
  const method = fc.oneof(
    { weight: 9, arbitrary: fc.constant(operation.method) },
    { weight: 1, arbitrary: methods },
  )
  return fc
    .record({
      method,
      symbol: symbolText,
      write: rawOrEncoded,
      query: fc.oneof(
        { weight: 2, arbitrary: queryOf(operation.query) },
        { weight: 1, arbitrary: fc.constant('') },
      ),
      credentials: credentialsOf(good),
      other: fc.oneof({ weight: 2, arbitrary: fc.constant({}) }, { weight: 1, arbitrary: otherHeaders }),
      body: bodyOf(operation, good),
    })
    .map(({ method: by, symbol, write, query, credentials, other, body }) => {
      const path = operation.path.replace('{symbol}', write(symbol).replaceAll(/[?#]/g, encoded) || '%20')
      const withBody = by === 'POST' || by === 'PUT' || by === 'PATCH'
      return {
        method: by,
        target: query === '' ? path : `${path}?${query.replaceAll('#', '%23')}`,
        headers: { ...(withBody ? { 'content-type': body.type } : {}), ...credentials, ...other },
        body: withBody ? body.text : undefined,
      }
    })
}

/** A request to what else is served, or to nothing at all. */
export function strayRequest(good: GoodCredentials): fc.Arbitrary<FuzzRequest> {
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
      credentials: credentialsOf(good),
      other: otherHeaders,
    })
    .map(({ method, path: at, query, credentials, other }) => ({
      method,
      target: query === '' ? at : `${at}?${query.replaceAll('#', '%23')}`,
      headers: { ...credentials, ...other },
      body: undefined,
    }))
}
