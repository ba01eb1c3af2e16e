/** What a 401 says about how to come in (RFC 9110, 11.6.1; RFC 6750, 3), and how a bearer is read. */
import { subscriptionKeyHeader } from '#contract/paths.ts'

const realm = 'realm="options-analysis"'
export const missing = {
  'WWW-Authenticate': `Bearer ${realm}, ApiKey ${realm} header="${subscriptionKeyHeader}"`,
}
export const badBearer = { 'WWW-Authenticate': `Bearer ${realm}, error="invalid_token"` }
export const badKey = { 'WWW-Authenticate': `ApiKey ${realm} header="${subscriptionKeyHeader}"` }

/** The token of an `Authorization: Bearer` header. */
export function bearerOf(authorization: string | null): string | undefined {
  return /^Bearer +([\w\-.~+/]{1,200}=*)$/i.exec(authorization?.trim() ?? '')?.[1]
}
