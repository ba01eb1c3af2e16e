/**
 * The access log: one line for every request that was answered, where the operator wants it. It names the route and not the
 * address that was asked for, which may hold a user's symbols and positions; of a caller's IP address his network alone.
 */
import { subscriptionKeyHeader } from '#contract/api/paths.ts'
import { addressNetwork } from '#service/access/address.ts'
import type { Door } from '#service/access/credentials/request-credentials.ts'
import type { Log } from '#service/shared/log.ts'
import type { AskedFields } from './response/kept-answer.ts'
import { traceIdOf } from './request/trace-context.ts'

export type Answered = {
  readonly method: string
  /** Name of the route; `none` where there is nothing. */
  readonly route: string
  readonly status: number
  readonly seconds: number
  /** Of the body; null where it is not known before it is sent. */
  readonly bytes: number | null
  readonly requestId: string
  readonly headers: AskedFields
  readonly address: string | undefined
}

export type AccessLog = (answered: Answered) => void

const methods = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])

export const createAccessLog =
  (log: Log): AccessLog =>
  ({ method, route, status, seconds, bytes, requestId, headers, address }) => {
    const traceId = traceIdOf(headers.get('traceparent'))
    log('info', 'request', {
      // Whatever else somebody makes up is his, not ours.
      method: methods.has(method) ? method : 'other',
      route,
      status,
      ms: Math.round(seconds * 10_000) / 10,
      bytes,
      requestId,
      ...(traceId !== null && { traceId }),
      door: doorKnockedAt(headers),
      address: addressNetwork(address),
    })
  }

/** By the kind of credential that came along, whether it is good or not; null where none did. */
function doorKnockedAt(headers: AskedFields): Door | null {
  if (headers.get(subscriptionKeyHeader) !== null) return 'gateway'
  const authorization = headers.get('authorization')
  if (authorization !== null) return /^bearer +wt_/i.test(authorization) ? 'widget' : 'legacy'
  return headers.get('cookie')?.includes('__Host-sw-') ? 'widget' : null
}
