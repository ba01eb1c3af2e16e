/**
 * Whose bad credentials are held against whom (docs/decisions/0046). An address that shows many is refused what cannot be good,
 * and is looked at less often for the rest: by public id, so that one bad neighbour behind an office's address shuts out
 * nobody but himself, and in all.
 */
import type { Problem } from '#contract/api/problem.ts'
import type { Limits } from '#service/shared/limits.ts'
import { createFailures } from './failure-counter.ts'
import type { Counted } from './failure-counter.ts'
import type { Limiter } from './rate-limiter.ts'

export type ThrottleParts = {
  /** Counts for all nodes. */
  readonly limiter: Limiter
  /** Counts for this one: how much of its work a throttled address may have. */
  readonly ownLimiter: Limiter
  readonly limits: Pick<
    Limits,
    'failedAddress' | 'failedClient' | 'failedClientAnywhere' | 'throttledCredential' | 'throttledAddress'
  >
  /** Monotonic milliseconds. */
  readonly elapsed: () => number
}

/** A credential that is not known to be good, by the names it is counted under. */
export type Unproven = {
  /** The network it comes from (`addressBlock`). */
  readonly block: string
  /** Tells it from others: its door and public id; where it has no such id, something else that is no secret. */
  readonly name: string
  /** The client whose secret it claims to be. */
  readonly client: string | undefined
  /** Whether it can be good. */
  readonly isWellFormed: boolean
}

/** Under what one credential is counted, as things stand. */
export type Standing = {
  /** Why it is refused unseen; undefined where it may be looked at. */
  readonly refusal: Problem | undefined
  /** It was bad. */
  readonly failed: () => Promise<void>
}

export function createThrottle({ limiter, ownLimiter, limits, elapsed }: ThrottleParts) {
  const [everywhere, here] = [createFailures(limiter, elapsed), createFailures(ownLimiter, elapsed)]
  return ({ block, name, client, isWellFormed }: Unproven): Standing => {
    const byAddress: Counted[] = [{ limit: limits.failedAddress, name: block }]
    // What is no secret at all is no guess at the client's.
    const byClient: Counted[] =
      client === undefined || !isWellFormed
        ? []
        : [
            { limit: limits.failedClient, name: `${client} ${block}` },
            { limit: limits.failedClientAnywhere, name: client },
          ]
    const throttled = everywhere.refusalOf(byAddress)
    if (!throttled || !isWellFormed)
      return {
        refusal: throttled ?? everywhere.refusalOf(byClient),
        failed: () => everywhere.count([...byAddress, ...byClient]),
      }
    const again: Counted[] = [
      { limit: limits.throttledCredential, name: `${name} ${block}` },
      { limit: limits.throttledAddress, name: block },
    ]
    return {
      refusal: everywhere.refusalOf(byClient) ?? here.refusalOf(again),
      async failed() {
        await everywhere.count(byClient)
        await here.count(again)
      },
    }
  }
}
