/** Problems as answers: RFC 9457's body, and the header fields that go with a code. */
import { problemDetails } from '#contract/api/problem-details.ts'
import { Problem } from '#contract/api/problem.ts'
import type { ProblemExtras } from '#contract/api/problem.ts'
import type { Log } from '#service/shared/log.ts'
import { fieldList } from '../response/kept-answer.ts'
import type { KeptAnswer } from '../response/kept-answer.ts'
import { problemFields, ratePolicy } from './problem-headers.ts'

/** What was thrown, as a Problem; what was not thrown on purpose is logged with its cause and answered without it. */
export function problemOf(
  error: unknown,
  { requestId, traceId }: { readonly requestId: string; readonly traceId: string | null },
  log: Log,
): Problem {
  if (error instanceof Problem) return error
  log('error', 'request-failed', {
    requestId,
    ...(traceId !== null && { traceId }),
    reason: error instanceof Error ? (error.stack ?? error.message) : String(error),
  })
  return new Problem('internal')
}

const encoder = new TextEncoder()

/** `headers`: what only the route knows, such as `Allow`. */
export function problemAnswer(
  problem: Problem,
  requestId: string,
  headers: Readonly<Record<string, string>> = {},
): KeptAnswer {
  const body: Record<string, unknown> = problemDetails(problem.code, {
    ...problem.extras,
    requestId,
  } satisfies ProblemExtras)
  if (problem.code === 'rate-limited') body['violated-policies'] = [ratePolicy]
  const bytes = encoder.encode(JSON.stringify(body))
  return {
    status: problem.status,
    fields: fieldList({
      'Cache-Control': 'no-store',
      ...problemFields(problem),
      ...headers,
      'Content-Type': 'application/problem+json',
      'Content-Length': String(bytes.byteLength),
    }),
    body: bytes,
  }
}
