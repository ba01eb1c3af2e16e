/**
 * The error type with its closed set of codes: thrown as a `Problem` on either side, and on the wire as RFC
 * 9457 problem details. problem-details.ts has the serialisation and the English titles; code that only reads
 * or throws problems needs this file only.
 */
import * as v from 'valibot'

/** HTTP status of every code. Spec section 7. */
export const problemStatus = {
  'malformed-symbol': 400,
  'malformed-parameter': 400,
  'malformed-body': 400,
  'credential-missing': 401,
  'credential-invalid': 401,
  'session-ended': 401,
  'domain-not-whitelisted': 403,
  'origin-refused': 403,
  'scope-missing': 403,
  'address-refused': 403,
  'not-licensed': 403,
  'symbol-unknown': 404,
  'route-unknown': 404,
  'method-refused': 405,
  'body-too-large': 413,
  'content-type-refused': 415,
  'host-unknown': 421,
  'rate-limited': 429,
  internal: 500,
  unavailable: 503,
} as const

/** One of the closed set of codes: the last segment of a problem's `type`. */
export type ProblemCode = keyof typeof problemStatus

/**
 * Whether a retry may succeed without any action: the service is unreachable, failed, or asks for a delay.
 * Other problems would recur.
 */
export const isTransient = (code: ProblemCode): boolean =>
  code === 'unavailable' || code === 'internal' || code === 'rate-limited'

export const problemCodes = Object.keys(problemStatus) as readonly ProblemCode[]

/**
 * Prefix of a problem's `type`, followed by the code: a stable identifier, and the path of the
 * problem's page.
 */
export const problemTypePrefix = '/problems/'

/** RFC 9457 problem details, with the members this service adds. */
export const ProblemDetailsSchema = v.object({
  /** `/problems/<code>`. */
  type: v.string(),
  /** The code, so that clients need not parse `type`. */
  code: v.picklist(problemCodes),
  title: v.string(),
  /** HTTP status, repeated from the status line. */
  status: v.number(),
  /** The mistake in this request and the expected value; safe to show to the caller. */
  detail: v.optional(v.string()),
  /** Name of the offending parameter, field or header. */
  parameter: v.optional(v.string()),
  /** Identifies the request in the service's log; quote it to support. */
  requestId: v.optional(v.string()),
  /** The embedding origin to submit for whitelisting; only with `domain-not-whitelisted`. */
  origin: v.optional(v.string()),
})
export type ProblemDetails = v.InferOutput<typeof ProblemDetailsSchema>

/** Members of a problem beyond those its code implies. */
export type ProblemExtras = Pick<ProblemDetails, 'detail' | 'parameter' | 'requestId' | 'origin'>

/**
 * State of a caller's rate limit, a token bucket: refill rate per minute, remaining tokens, seconds
 * until it is full.
 */
export type RateState = {
  readonly perMinute: number
  readonly remaining: number
  readonly fullInSeconds: number
}

/** Facts about a problem for headers and the log; never part of the response body. */
export type ProblemFacts = {
  /** Delay after which a retry may succeed, seconds. */
  readonly retryAfterSeconds?: number
  /** State of the rate limit that counted the request, if any. */
  readonly rate?: RateState
  /** The error behind the problem; logged with the request, never sent. */
  readonly cause?: unknown
  /** The kind of credential that was rejected; absent if none was presented or the kind is not accepted. */
  readonly rejected?: 'key' | 'bearer'
}

/** `Error.stackTraceLimit` is specific to V8: the number of captured stack frames. */
const errorClass = Error as unknown as { stackTraceLimit: number | undefined }

/** An expected failure with its code. Only `http/` turns it into a response. */
export class Problem extends Error {
  override readonly name = 'Problem'
  readonly code: ProblemCode
  readonly extras: ProblemExtras
  readonly facts: ProblemFacts

  constructor(code: ProblemCode, extras: ProblemExtras = {}, facts: ProblemFacts = {}) {
    // No stack trace: problems are expected, and capturing one dominates the cost of a rejection.
    const { stackTraceLimit } = errorClass
    errorClass.stackTraceLimit = 0
    super(extras.detail ?? code)
    errorClass.stackTraceLimit = stackTraceLimit
    this.code = code
    this.extras = extras
    this.facts = facts
  }

  /** HTTP status of the code. */
  get status(): number {
    return problemStatus[this.code]
  }
}
