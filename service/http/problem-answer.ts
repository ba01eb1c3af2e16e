/** Problems as answers: RFC 9457's body, and the header fields that go with a code. */
import { problemDetails } from '#contract/problem-details.ts'
import { Problem } from '#contract/problem.ts'
import type { ProblemExtras } from '#contract/problem.ts'
import type { Log } from '#service/settings/log.ts'
import { problemFields, ratePolicy } from './problem-headers.ts'

/** What was thrown, as a Problem; what was not thrown on purpose is logged with its cause and answered without it. */
export function problemOf(error: unknown, requestId: string, log: Log): Problem {
  if (error instanceof Problem) return error
  log('error', 'request-failed', {
    requestId,
    reason: error instanceof Error ? (error.stack ?? error.message) : String(error),
  })
  return new Problem('internal')
}

/** `headers`: what only the route knows, such as `Allow`. */
export function problemAnswer(
  problem: Problem,
  requestId: string,
  headers: Readonly<Record<string, string>> = {},
): Response {
  const body: Record<string, unknown> = problemDetails(problem.code, {
    ...problem.extras,
    requestId,
  } satisfies ProblemExtras)
  if (problem.code === 'rate-limited') body['violated-policies'] = [ratePolicy]
  return new Response(JSON.stringify(body), {
    status: problem.status,
    headers: {
      'Cache-Control': 'no-store',
      ...problemFields(problem),
      ...headers,
      'Content-Type': 'application/problem+json',
    },
  })
}
