/**
 * Access log: one line per request, if the operator enables it. A line has the name of the route
 * instead of the URL, which may contain symbols and positions of a user, and only the network of
 * the caller's IP address.
 */
import { subscriptionKeyHeader } from '#contract/api/paths.ts'
import type { ProblemCode } from '#contract/api/problem.ts'
import { addressNetwork } from '#service/access/address.ts'
import type { Door } from '#service/access/credentials/request-credentials.ts'
import type { Log } from '#service/shared/log.ts'
import type { RequestHeaders } from './request/request.ts'
import { traceIdOf } from './request/trace-context.ts'

export type AccessLogEntry = {
  readonly method: string
  /** Name of the route; `none` if no route matched. */
  readonly route: string
  readonly status: number
  readonly seconds: number
  /** Length of the body in bytes; null if unknown before it is sent. */
  readonly bytes: number | null
  readonly requestId: string
  /** Code of the problem; undefined for a success. */
  readonly code?: ProblemCode | undefined
  /** Undefined if the caller is not known. */
  readonly account?: string | undefined
  readonly headers: RequestHeaders
  readonly address: string | undefined
}

/** Receives each response. */
export type AccessLog = (entry: AccessLogEntry) => void

/** Methods that are logged by name. */
export const knownMethods: ReadonlySet<string> = new Set([
  'GET',
  'HEAD',
  'POST',
  'PUT',
  'PATCH',
  'DELETE',
  'OPTIONS',
])

export const createAccessLog =
  (log: Log): AccessLog =>
  ({ method, route, status, seconds, bytes, requestId, code, account, headers, address }) => {
    const traceId = traceIdOf(headers.get('traceparent'))
    log('info', 'request', {
      // Unknown methods are logged as `other` to bound cardinality.
      method: knownMethods.has(method) ? method : 'other',
      route,
      status,
      ms: Math.round(seconds * 10_000) / 10,
      bytes,
      requestId,
      ...(traceId !== null && { traceId }),
      ...(code !== undefined && { code }),
      door: attemptedDoor(headers),
      ...(account !== undefined && { account }),
      address: addressNetwork(address),
    })
  }

/** Returns one that passes each response to all that are enabled; undefined if none is. */
export function combineAccessLogs(
  ...accessLogs: readonly (AccessLog | false | undefined)[]
): AccessLog | undefined {
  const enabled = accessLogs.filter((accessLog) => accessLog !== undefined && accessLog !== false)
  if (enabled.length < 2) return enabled[0]
  return (entry) => {
    for (const accessLog of enabled) accessLog(entry)
  }
}

/**
 * Returns the door of the kind of credential in the request, valid or not. Null without a
 * credential.
 */
function attemptedDoor(headers: RequestHeaders): Door | null {
  if (headers.get(subscriptionKeyHeader) !== null) return 'gateway'
  const authorization = headers.get('authorization')
  if (authorization !== null) return /^bearer +wt_/i.test(authorization) ? 'widget' : 'legacy'
  return headers.get('cookie')?.includes('__Host-sw-') ? 'widget' : null
}
