/**
 * Applies the limits that the rows of the route table name. This is the only place that counts accepted
 * requests; failed credentials are counted by credential-throttle.ts.
 */
import type { RateState } from '#contract/api/problem.ts'
import { addressBlock } from '#service/access/address.ts'
import type { CallerIdentity } from '#service/access/caller-identity.ts'
import type { Limits, RouteLimit } from '#service/shared/limits.ts'
import type { MaybePromise } from '#service/shared/maybe-promise.ts'
import type { RateLimiter } from './rate-limiter.ts'

/**
 * Takes one token from the bucket of each named limit that counts this caller, in the order of the names, and
 * returns what remains of the first; undefined if none of them counts this caller.
 *
 * @throws Problem `rate-limited` if one of the buckets is empty (or rejects with it)
 */
export type TakeLimits = (
  names: readonly RouteLimit[],
  caller: CallerIdentity,
) => MaybePromise<RateState | undefined>

/** The name of the caller's bucket; undefined if the limit does not count such callers. */
const bucketOf: Readonly<Record<RouteLimit, (caller: CallerIdentity) => string | undefined>> = {
  subscriptionKey: (caller) => (caller.kind === 'key' ? caller.keyId : undefined),
  legacyClient: (caller) => (caller.kind === 'client' ? caller.keyId : undefined),
  widgetSession: (caller) => (caller.kind === 'session' ? caller.session : undefined),
  widgetUser: (caller) =>
    caller.kind === 'session' ? `${caller.account} ${caller.user.slice(0, 16)}` : undefined,
  widgetAddress: (caller) => (caller.kind === 'session' ? addressBlock(caller.address) : undefined),
  openingAddress: (caller) => (caller.kind === 'address' ? addressBlock(caller.address) : undefined),
  openingKeyOrigin: (caller) => (caller.kind === 'opening' ? `${caller.keyId} ${caller.origin}` : undefined),
  partner: (caller) =>
    caller.kind === 'opening' || caller.kind === 'one-time-token' ? caller.account : undefined,
  clientTokens: (caller) => (caller.kind === 'client' ? caller.keyId : undefined),
}

export function createRouteLimits(limiter: RateLimiter, limits: Limits): TakeLimits {
  const takeOne = (name: RouteLimit, caller: CallerIdentity): MaybePromise<RateState> | undefined => {
    const bucket = bucketOf[name](caller)
    if (bucket === undefined) return undefined
    // The rate of a key replaces the number of its own limit only.
    const keyRate = name === 'subscriptionKey' && caller.kind === 'key' ? caller.perMinute : null
    return limiter.take(keyRate === null ? limits[name] : { ...limits[name], perMinute: keyRate }, bucket)
  }
  return (names, caller) => {
    let first: RateState | undefined
    // By index: every request runs this loop.
    for (let index = 0; index < names.length; index++) {
      const rate = takeOne(names[index]!, caller)
      if (rate instanceof Promise) return takeRemaining(first ?? rate, rate, names.slice(index + 1), caller)
      first ??= rate
    }
    return first
  }

  /** The buckets are in Redis: a limit is counted only after the ones before it had tokens left. */
  async function takeRemaining(
    first: MaybePromise<RateState>,
    pending: Promise<RateState>,
    remaining: readonly RouteLimit[],
    caller: CallerIdentity,
  ): Promise<RateState> {
    await pending
    for (const name of remaining) await takeOne(name, caller)
    return first
  }
}
