/**
 * Tokens of the widget: the one-time token that a partner's server requests, and the access token of the
 * frame (docs/specification.md 5.3.2, 5.4).
 */
import type { AccessToken as AccessTokenAnswer } from '#contract/api/access.ts'
import { Problem } from '#contract/api/problem.ts'
import type { RateState } from '#contract/api/problem.ts'
import { isUsable } from '#service/store/keys.ts'
import { randomText } from './hashing.ts'
import type { KeyCheck } from './key-check.ts'
import { wellFormed } from './key-format.ts'
import type { SharedAccessParts } from '#service/access/access-parts.ts'
import type { Requester } from './request-credentials.ts'
import { isToken } from './token-format.ts'
import { readsTestMarket } from '#service/access/environments.ts'

type Credential = { apiKey: string } | { authToken: string }

/** An issued token and what remains of the partner's limit. */
export type IssuedToken = { readonly token: string; readonly rate: RateState | undefined }

export type WidgetTokens = {
  /** docs/specification.md 5.4.1. */
  makeAuthToken(
    given: { readonly apiKey: string; readonly secretKey: string; readonly userId: string | undefined },
    from: Requester,
  ): Promise<IssuedToken>
  /** docs/specification.md 5.3.2 and 5.4.3. All failures have the same response. */
  makeAccessToken(credential: Credential, userId: string, from: Requester): Promise<AccessTokenAnswer>
}

export function createWidgetTokens(parts: SharedAccessParts, keys: KeyCheck): WidgetTokens {
  const { store, hash, clock, checks, config, log } = parts
  const { lifetimes } = config
  const grant = createGrant(parts, keys)

  return {
    async makeAuthToken({ apiKey, secretKey, userId }, from) {
      const id = wellFormed('pk', apiKey) ? apiKey : undefined
      const credential = {
        at: 'auth',
        shown: `${apiKey} ${secretKey}`,
        publicId: id ?? null,
        isWellFormed: id !== undefined && wellFormed('sk', secretKey),
      } as const
      const known = await checks.checked(credential, from, () => keys.verified(id, 'widget', secretKey))
      if (!known) {
        const detail = 'The apikey or the secretKey is not valid.'
        throw new Problem('credential-invalid', { detail }, { rejected: 'bearer' })
      }
      const { id: keyId, partnerId: account } = known
      const rate = await from.identified?.({ kind: 'one-time-token', account, keyId })
      const token = `at_${randomText()}`
      await store.tokens.addAuthToken({
        hash: await hash(token),
        keyId: known.id,
        partnerId: known.partnerId,
        user: userId === undefined ? null : await hash(`user ${userId}`),
        expiresAt: clock() + lifetimes.authToken * 1000,
      })
      checks.given(token)
      log('info', 'auth-token-issued', { account: known.partnerId, apiKey: known.id })
      return { token, rate }
    },

    async makeAccessToken(credential, userId, from) {
      const now = clock()
      const granted = await grant(credential, userId, now, from)
      if (!granted || (userId === 'test-refused' && readsTestMarket(granted))) {
        const detail = 'The credential is not valid, has expired or was used before.'
        throw new Problem('credential-invalid', { detail }, { rejected: 'bearer' })
      }
      await from.identified?.({ kind: 'widget', account: granted.partnerId, keyId: granted.keyId })
      const token = `wt_${randomText()}`
      await store.tokens.addAccessToken({
        hash: await hash(token),
        ...granted,
        user: await hash(`user ${userId}`),
        expiresAt: now + lifetimes.accessToken * 1000,
      })
      checks.given(token)
      const { partnerId, keyId, flow } = granted
      log('info', 'access-token-issued', { account: partnerId, apiKey: keyId, flow })
      return { access_token: token, token_type: 'Bearer', expires_in: lifetimes.accessToken }
    },
  }
}

/** The holder of a key or one-time token; undefined if it is unknown or no longer valid. */
function createGrant({ store, hash, checks, log }: SharedAccessParts, { touch }: KeyCheck) {
  const ofKey = async (apiKey: string) => {
    const key = await store.keys.find(apiKey)
    if (!key || key.kind !== 'widget' || !isUsable(key)) return undefined
    touch(key)
    return { keyId: key.id, partnerId: key.partnerId, flow: 'apiKey' as const }
  }
  const ofToken = async (authToken: string, userId: string, now: number) => {
    const hashed = await hash(authToken)
    const token = await store.tokens.consumeAuthToken(hashed, await hash(`user ${userId}`), now)
    if (token) return { keyId: token.keyId, partnerId: token.partnerId, flow: 'authToken' as const }
    const replayed = await store.tokens.consumedAuthToken(hashed)
    if (replayed) log('warn', 'auth-token-replayed', { account: replayed.partnerId, apiKey: replayed.keyId })
    return undefined
  }
  return async (credential: Credential, userId: string, now: number, from: Requester) => {
    if ('apiKey' in credential) {
      const { apiKey } = credential
      const isWellFormed = wellFormed('pk', apiKey)
      const publicId = isWellFormed ? apiKey : null
      return checks.checked({ at: 'token', shown: apiKey, publicId, isWellFormed }, from, () => ofKey(apiKey))
    }
    const { authToken } = credential
    const shown = { at: 'token', shown: authToken, publicId: null } as const
    return checks.checked({ ...shown, isWellFormed: isToken('at', authToken) }, from, () =>
      ofToken(authToken, userId, now),
    )
  }
}
