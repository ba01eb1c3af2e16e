/** Headers of problems: authentication challenges, rate limits, `Retry-After`. */
import { subscriptionKeyHeader } from '#contract/api/paths.ts'
import type { Problem, RateState } from '#contract/api/problem.ts'

type Fields = Readonly<Record<string, string>>

/** Name of the rate limit policy in headers and bodies. */
export const ratePolicy = 'per-minute'

/**
 * Returns the rate limit headers of draft-ietf-httpapi-ratelimit-headers: `RateLimit-Policy` has
 * quota and window, `RateLimit` the remaining requests and the seconds until the bucket is full
 * again.
 */
export function rateHeaders(rate: RateState | undefined): Fields {
  // Without a rate limit for this caller.
  if (!rate) return {}
  const { perMinute, remaining, fullInSeconds } = rate
  return {
    'RateLimit-Policy': `"${ratePolicy}";q=${perMinute};w=60`,
    RateLimit: `"${ratePolicy}";r=${remaining};t=${fullInSeconds}`,
  }
}

const realm = 'realm="options-analysis"'
const keyChallenge = `ApiKey ${realm} header="${subscriptionKeyHeader}"`
/** Challenges of a 401 (RFC 9110, 11.6.1; RFC 6750, 3). */
const challenges = {
  key: keyChallenge,
  bearer: `Bearer ${realm}, error="invalid_token"`,
  none: `Bearer ${realm}, ${keyChallenge}`,
}

/** Returns the headers for a problem. */
export function problemHeaders({ status, facts }: Problem): Fields {
  const { rate, retryAfterSeconds, rejected } = facts
  return {
    ...rateHeaders(rate),
    ...(retryAfterSeconds !== undefined && { 'Retry-After': String(retryAfterSeconds) }),
    ...(status === 401 && { 'WWW-Authenticate': challenges[rejected ?? 'none'] }),
  }
}
