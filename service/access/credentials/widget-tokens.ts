/**
 * Tokens of the widget: the one-time token that a partner's server requests, and the access token of the
 * frame (docs/specification.md 5.3.2, 5.4).
 */
import { kindOfWrongToken } from '#contract/bridge/token-text.ts'
import type { AccessToken as AccessTokenResponse } from '#contract/api/access.ts'
import { Problem } from '#contract/api/problem.ts'
import type { RateState } from '#contract/api/problem.ts'
import { endWithKey, isUsable } from '#service/store/keys.ts'
import type { Key } from '#service/store/keys.ts'
import type { Flow } from '#service/store/sessions.ts'
import { randomText } from './hashing.ts'
import type { KeyCheck } from './key-check.ts'
import { isWellFormedKey } from './key-format.ts'
import type { SharedAccessParts } from '#service/access/access-parts.ts'
import type { RequestSender } from './request-credentials.ts'
import { isToken } from './token-format.ts'
import { readsTestMarket } from '#service/access/environments.ts'

/** A public key, or a one-time token of the partner's server. */
type WidgetCredential = { apiKey: string } | { authToken: string }

/** An issued token, and the state of the partner's rate limit. */
export type IssuedToken = { readonly token: string; readonly rate: RateState | undefined }

export type WidgetTokens = {
  /** Issues a one-time token (docs/specification.md 5.4.1). */
  makeAuthToken(
    request: { readonly apiKey: string; readonly secretKey: string; readonly userId: string | undefined },
    sender: RequestSender,
  ): Promise<IssuedToken>
  /**
   * Issues an access token (docs/specification.md 5.3.2 and 5.4.3). All failures have the same
   * response.
   */
  makeAccessToken(
    credential: WidgetCredential,
    userId: string,
    sender: RequestSender,
  ): Promise<AccessTokenResponse>
}

export function createWidgetTokens(parts: SharedAccessParts, keys: KeyCheck): WidgetTokens {
  const { store, hash, clock, checks, config, log } = parts
  const { lifetimes } = config
  const grant = createCredentialGrant(parts, keys)

  return {
    async makeAuthToken({ apiKey, secretKey, userId }, sender) {
      const id = isWellFormedKey('pk', apiKey) ? apiKey : undefined
      const credential = {
        endpoint: 'auth',
        value: `${apiKey} ${secretKey}`,
        publicId: id ?? null,
        isWellFormed: id !== undefined && isWellFormedKey('sk', secretKey),
      } as const
      const key = await checks.check(credential, sender, () => keys.verify(id, 'widget', secretKey))
      if (!key) {
        const detail = 'The apikey or the secretKey is not valid.'
        throw new Problem('credential-invalid', { detail }, { rejected: 'bearer' })
      }
      const { id: keyId, partnerId: account } = key
      const rate = await sender.callerListener?.onIdentified({ kind: 'one-time-token', account, keyId })
      const token = `at_${randomText()}`
      await store.tokens.addAuthToken({
        hash: await hash(token),
        keyId: key.id,
        partnerId: key.partnerId,
        user: userId === undefined ? null : await hash(`user ${userId}`),
        expiresAt: endWithKey(key, clock() + lifetimes.authToken * 1000),
      })
      checks.addIssued(token)
      log('info', 'auth-token-issued', { account: key.partnerId, apiKey: key.id })
      return { token, rate }
    },

    async makeAccessToken(credential, userId, sender) {
      const now = clock()
      const granted = await grant(credential, userId, now, sender)
      if (!granted || (userId === 'test-refused' && readsTestMarket(granted))) {
        const detail = refusalOf(credential)
        throw new Problem('credential-invalid', { detail }, { rejected: 'bearer' })
      }
      await sender.callerListener?.onIdentified({
        kind: 'widget',
        account: granted.partnerId,
        keyId: granted.keyId,
        flow: granted.flow,
      })
      const token = `wt_${randomText()}`
      const { partnerId, keyId, flow } = granted
      const expiresAt = endWithKey({ expiresAt: granted.keyExpiresAt }, now + lifetimes.accessToken * 1000)
      await store.tokens.addAccessToken({
        hash: await hash(token),
        keyId,
        partnerId,
        flow,
        user: await hash(`user ${userId}`),
        expiresAt,
      })
      checks.addIssued(token)
      log('info', 'access-token-issued', { account: partnerId, apiKey: keyId, flow })
      return { access_token: token, token_type: 'Bearer', expires_in: Math.floor((expiresAt - now) / 1000) }
    },
  }
}

/** Names the refused credential and, for text that cannot be a token, its kind; contains no part of it. */
function refusalOf(credential: WidgetCredential): string {
  if ('apiKey' in credential) return 'The apiKey is not valid, or was revoked.'
  const kind = kindOfWrongToken(credential.authToken.trim())
  return kind === undefined
    ? 'The authToken is not valid, has expired or was used before.'
    : `The authToken is not a token: the text is ${kind}.`
}

/** The holder of an access token, and the end of its key. */
const holderOf = ({ id: keyId, partnerId, expiresAt: keyExpiresAt }: Key, flow: Flow) => ({
  keyId,
  partnerId,
  flow,
  keyExpiresAt,
})

/**
 * Returns a function that checks a key or one-time token and returns its holder; undefined if it is
 * not valid.
 */
function createCredentialGrant({ store, hash, checks, log }: SharedAccessParts, { touch }: KeyCheck) {
  const grantForKey = async (apiKey: string, now: number) => {
    const key = await store.keys.find(apiKey)
    if (!key || key.kind !== 'widget' || !isUsable(key, now)) return undefined
    touch(key)
    return holderOf(key, 'apiKey')
  }
  const grantForToken = async (authToken: string, userId: string, now: number) => {
    const tokenHash = await hash(authToken)
    const token = await store.tokens.consumeAuthToken(tokenHash, await hash(`user ${userId}`), now)
    if (token) {
      const key = await store.keys.find(token.keyId)
      return key && holderOf(key, 'authToken')
    }
    const replayed = await store.tokens.consumedAuthToken(tokenHash)
    if (replayed) log('warn', 'auth-token-replayed', { account: replayed.partnerId, apiKey: replayed.keyId })
    return undefined
  }
  return async (credential: WidgetCredential, userId: string, now: number, sender: RequestSender) => {
    if ('apiKey' in credential) {
      const { apiKey } = credential
      const isWellFormed = isWellFormedKey('pk', apiKey)
      const publicId = isWellFormed ? apiKey : null
      return checks.check({ endpoint: 'token', value: apiKey, publicId, isWellFormed }, sender, () =>
        grantForKey(apiKey, now),
      )
    }
    const authToken = credential.authToken.trim()
    const baseCredential = { endpoint: 'token', value: authToken, publicId: null } as const
    return checks.check({ ...baseCredential, isWellFormed: isToken('at', authToken) }, sender, () =>
      grantForToken(authToken, userId, now),
    )
  }
}
