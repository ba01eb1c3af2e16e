/**
 * Failure log: one line for each response with a status of 500 or more, and for each refused feed
 * upgrade. The `requestId` of a line is the `X-Request-Id` that the client received. The number of
 * lines is limited, because callers can provoke failures; the next line after dropped ones has
 * their number as `leftOut`.
 */
import type { Problem } from '#contract/api/problem.ts'
import { accountOf } from '#service/access/caller-identity.ts'
import type { CallerIdentity } from '#service/access/caller-identity.ts'
import { boundedLog, logLinesPerMinute } from '#service/shared/bounded-log.ts'
import type { Log, LogFields } from '#service/shared/log.ts'

export type Failure = {
  readonly requestId: string
  /** Trace id of the caller; null without one. */
  readonly traceId: string | null
  /** Name of the route. */
  readonly route: string
  readonly status: number
  /** Undefined if the request failed before its caller was known. */
  readonly caller: CallerIdentity | undefined
  /** `Origin` of a refused upgrade, as the client sent it; null without one. */
  readonly origin?: string | null
  /** The problem of the response; undefined if the request was not valid HTTP. */
  readonly problem?: Problem | undefined
  /** The error that caused the problem, if any. */
  readonly cause?: unknown
}

export type FailureLog = {
  /** Logs a response with a status of 500 or more. */
  readonly logFailedRequest: (failure: Failure) => void
  /** Logs a refused upgrade of the feed. */
  readonly logRefusedUpgrade: (failure: Failure) => void
}

/** @param elapsed Returns monotonic milliseconds. */
export function createFailureLog(log: Log, elapsed: () => number): FailureLog {
  // Separate limits, so that a flood of 503 does not hide an unexpected error.
  const logUnexpected = boundedLog(log, elapsed, logLinesPerMinute.requestFailed)
  const logUnavailable = boundedLog(log, elapsed, logLinesPerMinute.requestUnavailable)
  // Probes of a node that is not ready arrive every second and must not use up the lines of other requests.
  const logNotReady = boundedLog(log, elapsed, logLinesPerMinute.notReady)
  const logRefusal = boundedLog(log, elapsed, logLinesPerMinute.upgradeRefused)
  return {
    logFailedRequest(failure) {
      if (failure.status === 500) logUnexpected('error', 'request-failed', logFieldsOf(failure))
      else if (failure.route === 'readyz') logNotReady('warn', 'request-failed', logFieldsOf(failure))
      else logUnavailable('warn', 'request-failed', logFieldsOf(failure))
    },
    logRefusedUpgrade(failure) {
      if (failure.status === 500) logUnexpected('error', 'upgrade-failed', logFieldsOf(failure))
      else logRefusal('warn', 'upgrade-refused', logFieldsOf(failure))
    },
  }
}

/** Maximum length of an origin in a line; the longest host name has 253 characters. */
const maxOriginLength = 300

function logFieldsOf(failure: Failure): LogFields {
  const { requestId, traceId, route, status, caller, origin, problem, cause } = failure
  const callerAccount = accountOf(caller)
  const error = cause ?? problem?.facts.cause
  return {
    requestId,
    ...(traceId !== null && { traceId }),
    route,
    status,
    ...(callerAccount && { account: callerAccount.account, key: callerAccount.keyId }),
    ...(origin !== undefined && { origin: origin?.slice(0, maxOriginLength) ?? null }),
    ...(problem && { code: problem.code }),
    ...(problem?.extras.detail !== undefined && { detail: problem.extras.detail }),
    ...(error !== undefined && { cause: causeText(error, status) }),
  }
}

/** Returns the message of an error, or its stack if the error is unexpected. */
function causeText(error: unknown, status: number): string {
  if (!(error instanceof Error)) return String(error)
  return status === 500 ? (error.stack ?? error.message) : error.message
}
