/**
 * Throttling of invalid credentials (docs/decisions/0046). If an address has many failures, its
 * malformed credentials are refused. Its other credentials have a lower limit per public id, so
 * that a client with a wrong credential does not block other clients at a shared address, and a
 * limit in total.
 */
import type { Problem } from '#contract/api/problem.ts'
import { outerBlockLimit } from '#service/shared/rate-limits.ts'
import type { Limit, Limits } from '#service/shared/rate-limits.ts'
import { createFailureCounter } from './failure-counter.ts'
import type { FailureBucket } from './failure-counter.ts'
import type { RateLimiter } from './rate-limiter.ts'

export type CredentialThrottleParts = {
  /** Limiter for all nodes. */
  readonly limiter: RateLimiter
  /** Limiter of this node, which bounds its work for throttled addresses. */
  readonly nodeLimiter: RateLimiter
  readonly limits: Pick<
    Limits,
    'failedAddress' | 'failedClient' | 'failedClientAnywhere' | 'throttledCredential' | 'throttledAddress'
  >
  /** Monotonic clock, milliseconds. */
  readonly elapsed: () => number
}

/** A credential that was not verified recently, with the keys of its counters. */
export type UnverifiedCredential = {
  /** The address block of its sender (`addressBlock`). */
  readonly block: string
  /** The /48 network of its sender (`outerBlock`), if it has one. */
  readonly outerBlock: string | undefined
  /**
   * Identifies the credential: its door and public id or, without such an id, another value that is not
   * secret.
   */
  readonly name: string
  /** The client whose secret was sent, if any. */
  readonly client: string | undefined
  /** Whether its format is valid. */
  readonly isWellFormed: boolean
}

/** The decision for one credential, by the current state of its counters. */
export type ThrottleDecision = {
  /** The Problem if it is refused without a check; undefined if it may be checked. */
  readonly refusal: Problem | undefined
  /** Counts it as an invalid credential. */
  readonly countFailure: () => Promise<void>
}

/** Returns a function that decides whether a credential may be checked. */
export function createCredentialThrottle({ limiter, nodeLimiter, limits, elapsed }: CredentialThrottleParts) {
  const [clusterFailures, nodeFailures] = [
    createFailureCounter(limiter, elapsed),
    createFailureCounter(nodeLimiter, elapsed),
  ]
  return ({ block, outerBlock, name, client, isWellFormed }: UnverifiedCredential): ThrottleDecision => {
    const bucketsOf = (limit: Limit): FailureBucket[] => [
      { limit, name: block },
      ...(outerBlock === undefined ? [] : [{ limit: outerBlockLimit(limit), name: outerBlock }]),
    ]
    const byAddress = bucketsOf(limits.failedAddress)
    // A malformed value is not an attempt to guess the secret of the client.
    const byClient: FailureBucket[] =
      client === undefined || !isWellFormed
        ? []
        : [
            { limit: limits.failedClient, name: `${client} ${block}` },
            { limit: limits.failedClientAnywhere, name: client },
          ]
    const throttled = clusterFailures.findRefusal(byAddress)
    if (!throttled || !isWellFormed)
      return {
        refusal: throttled ?? clusterFailures.findRefusal(byClient),
        countFailure: () => clusterFailures.count([...byAddress, ...byClient]),
      }
    const byCredential: FailureBucket[] = [
      { limit: limits.throttledCredential, name: `${name} ${block}` },
      ...bucketsOf(limits.throttledAddress),
    ]
    return {
      refusal: clusterFailures.findRefusal(byClient) ?? nodeFailures.findRefusal(byCredential),
      async countFailure() {
        await clusterFailures.count(byClient)
        await nodeFailures.count(byCredential)
      },
    }
  }
}
