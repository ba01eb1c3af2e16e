/** Credentials in header fields: what a request presents, read for access control. The feed's upgrade is read by the same. */
import { embedderHeader, instanceHeader } from '#contract/api/first-paths.ts'
import { subscriptionKeyHeader } from '#contract/api/paths.ts'
import type { Presented } from '#service/access/credentials/request-credentials.ts'
import { sessionCookies } from './cookies.ts'
import type { AskedContext } from '../route.ts'
import { traceIdOf } from './trace-context.ts'

export function readCredentials({
  headers,
  url,
  address,
  certificate,
  doors,
  requestId,
}: Pick<AskedContext, 'headers' | 'address' | 'doors'> & {
  readonly url: Pick<URL, 'host' | 'searchParams'>
} & Partial<Pick<AskedContext, 'certificate' | 'requestId'>>): Presented {
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
    doors,
  }
}

/** The token of an `Authorization: Bearer` header (RFC 6750, 2.1); empty where it is anything else. */
function bearerOf(authorization: string): string {
  return /^Bearer +([\w\-.~+/]{1,200}=*)$/i.exec(authorization.trim())?.[1] ?? ''
}
