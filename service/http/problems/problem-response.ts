/** Responses for problems: the body of RFC 9457 and the headers of the code. */
import { problemDetails } from '#contract/api/problem-details.ts'
import { Problem } from '#contract/api/problem.ts'
import type { ProblemExtras } from '#contract/api/problem.ts'
import { requestLimits } from '#service/shared/limits.ts'
import { textResponse } from '#service/http/response/response.ts'
import type { HttpResponse } from '#service/http/response/response.ts'
import { problemHeaders, ratePolicy } from './problem-headers.ts'

/**
 * Returns the problem for a thrown value. An unexpected error becomes the cause of an `internal`
 * problem; the response does not reveal it.
 */
export const problemOf = (error: unknown): Problem =>
  error instanceof Problem ? error : new Problem('internal', {}, { cause: error })

/** Returns the response for a problem. `headers` are those of the route, such as `Allow`. */
export function problemResponse(
  problem: Problem,
  requestId: string,
  headers: Readonly<Record<string, string>> = {},
): HttpResponse {
  const body: Record<string, unknown> = problemDetails(problem.code, {
    ...problem.extras,
    requestId,
  } satisfies ProblemExtras)
  if (problem.code === 'rate-limited') body['violated-policies'] = [ratePolicy]
  return textResponse(
    JSON.stringify(body),
    {
      'Cache-Control': 'no-store',
      ...problemHeaders(problem),
      ...headers,
      'Content-Type': 'application/problem+json',
    },
    problem.status,
  )
}

/** Status of a response to a path that is too long (RFC 9110, 15.5.15). */
const uriTooLong = 414

/**
 * Returns the response for a path over `requestLimits.pathLength`. Its type is `about:blank` (RFC
 * 9457, 4.2.1) without a code, because pinned widgets refuse codes that they do not know (decision
 * 75).
 */
export const longPathResponse = (requestId: string): HttpResponse =>
  textResponse(
    JSON.stringify({
      type: 'about:blank',
      title: 'URI Too Long',
      status: uriTooLong,
      detail: `Send a path of ${requestLimits.pathLength} characters at most.`,
      requestId,
    }),
    { 'Cache-Control': 'no-store', 'Content-Type': 'application/problem+json' },
    uriTooLong,
  )
