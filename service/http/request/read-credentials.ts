/** Reads credentials from header fields for access control; also used for the feed's upgrade. */
import { embedderHeader, instanceHeader } from '#contract/api/first-paths.ts'
import { subscriptionKeyHeader } from '#contract/api/paths.ts'
import type { CallerListener, RequestCredentials } from '#service/access/credentials/request-credentials.ts'
import { sessionCookies } from './cookies.ts'
import type { HttpRequest } from './request.ts'
import { traceIdOf } from './trace-context.ts'

/** The parts of a request that are read. An upgrade lacks some of them. */
type CredentialSource = Pick<HttpRequest, 'headers' | 'address' | 'doors'> & {
  readonly url: Pick<URL, 'protocol' | 'host' | 'searchParams'>
} & Partial<Pick<HttpRequest, 'certificate' | 'requestId'>>

/** @param callerListener receives the caller; usually the request itself */
export function readCredentials(
  source: CredentialSource,
  callerListener?: CallerListener,
): RequestCredentials {
  const { headers, url, address, certificate, doors, requestId } = source
  const authorization = headers.get('authorization')
  return {
    subscriptionKey: headers.get(subscriptionKeyHeader),
    bearer: authorization && bearerOf(authorization),
    cookies: sessionCookies(headers.get('cookie')),
    instance: headers.get(instanceHeader) ?? url.searchParams.get('instance'),
    origin: headers.get('origin'),
    embedder: headers.get(embedderHeader),
    requestId: requestId ?? null,
    traceId: traceIdOf(headers.get('traceparent')),
    site: headers.get('sec-fetch-site'),
    address,
    certificate,
    host: url.host,
    isSecure: url.protocol === 'https:',
    doors,
    callerListener,
  }
}

/**
 * Returns the token of an `Authorization: Bearer` header (RFC 6750, 2.1); empty for any other
 * scheme.
 */
function bearerOf(authorization: string): string {
  return /^Bearer +([\w\-.~+/]{1,200}=*)$/i.exec(authorization.trim())?.[1] ?? ''
}
