/**
 * Sessions of the user `test-expired`: the first session of a widget ends soon, so that partners
 * can test expiry.
 */
import { LRUCache } from 'lru-cache'
import { Problem } from '#contract/api/problem.ts'
import { testSessionLifetimeMs } from '#service/shared/test-market.ts'
import type { CredentialEnvironment } from '#service/shared/environment-names.ts'
import type { AccessToken } from '#service/store/tokens.ts'

/** Maximum number of widgets and tokens with a recorded first session. */
const maxEntries = 1000

export type TestSessions = {
  /**
   * The expiry of a session that is opened at `now`, milliseconds since the epoch.
   *
   * @throws Problem `session-ended` if it replaces an ended session in the API-key flow
   */
  expiryOf(opening: {
    readonly environment: CredentialEnvironment
    readonly token: AccessToken
    readonly instance: string
    readonly now: number
  }): number
  /** Whether the token has opened a short-lived session, after which it opens no other. */
  isSpent(token: AccessToken): boolean
}

export function createTestSessions(): TestSessions {
  const openedInstances = new LRUCache<string, true>({ max: maxEntries })
  const shortLivedTokens = new LRUCache<string, true>({ max: maxEntries })
  return {
    expiryOf({ environment, token, instance, now }) {
      if (environment !== 'test-expired') return token.expiresAt
      const id = `${token.keyId} ${instance}`
      if (!openedInstances.get(id)) {
        openedInstances.set(id, true)
        shortLivedTokens.set(token.hash, true)
        return now + testSessionLifetimeMs
      }
      if (token.flow === 'apiKey')
        throw new Problem(
          'session-ended',
          { detail: 'This is a test: the session has ended, and no new one is issued.' },
          { rejected: 'bearer' },
        )
      return token.expiresAt
    },
    isSpent: ({ hash }) => shortLivedTokens.get(hash) === true,
  }
}
