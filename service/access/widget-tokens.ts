/** The widget's tokens: the one-time one a partner's server asks for, and the access token of the frame (spec 5.3.2, 5.4). */
import type { AccessToken as AccessTokenAnswer } from '#contract/access.ts'
import { Problem } from '#contract/problem.ts'
import { randomText } from './hashing.ts'
import type { KeyCheck } from './key-check.ts'
import { wellFormed } from './keys.ts'
import type { AccessParts } from './parts.ts'
import { readsTestMarket } from './worlds.ts'

type Credential = { apiKey: string } | { authToken: string }

export type WidgetTokens = {
  /** Spec 5.4.1. */
  makeAuthToken(apiKey: string, secretKey: string, userId: string | undefined): Promise<string>
  /** Spec 5.3.2 and 5.4.3. All failures look the same. */
  makeAccessToken(credential: Credential, userId: string): Promise<AccessTokenAnswer>
}

export function createWidgetTokens(parts: AccessParts, keys: KeyCheck): WidgetTokens {
  const { store, hash, clock, config, log } = parts
  const { lifetimes } = config
  const grant = createGrant(parts, keys)

  return {
    async makeAuthToken(apiKey, secretKey, userId) {
      const known = await keys.verified(wellFormed('pk', apiKey) ? apiKey : undefined, 'widget', secretKey)
      if (!known) {
        log('warn', 'auth-refused', { apiKey: wellFormed('pk', apiKey) ? apiKey : 'malformed' })
        const detail = 'The apikey or the secretKey is not valid.'
        throw new Problem('credential-invalid', { detail }, { rejected: 'bearer' })
      }
      const token = `at_${randomText()}`
      await store.tokens.addAuthToken({
        hash: await hash(token),
        keyId: known.id,
        partnerId: known.partnerId,
        user: userId === undefined ? null : await hash(`user ${userId}`),
        expiresAt: clock() + lifetimes.authToken * 1000,
      })
      log('info', 'auth-token-issued', { account: known.partnerId, apiKey: known.id })
      return token
    },

    async makeAccessToken(credential, userId) {
      const now = clock()
      const granted = await grant(credential, userId, now)
      if (!granted || (userId === 'test-refused' && readsTestMarket(granted))) {
        log('warn', 'token-refused', { flow: 'apiKey' in credential ? 'apiKey' : 'authToken' })
        const detail = 'The credential is not valid, has expired or was used before.'
        throw new Problem('credential-invalid', { detail }, { rejected: 'bearer' })
      }
      const token = `wt_${randomText()}`
      await store.tokens.addAccessToken({
        hash: await hash(token),
        ...granted,
        user: await hash(`user ${userId}`),
        expiresAt: now + lifetimes.accessToken * 1000,
      })
      const { partnerId, keyId, flow } = granted
      log('info', 'access-token-issued', { account: partnerId, apiKey: keyId, flow })
      return { access_token: token, token_type: 'Bearer', expires_in: lifetimes.accessToken }
    },
  }
}

/** Whose key or one-time token it is; undefined where it is nobody's, or not any more. */
function createGrant({ store, hash, log }: AccessParts, { touch }: KeyCheck) {
  return async (credential: Credential, userId: string, now: number) => {
    if ('apiKey' in credential) {
      const key = wellFormed('pk', credential.apiKey) ? await store.keys.find(credential.apiKey) : undefined
      if (!key || key.kind !== 'widget' || key.revokedAt !== null) return undefined
      await touch(key)
      return { keyId: key.id, partnerId: key.partnerId, flow: 'apiKey' as const }
    }
    const hashed = await hash(credential.authToken)
    const token = await store.tokens.consumeAuthToken(hashed, await hash(`user ${userId}`), now)
    if (token) return { keyId: token.keyId, partnerId: token.partnerId, flow: 'authToken' as const }
    const replayed = await store.tokens.consumedAuthToken(hashed)
    if (replayed) log('warn', 'auth-token-replayed', { account: replayed.partnerId, apiKey: replayed.keyId })
    return undefined
  }
}
