/** Credentials in header fields: what a request presents, read for access control. The feed's upgrade is read by the same. */
import { instanceHeader } from '#contract/first-paths.ts'
import { subscriptionKeyHeader } from '#contract/paths.ts'
import type { Presented } from '#service/access/presented.ts'
import { sessionCookies } from './cookies.ts'
import type { RequestContext } from './route.ts'

export function readCredentials({
  headers,
  url,
  address,
  doors,
}: Pick<RequestContext, 'headers' | 'url' | 'address' | 'doors'>): Presented {
  const authorization = headers.get('authorization')
  return {
    subscriptionKey: headers.get(subscriptionKeyHeader),
    bearer: authorization && bearerOf(authorization),
    cookies: sessionCookies(headers.get('cookie')),
    instance: headers.get(instanceHeader) ?? url.searchParams.get('instance'),
    origin: headers.get('origin'),
    site: headers.get('sec-fetch-site'),
    address,
    host: url.host,
    doors,
  }
}

/** The token of an `Authorization: Bearer` header (RFC 6750, 2.1); empty where it is anything else. */
function bearerOf(authorization: string): string {
  return /^Bearer +([\w\-.~+/]{1,200}=*)$/i.exec(authorization.trim())?.[1] ?? ''
}
