/** Headers and problems in the responses of operations. */
import { problemStatus } from '#contract/api/problem.ts'
import type { ProblemCode } from '#contract/api/problem.ts'
import { problemTitle } from '#contract/api/problem-details.ts'
import { defaultLimits } from '#service/shared/rate-limits.ts'
import { problemPageContent } from '#service/http/problems/problem-page-content.ts'
import { rateHeaders } from '#service/http/problems/problem-headers.ts'
import { refTo } from './json-schema.ts'
import type { JsonSchema } from './json-schema.ts'

const textHeader = (description: string, example: string): JsonSchema => ({
  description,
  schema: { type: 'string' },
  example,
})

const { perMinute } = defaultLimits.subscriptionKey
const { 'RateLimit-Policy': policyExample = '', RateLimit: rateExample = '' } = rateHeaders({
  perMinute,
  remaining: perMinute - 2,
  fullInSeconds: 1,
})

/** `components.headers`. */
export const headerComponents = {
  'X-Request-Id': textHeader(
    'Id of the request in the log of the service. Every response has it; quote it to support.',
    '05b50dae-4078-42c4-a9bd-0741fcf2a956',
  ),
  'RateLimit-Policy': textHeader(
    'Rate limit: `q` requests in `w` seconds (draft-ietf-httpapi-ratelimit-headers).',
    policyExample,
  ),
  RateLimit: textHeader(
    'Remaining requests `r`, and the seconds `t` until the full limit is available again.',
    rateExample,
  ),
  'Retry-After': {
    description: 'Seconds after which the same request may be sent again.',
    schema: { type: 'integer', minimum: 0 },
    example: 2,
  },
  'WWW-Authenticate': textHeader(
    'Accepted kinds of credentials (RFC 9110, section 11.6.1).',
    'Bearer realm="options-analysis", ApiKey realm="options-analysis" header="Op-Subscription-Key"',
  ),
  'Cache-Control': textHeader(
    'Whether the response may be cached. Only the client may cache data, and must revalidate it before each use. Responses that depend on a position, and tokens, must not be cached.',
    'private, no-cache',
  ),
  ETag: textHeader(
    'Identifies the bytes of the response. Send it in `If-None-Match` with the next request: if the response has not changed, the service responds with 304 and no body.',
    '"wRWyLhKdWP4fTtnG1oN2xA-br"',
  ),
  Warning: textHeader(
    'Names each query parameter that the look-up does not have and ignores, with the nearest name that it has. Absent if all are known. Problems after the check of the credential have it as well. With `strict=1`, such a request is refused instead.',
    '299 - "Unknown parameter timeFrame: did you mean timeframe?"',
  ),
  'Set-Cookie': textHeader(
    'Cookie of the session. Each instance of the widget has its own cookie. When the session ends, this header removes the cookie.',
    '__Host-sw-instance-1=…; Max-Age=86400; Path=/; Secure; HttpOnly; SameSite=None; Partitioned',
  ),
} as const satisfies Readonly<Record<string, JsonSchema>>

type HeaderName = keyof typeof headerComponents

const groups = {
  rate: ['RateLimit-Policy', 'RateLimit'],
  cache: ['Cache-Control'],
  revalidation: ['Cache-Control', 'ETag'],
  warning: ['Warning'],
  cookie: ['Set-Cookie'],
  retry: ['Retry-After'],
  challenge: ['WWW-Authenticate'],
} as const satisfies Readonly<Record<string, readonly HeaderName[]>>

/** Returns the headers of a response: the request id and the headers of each group. */
export const responseHeaders = (...names: readonly (keyof typeof groups)[]): JsonSchema =>
  Object.fromEntries(
    ['X-Request-Id', ...names.flatMap((name) => groups[name])].map((name) => [
      name,
      { $ref: `#/components/headers/${name}` },
    ]),
  )

/** Returns the headers of a problem with this status. */
const headersForStatus = (status: number): JsonSchema => {
  if (status === 401) return responseHeaders('challenge')
  if (status === 429) return responseHeaders('rate', 'retry')
  if (status === 503) return responseHeaders('retry')
  return responseHeaders()
}

/** Returns `components.examples`: one complete problem for each code. */
export const problemExamples = (codes: readonly ProblemCode[]): JsonSchema =>
  Object.fromEntries(
    codes.map((code) => [code, { summary: problemTitle[code], value: problemPageContent(code).example }]),
  )

/** Returns the responses for these codes, by status. */
export function problemResponses(codes: readonly ProblemCode[]): JsonSchema {
  const byStatus = Map.groupBy(codes, (code) => problemStatus[code])
  return Object.fromEntries(
    [...byStatus].map(([status, codesOfStatus]) => [
      status,
      {
        description: codesOfStatus.map((code) => `${problemTitle[code]} (\`${code}\`)`).join('; '),
        headers: headersForStatus(status),
        content: {
          'application/problem+json': {
            schema: refTo('Problem'),
            examples: Object.fromEntries(
              codesOfStatus.map((code) => [code, { $ref: `#/components/examples/${code}` }]),
            ),
          },
        },
      },
    ]),
  )
}
