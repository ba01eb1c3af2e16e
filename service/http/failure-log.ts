/**
 * The failure log: one line for each response with a status of 500 or more, and for each refused feed upgrade.
 * Its `requestId` is the `X-Request-Id` that the client received. Bounded, since callers can provoke failures:
 * the first line after others were left out has their number as `leftOut`.
 */
import type { Problem } from '#contract/api/problem.ts'
import { accountOf } from '#service/access/caller-identity.ts'
import type { CallerIdentity } from '#service/access/caller-identity.ts'
import { boundedLog } from '#service/shared/bounded-log.ts'
import { logLinesPerMinute } from '#service/shared/limits.ts'
import type { Log, LogFields } from '#service/shared/log.ts'

export type Failure = {
  readonly requestId: string
  /** The caller's trace; null without one. */
  readonly traceId: string | null
  /** Name of the route. */
  readonly route: string
  readonly status: number
  /** Undefined if the request failed before its caller was known. */
  readonly caller: CallerIdentity | undefined
  /** The problem of the response; undefined if the request was not valid HTTP. */
  readonly problem?: Problem | undefined
  /** The error behind it, if any. */
  readonly cause?: unknown
}

export type FailureLog = {
  /** A response of status 500 or more. */
  readonly requestFailed: (failure: Failure) => void
  readonly upgradeRefused: (failure: Failure) => void
}

/** @param elapsed monotonic milliseconds */
export function createFailureLog(log: Log, elapsed: () => number): FailureLog {
  // Separate bounds: a flood of 503 must not hide an unexpected error.
  const failed = boundedLog(log, elapsed, logLinesPerMinute.requestFailed)
  const unavailable = boundedLog(log, elapsed, logLinesPerMinute.requestUnavailable)
  // Probes of a node that is not ready come every second: they must not use up the lines of other requests.
  const notReady = boundedLog(log, elapsed, logLinesPerMinute.notReady)
  const refused = boundedLog(log, elapsed, logLinesPerMinute.upgradeRefused)
  return {
    requestFailed(failure) {
      if (failure.status === 500) failed('error', 'request-failed', fieldsOf(failure))
      else if (failure.route === 'readyz') notReady('warn', 'request-failed', fieldsOf(failure))
      else unavailable('warn', 'request-failed', fieldsOf(failure))
    },
    upgradeRefused(failure) {
      if (failure.status === 500) failed('error', 'upgrade-failed', fieldsOf(failure))
      else refused('warn', 'upgrade-refused', fieldsOf(failure))
    },
  }
}

function fieldsOf({ requestId, traceId, route, status, caller, problem, cause }: Failure): LogFields {
  const known = accountOf(caller)
  const error = cause ?? problem?.facts.cause
  return {
    requestId,
    ...(traceId !== null && { traceId }),
    route,
    status,
    ...(known && { account: known.account, key: known.keyId }),
    ...(problem && { code: problem.code }),
    ...(problem?.extras.detail !== undefined && { detail: problem.extras.detail }),
    ...(error !== undefined && { cause: causeText(error, status) }),
  }
}

/** With the stack if the error is unexpected: it has to be found in the code. */
function causeText(error: unknown, status: number): string {
  if (!(error instanceof Error)) return String(error)
  return status === 500 ? (error.stack ?? error.message) : error.message
}
