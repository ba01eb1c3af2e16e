/** Responses for problems: the body of RFC 9457 and the headers of the code. */
import { problemDetails } from '#contract/api/problem-details.ts'
import { Problem } from '#contract/api/problem.ts'
import type { ProblemExtras } from '#contract/api/problem.ts'
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
