/**
 * Applies the limits that the route table names. Only this module counts accepted requests;
 * credential-throttle.ts counts invalid credentials.
 */
import type { RateState } from '#contract/api/problem.ts'
import { addressBlock, outerBlock } from '#service/access/address.ts'
import type { CallerIdentity } from '#service/access/caller-identity.ts'
import { outerBlockLimit } from '#service/shared/rate-limits.ts'
import type { Limit, Limits, RouteLimit } from '#service/shared/rate-limits.ts'
import { thenOrNow } from '#service/shared/maybe-promise.ts'
import type { MaybePromise } from '#service/shared/maybe-promise.ts'
import type { RateLimiter } from './rate-limiter.ts'

/**
 * Takes one token from the bucket of each named limit that applies to the caller, in the order of
 * the names. Returns the state of the first bucket; undefined if no limit applies.
 *
 * @throws Problem `rate-limited` if one of the buckets is empty (or rejects with it)
 */
export type TakeLimits = (
  names: readonly RouteLimit[],
  caller: CallerIdentity,
) => MaybePromise<RateState | undefined>

/**
 * The name of the caller's bucket for each limit; undefined if the limit does not apply to the
 * caller.
 */
const bucketNameOf: Readonly<Record<RouteLimit, (caller: CallerIdentity) => string | undefined>> = {
  subscriptionKey: (caller) => (caller.kind === 'key' ? caller.keyId : undefined),
  legacyClient: (caller) => (caller.kind === 'client' ? caller.keyId : undefined),
  widgetSession: (caller) => (caller.kind === 'session' ? caller.session : undefined),
  widgetUser: (caller) => (caller.kind === 'session' ? userBucketOf(caller) : undefined),
  widgetAddress: (caller) => (caller.kind === 'session' ? addressBlock(caller.address) : undefined),
  positionAddress: (caller) => (caller.kind === 'session' ? addressBlock(caller.address) : undefined),
  openingAddress: (caller) => (caller.kind === 'address' ? addressBlock(caller.address) : undefined),
  fontAddress: (caller) => (caller.kind === 'address' ? addressBlock(caller.address) : undefined),
  recordAddress: (caller) => (caller.kind === 'address' ? addressBlock(caller.address) : undefined),
  documentAddress: (caller) => (caller.kind === 'address' ? addressBlock(caller.address) : undefined),
  openingKeyOrigin: (caller) => (caller.kind === 'opening' ? `${caller.keyId} ${caller.origin}` : undefined),
  partner: (caller) =>
    caller.kind === 'opening' ||
    caller.kind === 'one-time-token' ||
    (caller.kind === 'widget' && caller.flow === 'apiKey')
      ? caller.account
      : undefined,
  clientTokens: (caller) => (caller.kind === 'client' ? caller.keyId : undefined),
}

/**
 * The bucket of a user. In the API-key flow anyone who has the public key can name a user, so each
 * address block has its own: otherwise one address could use up the limit of a user elsewhere.
 */
function userBucketOf(caller: CallerIdentity & { readonly kind: 'session' }): string {
  const user = `${caller.account} ${caller.user.slice(0, 16)}`
  return caller.flow === 'apiKey' ? `${user} ${addressBlock(caller.address)}` : user
}

/** Limits by address, which count a /48 network as well. */
const addressLimits = [
  'widgetAddress',
  'positionAddress',
  'openingAddress',
  'fontAddress',
  'recordAddress',
  'documentAddress',
] as const satisfies readonly RouteLimit[]

export function createRouteLimits(limiter: RateLimiter, limits: Limits): TakeLimits {
  const outerLimits: ReadonlyMap<RouteLimit, Limit> = new Map(
    addressLimits.map((name) => [name, outerBlockLimit(limits[name])]),
  )
  const takeLimit = (name: RouteLimit, caller: CallerIdentity): MaybePromise<RateState> | undefined => {
    const bucket = bucketNameOf[name](caller)
    if (bucket === undefined) return undefined
    // The rate of a key replaces the rate of the limit `subscriptionKey` only.
    const keyRate = name === 'subscriptionKey' && caller.kind === 'key' ? caller.perMinute : null
    const rate = limiter.take(
      keyRate === null ? limits[name] : { ...limits[name], perMinute: keyRate },
      bucket,
    )
    const outerLimit = outerLimits.get(name)
    const block = outerLimit && 'address' in caller ? outerBlock(caller.address) : undefined
    if (outerLimit === undefined || block === undefined) return rate
    return thenOrNow(rate, (state) => thenOrNow(limiter.take(outerLimit, block), () => state))
  }
  return (names, caller) => {
    let firstRate: RateState | undefined
    // An index loop, because every request runs it.
    for (let index = 0; index < names.length; index++) {
      const rate = takeLimit(names[index]!, caller)
      if (rate instanceof Promise)
        return takeRemaining(firstRate ?? rate, rate, names.slice(index + 1), caller)
      firstRate ??= rate
    }
    return firstRate
  }

  /** For buckets in Redis: takes from a bucket only after the buckets before it had a token. */
  async function takeRemaining(
    firstRate: MaybePromise<RateState>,
    pending: Promise<RateState>,
    remaining: readonly RouteLimit[],
    caller: CallerIdentity,
  ): Promise<RateState> {
    await pending
    for (const name of remaining) await takeLimit(name, caller)
    return firstRate
  }
}
