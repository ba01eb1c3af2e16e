/**
 * The one error shape and its closed set of codes.
 *
 * REST bodies carry it as `application/problem+json` (RFC 9457); feed frames, bridge messages and the
 * widget's translations use the same codes. The legacy `POST /token` alone answers in RFC 6749's shape
 * (`OAuthError`).
 */
import * as v from 'valibot'

/** Every code, with the HTTP status it travels under and its English title. Spec section 7. */
export const problems = {
  'malformed-symbol': { status: 400, title: 'The symbol is malformed' },
  'malformed-parameter': { status: 400, title: 'A parameter is malformed' },
  'malformed-body': { status: 400, title: 'The request body is malformed' },
  'credential-missing': { status: 401, title: 'No credential was presented' },
  'credential-invalid': { status: 401, title: 'The credential is not valid' },
  'session-ended': { status: 401, title: 'The session has ended' },
  'domain-not-whitelisted': { status: 403, title: 'This domain is not whitelisted' },
  'origin-refused': { status: 403, title: 'Requests from this origin are refused' },
  'scope-missing': { status: 403, title: 'The key is not scoped for this resource' },
  'address-refused': { status: 403, title: 'Requests from this address are refused' },
  'symbol-unknown': { status: 404, title: 'The symbol is unknown' },
  'route-unknown': { status: 404, title: 'There is nothing at this path' },
  'method-refused': { status: 405, title: 'The method is not supported here' },
  'body-too-large': { status: 413, title: 'The request body is too large' },
  'content-type-refused': { status: 415, title: 'The content type is not supported here' },
  'host-unknown': { status: 421, title: 'This host name is not served here' },
  'rate-limited': { status: 429, title: 'Too many requests' },
  internal: { status: 500, title: 'The service failed' },
  unavailable: { status: 503, title: 'The service is not available' },
} as const satisfies Record<string, { status: number; title: string }>

/** One of the closed set of codes: the last segment of a problem's `type`. */
export type ProblemCode = keyof typeof problems

export const problemCodes = Object.keys(problems) as readonly ProblemCode[]

/** `type` of a problem is this prefix and the code; a stable identifier, also the anchor in docs/data-api.md. */
export const problemTypePrefix = '/problems/'

/** RFC 9457 problem details, with the members this service adds. */
export const ProblemSchema = v.object({
  /** `/problems/<code>`. */
  type: v.string(),
  /** The code by itself, so that a client need not cut `type` apart. */
  code: v.picklist(problemCodes),
  title: v.string(),
  /** HTTP status, repeated from the status line. */
  status: v.number(),
  /** What went wrong with this request and what was expected; safe to show to the caller. */
  detail: v.optional(v.string()),
  /** Name of the offending parameter, field or header. */
  parameter: v.optional(v.string()),
  /** Identifies the request in the service's log; quote it to support. */
  requestId: v.optional(v.string()),
  /** The embedding origin to submit for whitelisting; only with `domain-not-whitelisted`. */
  origin: v.optional(v.string()),
})
export type Problem = v.InferOutput<typeof ProblemSchema>

/** Members of a problem beyond those its code implies. */
export type ProblemExtras = Pick<Problem, 'detail' | 'parameter' | 'requestId' | 'origin'>

/** Makes the problem a code stands for. */
export function problem(code: ProblemCode, extras: ProblemExtras = {}): Problem {
  return { type: problemTypePrefix + code, code, ...problems[code], ...extras }
}

/** RFC 6749 section 5.2: the body of a failed `POST /token` (legacy). */
export type OAuthError = {
  error: 'invalid_request' | 'invalid_client' | 'unsupported_grant_type'
  error_description?: string
}
