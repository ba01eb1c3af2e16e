/**
 * Throttling of bad credentials (docs/decisions/0046). Malformed credentials from an address with many failures
 * are refused. Its other credentials are checked less often: per public id, so that one bad client behind an
 * office's address locks out only itself, and in total.
 */
import type { Problem } from '#contract/api/problem.ts'
import type { Limits } from '#service/shared/limits.ts'
import { createFailureCounter } from './failure-counter.ts'
import type { FailureBucket } from './failure-counter.ts'
import type { RateLimiter } from './rate-limiter.ts'

export type CredentialThrottleParts = {
  /** Counts for all nodes. */
  readonly limiter: RateLimiter
  /** Counts for this node: limits its work for throttled addresses. */
  readonly nodeLimiter: RateLimiter
  readonly limits: Pick<
    Limits,
    'failedAddress' | 'failedClient' | 'failedClientAnywhere' | 'throttledCredential' | 'throttledAddress'
  >
  /** Monotonic milliseconds. */
  readonly elapsed: () => number
}

/** A credential that was not verified recently, with the keys of its counters. */
export type UnverifiedCredential = {
  /** The network it comes from (`addressBlock`). */
  readonly block: string
  /**
   * Identifies the credential: its door and public id or, without such an id, another value that is not
   * secret.
   */
  readonly name: string
  /** The client whose secret is claimed. */
  readonly client: string | undefined
  /** Whether its format is valid. */
  readonly isWellFormed: boolean
}

/** The counters of one credential, in their current state. */
export type ThrottleDecision = {
  /** The reason for refusing it unchecked; undefined if it may be checked. */
  readonly refusal: Problem | undefined
  /** Counts it as invalid. */
  readonly failed: () => Promise<void>
}

export function createCredentialThrottle({ limiter, nodeLimiter, limits, elapsed }: CredentialThrottleParts) {
  const [clusterFailures, nodeFailures] = [
    createFailureCounter(limiter, elapsed),
    createFailureCounter(nodeLimiter, elapsed),
  ]
  return ({ block, name, client, isWellFormed }: UnverifiedCredential): ThrottleDecision => {
    const byAddress: FailureBucket[] = [{ limit: limits.failedAddress, name: block }]
    // A malformed value does not count as a guess at the client's secret.
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
        failed: () => clusterFailures.count([...byAddress, ...byClient]),
      }
    const byCredential: FailureBucket[] = [
      { limit: limits.throttledCredential, name: `${name} ${block}` },
      { limit: limits.throttledAddress, name: block },
    ]
    return {
      refusal: clusterFailures.findRefusal(byClient) ?? nodeFailures.findRefusal(byCredential),
      async failed() {
        await clusterFailures.count(byClient)
        await nodeFailures.count(byCredential)
      },
    }
  }
}
