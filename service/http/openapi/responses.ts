/** Shared parts of responses: headers and problems. */
import { problemStatus } from '#contract/api/problem.ts'
import type { ProblemCode } from '#contract/api/problem.ts'
import { problemTitle } from '#contract/api/problem-details.ts'
import { defaultLimits } from '#service/shared/limits.ts'
import { factsOf } from '#service/http/problems/facts.ts'
import { rateFields } from '#service/http/problems/problem-headers.ts'
import { refTo } from './json-schema.ts'
import type { JsonSchema } from './json-schema.ts'

const text = (description: string, example: string): JsonSchema => ({
  description,
  schema: { type: 'string' },
  example,
})

const { perMinute } = defaultLimits.subscriptionKey
const { 'RateLimit-Policy': policyExample = '', RateLimit: rateExample = '' } = rateFields({
  perMinute,
  left: perMinute - 2,
  fullInSeconds: 1,
})

/** `components.headers`. */
export const headerComponents = {
  'X-Request-Id': text(
    'Id of the request in the log of the service; quote it to support. On every response.',
    '05b50dae-4078-42c4-a9bd-0741fcf2a956',
  ),
  'RateLimit-Policy': text(
    'The allowance: `q` requests in `w` seconds (draft-ietf-httpapi-ratelimit-headers).',
    policyExample,
  ),
  RateLimit: text('What is left of it: `r` requests; it is full again in `t` seconds.', rateExample),
  'Retry-After': {
    description: 'Seconds after which the same request may be sent again.',
    schema: { type: 'integer', minimum: 0 },
    example: 2,
  },
  'WWW-Authenticate': text(
    'Which credentials are accepted (RFC 9110, 11.6.1).',
    'Bearer realm="options-analysis", ApiKey realm="options-analysis" header="Op-Subscription-Key"',
  ),
  'Cache-Control': text(
    'Whether the response may be cached. Data: by the client only, with revalidation before each use. Responses that depend on a position, and tokens: not at all.',
    'private, no-cache',
  ),
  ETag: text(
    'Identifies the bytes of the response. Send it back in `If-None-Match`: an unchanged response is then 304, without a body.',
    '"wRWyLhKdWP4fTtnG1oN2xA-br"',
  ),
  'Set-Cookie': text(
    'The cookie of the session, one for each instance of the widget. When the session ends, the header removes the cookie.',
    '__Host-sw-instance-1=…; Max-Age=86400; Path=/; Secure; HttpOnly; SameSite=None; Partitioned',
  ),
} as const satisfies Readonly<Record<string, JsonSchema>>

type HeaderName = keyof typeof headerComponents

const groups = {
  rate: ['RateLimit-Policy', 'RateLimit'],
  cache: ['Cache-Control'],
  revalidation: ['Cache-Control', 'ETag'],
  cookie: ['Set-Cookie'],
  retry: ['Retry-After'],
  challenge: ['WWW-Authenticate'],
} as const satisfies Readonly<Record<string, readonly HeaderName[]>>

/** Headers of a response: the request id, and those of each group. */
export const answerHeaders = (...names: readonly (keyof typeof groups)[]): JsonSchema =>
  Object.fromEntries(
    ['X-Request-Id', ...names.flatMap((name) => groups[name])].map((name) => [
      name,
      { $ref: `#/components/headers/${name}` },
    ]),
  )

/** Headers by status: a 403 follows the rate limit, a 401 precedes it. */
const headersAt = (status: number): JsonSchema => {
  if (status === 401) return answerHeaders('challenge')
  if (status === 429) return answerHeaders('rate', 'retry')
  if (status === 503) return answerHeaders('retry')
  return answerHeaders()
}

/** `components.examples`: one whole problem for each code. */
export const problemExamples = (codes: readonly ProblemCode[]): JsonSchema =>
  Object.fromEntries(
    codes.map((code) => [code, { summary: problemTitle[code], value: factsOf(code).example }]),
  )

/** The responses of these codes, by status. */
export function problemAnswers(codes: readonly ProblemCode[]): JsonSchema {
  const byStatus = Map.groupBy(codes, (code) => problemStatus[code])
  return Object.fromEntries(
    [...byStatus].map(([status, some]) => [
      status,
      {
        description: some.map((code) => `${problemTitle[code]} (\`${code}\`)`).join('; '),
        headers: headersAt(status),
        content: {
          'application/problem+json': {
            schema: refTo('Problem'),
            examples: Object.fromEntries(
              some.map((code) => [code, { $ref: `#/components/examples/${code}` }]),
            ),
          },
        },
      },
    ]),
  )
}
