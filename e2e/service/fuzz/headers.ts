/** Headers of fuzzed requests: valid and invalid credentials, cookies, and other headers. */
import fc from 'fast-check'

type ValidSession = { readonly token: string; readonly cookie: string; readonly instance: string }

/**
 * Valid credentials, so that some of the requests pass authentication. Those with a low rate limit are several, since a
 * rate-limited request finds no bug.
 */
export type ValidCredentials = {
  readonly subscriptionKey: string
  readonly legacyTokens: readonly string[]
  readonly sessions: readonly ValidSession[]
  readonly apiKey: string
  readonly secretKey: string
  readonly clientId: string
  readonly clientSecret: string
  /** Origin of the widget. */
  readonly origin: string
}

type Fields = Readonly<Record<string, string>>

export const oneOf = (...texts: readonly string[]): fc.Arbitrary<string> => fc.constantFrom(...texts)
const headerText = fc.stringMatching(/^[!-~]{0,60}$/)

/** A random address of the caller, so that failures are not counted for one address. */
export const callerAddress: fc.Arbitrary<Fields> = fc
  .tuple(fc.nat(255), fc.nat(255), fc.nat(255))
  .map(([a, b, c]) => ({ 'x-forwarded-for': `100.${a}.${b}.${c}` }))

const invalidKeys = oneOf(
  'sub_live_000000000000_0000000000000000000000000000000000000000000000000',
  'sub_live_',
  'pk_live_aaaaaaaaaaaaaaaaaaaaaa',
  'x'.repeat(5000),
  'a b',
)

/** Well-formed but invalid values of cookies and tokens. */
const tokenText = fc.stringMatching(/^[\w-]{43}$/)

/** `Cookie` headers with session cookies and others, some valid, up to the maximum number. */
function cookiesOf(sessions: readonly ValidSession[]): fc.Arbitrary<string> {
  const name = fc.oneof(
    fc.nat(9).map((index) => `__Host-sw-instance-${index}`),
    oneOf(
      '__Host-sw-',
      '__Host-sw-a b',
      '__Secure-sw-1',
      'other',
      '',
      '__proto__',
      `__Host-sw-${'i'.repeat(500)}`,
    ),
  )
  const pair = fc
    .tuple(name, fc.oneof(headerText, tokenText), oneOf('=', '=', '=', ' = ', '', '=='))
    .map(([cookieName, value, equals]) => cookieName + equals + value)
  const validPair = fc.constantFrom(...sessions.map(({ cookie }) => cookie))
  return fc
    .array(fc.oneof({ weight: 4, arbitrary: pair }, { weight: 1, arbitrary: validPair }), { maxLength: 30 })
    .chain((pairs) => oneOf('; ', ';', ' ;; ').map((separator) => pairs.join(separator)))
}

/** Credentials of every kind: valid, invalid, two at the same time, or none. */
export function credentialsOf(valid: ValidCredentials): fc.Arbitrary<Fields> {
  const { subscriptionKey, legacyTokens, sessions, origin } = valid
  const key = (value: string): Fields => ({ 'op-subscription-key': value })
  const bearer = (value: string): Fields => ({ authorization: `Bearer ${value}` })
  const legacy = fc.constantFrom(...legacyTokens)
  const session = fc.constantFrom(...sessions)
  const prefixed = fc.tuple(oneOf('wt_', 'lt_', 'at_', 'ft_', ''), tokenText).map((parts) => parts.join(''))
  return fc.oneof(
    { weight: 6, arbitrary: fc.constant(key(subscriptionKey)) },
    { weight: 2, arbitrary: legacy.map(bearer) },
    { weight: 2, arbitrary: session.map(({ token }) => ({ ...bearer(token), origin })) },
    {
      weight: 2,
      arbitrary: session.map(({ cookie, instance }) => ({ cookie, 'widget-instance': instance, origin })),
    },
    { weight: 1, arbitrary: fc.constant({}) },
    { weight: 1, arbitrary: invalidKeys.map(key) },
    { weight: 1, arbitrary: fc.oneof(headerText, prefixed).map(bearer) },
    { weight: 1, arbitrary: headerText.map((text) => ({ authorization: text })) },
    { weight: 2, arbitrary: cookiesOf(sessions).map((cookie) => ({ cookie, origin })) },
    { weight: 1, arbitrary: legacy.map((token) => ({ ...key(subscriptionKey), ...bearer(token) })) },
  )
}

export const otherHeaders: fc.Arbitrary<Fields> = fc.dictionary(
  oneOf(
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
    'host',
    'x-request-id',
    'range',
    'upgrade',
    'expect-ct',
    'widget-instance',
    'widget-embedder',
  ),
  fc.oneof(
    oneOf('br', 'gzip;q=0', '*', 'W/"x"', 'application/json', 'cross-site', 'iframe', 'null', 'bytes=0-'),
    oneOf('10.1.2.3', '[::1]:99', 'for=_hidden', 'for="[2001:db8::1]:80"', ',,,', 'unknown'),
    oneOf('00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01', 'ff-00-00', 'https://evil.example'),
    fc.stringMatching(/^[!-~]{0,80}$/),
  ),
  { maxKeys: 4 },
)
