/**
 * Problem details on the wire, created from a problem's code.
 *
 * REST bodies carry it as `application/problem+json` (RFC 9457); feed frames, bridge messages and the
 * widget's translations use the same codes. Only the legacy `POST /token` responds in the format of
 * RFC 6749 (`OAuthError`).
 */
import {
  type ProblemCode,
  type ProblemDetails,
  type ProblemExtras,
  problemStatus,
  problemTypePrefix,
} from './problem.ts'

/** The English title of every code. */
export const problemTitle = {
  'malformed-symbol': 'The symbol is malformed',
  'malformed-parameter': 'A parameter is malformed',
  'malformed-body': 'The request body is malformed',
  'credential-missing': 'No credential was presented',
  'credential-invalid': 'The credential is not valid',
  'session-ended': 'The session has ended',
  'domain-not-whitelisted': 'This domain is not whitelisted',
  'origin-refused': 'Requests from this origin are refused',
  'scope-missing': 'The key is not scoped for this resource',
  'address-refused': 'Requests from this address are refused',
  'not-licensed': 'Market data is not enabled for this account',
  'symbol-unknown': 'The symbol is unknown',
  'route-unknown': 'There is nothing at this path',
  'method-refused': 'The method is not supported here',
  'body-too-large': 'The request body is too large',
  'content-type-refused': 'The content type is not supported here',
  'host-unknown': 'This host name is not served here',
  'rate-limited': 'Too many requests',
  internal: 'The service failed',
  unavailable: 'The service is not available',
} as const satisfies Record<ProblemCode, string>

/** Returns the problem details of a code. */
export function problemDetails(code: ProblemCode, extras: ProblemExtras = {}): ProblemDetails {
  return {
    type: problemTypePrefix + code,
    code,
    status: problemStatus[code],
    title: problemTitle[code],
    ...extras,
  }
}

/** RFC 6749 section 5.2: the body of a failed `POST /token` (legacy). */
export type OAuthError = {
  error: 'invalid_request' | 'invalid_client' | 'unsupported_grant_type'
  error_description?: string
}
