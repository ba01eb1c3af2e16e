/**
 * Admission to the data API: a request has exactly one credential, which selects the door. Applies
 * the rate limits of its holder.
 */
import { subscriptionKeyHeader } from '#contract/api/paths.ts'
import { Problem } from '#contract/api/problem.ts'
import type { RateState } from '#contract/api/problem.ts'
import { thenOrNow } from '#service/shared/maybe-promise.ts'
import type { MaybePromise } from '#service/shared/maybe-promise.ts'
import type { CredentialEnvironment } from '#service/shared/environment-names.ts'
import type { Key, Scope } from '#service/store/keys.ts'
import { addressBlock, isAddressAllowed } from './address.ts'
import type { KeyCheck } from './credentials/key-check.ts'
import { idOfSubscriptionKey, subscriptionId } from './credentials/key-format.ts'
import type { SharedAccessParts } from './access-parts.ts'
import type { Door, RequestCredentials } from './credentials/request-credentials.ts'
import { isToken } from './credentials/token-format.ts'
import type { EnvironmentCheck, SessionIdentity } from './environments.ts'
import { sessionCaller } from './sessions/session-recognition.ts'
import type { WidgetSessions } from './sessions/widget-sessions.ts'

/** The caller of a data API request, and what remains of its rate limit. */
export type Caller = {
  readonly door: Door
  readonly account: string
  readonly keyId: string
  /** Identifies the caller: the session id, otherwise the key id. */
  readonly id: string
  /**
   * Callers with the same key share one queue of analyses: those of one account at one address
   * block. Not the session, because one address can open any number of them.
   */
  readonly queueKey: string
  /** Keyed hash of the session's userId, or `key:<id>`: the user that the usage of licensed data counts. */
  readonly user: string
  /** The environment that the caller reads. */
  readonly environment: CredentialEnvironment
  /** Undefined if no limit of the route counts this caller. */
  readonly rate: RateState | undefined
}

type AdmissionParts = SharedAccessParts & {
  readonly keys: Pick<KeyCheck, 'verify' | 'verifyFromCache'>
  readonly sessions: Pick<WidgetSessions, 'sessionOf' | 'sessionFromCache'>
  readonly environments: Pick<EnvironmentCheck, 'ofHolder'>
}

/**
 * Admits a request to the data API by its credential. If `scope` is null, any valid key is
 * sufficient. A request without a credential is refused before anything is counted, because a
 * widget detects with such a request that its browser stores no cookies. Synchronous if the
 * credential was verified recently and nothing has been invalidated since.
 *
 * @throws Problem, or rejects with it, if the request is refused
 */
export type Admit = (request: RequestCredentials, scope: Scope | null) => MaybePromise<Caller>

export function createAdmission(parts: AdmissionParts): Admit {
  const { store, hash, clock, checks, keys, sessions, environments } = parts

  const byKey = (request: RequestCredentials, scope: Scope | null): MaybePromise<Caller> => {
    const subscriptionKey = request.subscriptionKey ?? ''
    const key = checks.wasVerified(subscriptionKey)
      ? keys.verifyFromCache(idOfSubscriptionKey(subscriptionKey), 'subscription', subscriptionKey)
      : undefined
    return key ? byVerifiedKey(key, request, scope) : byLookedUpKey(subscriptionKey, request, scope)
  }
  const byLookedUpKey = async (
    subscriptionKey: string,
    request: RequestCredentials,
    scope: Scope | null,
  ): Promise<Caller> => {
    const id = subscriptionId(subscriptionKey)
    const credential = {
      endpoint: 'gateway',
      value: subscriptionKey,
      publicId: id ?? null,
      isWellFormed: id !== undefined,
    } as const
    const key = await checks.check(credential, request, () =>
      keys.verify(id, 'subscription', subscriptionKey),
    )
    if (!key)
      throw new Problem('credential-invalid', { parameter: subscriptionKeyHeader }, { rejected: 'key' })
    return byVerifiedKey(key, request, scope)
  }
  const byVerifiedKey = (
    key: Key,
    { address, certificate, callerListener }: RequestCredentials,
    scope: Scope | null,
  ): MaybePromise<Caller> => {
    if (key.addresses.length > 0 && !isAddressAllowed(address, key.addresses))
      throw new Problem('address-refused', { detail: 'The key may not be used from this address.' })
    if (key.certificate !== null && certificate?.() !== key.certificate)
      throw new Problem('credential-invalid', {
        detail: 'The key is bound to a client certificate, which the request did not present.',
        parameter: subscriptionKeyHeader,
      })
    const { id, partnerId, ratePerMinute: perMinute } = key
    const callerWithRate = (rate: RateState | undefined): MaybePromise<Caller> => {
      if (scope !== null && !key.scopes.includes(scope))
        throw new Problem(
          'scope-missing',
          { detail: `The key is not scoped for "${scope}".` },
          rate ? { rate } : {},
        )
      return thenOrNow(environments.ofHolder({ keyId: id, partnerId }), (environment) => ({
        door: 'gateway',
        account: partnerId,
        keyId: id,
        id,
        queueKey: queueKeyOf(partnerId, address),
        user: `key:${id}`,
        environment,
        rate,
      }))
    }
    const rate = callerListener?.onIdentified({ kind: 'key', account: partnerId, keyId: id, perMinute })
    return thenOrNow(rate, callerWithRate)
  }
  const byLegacyToken = async (request: RequestCredentials): Promise<Caller> => {
    const bearer = request.bearer ?? ''
    const credential = {
      endpoint: 'legacy',
      value: bearer,
      publicId: null,
      isWellFormed: isToken('lt', bearer),
    } as const
    const token = await checks.check(credential, request, async () =>
      store.tokens.legacyToken(await hash(bearer), clock()),
    )
    if (!token)
      throw new Problem('credential-invalid', { parameter: 'Authorization' }, { rejected: 'bearer' })
    const { keyId, partnerId: account } = token
    const rate = await request.callerListener?.onIdentified({ kind: 'client', account, keyId })
    return {
      door: 'legacy',
      account,
      keyId,
      id: keyId,
      queueKey: queueKeyOf(account, request.address),
      user: `key:${keyId}`,
      environment: await environments.ofHolder(token),
      rate,
    }
  }
  const bySession = (request: RequestCredentials): MaybePromise<Caller> => {
    const session = sessions.sessionFromCache(request)
    return session
      ? byVerifiedSession(session, request)
      : sessions.sessionOf(request).then((found) => byVerifiedSession(found, request))
  }
  const byVerifiedSession = (session: SessionIdentity, request: RequestCredentials): MaybePromise<Caller> => {
    const { id, partnerId: account, keyId, user, environment } = session
    return thenOrNow(request.callerListener?.onIdentified(sessionCaller(session, request)), (rate) => ({
      door: 'widget',
      account,
      keyId,
      id,
      queueKey: queueKeyOf(account, request.address),
      user,
      environment,
      rate,
    }))
  }
  const admitByDoor = { gateway: byKey, legacy: byLegacyToken, widget: bySession }

  return (request, scope) => admitByDoor[doorOf(request)](request, scope)
}

const queueKeyOf = (account: string, address: string | undefined): string =>
  `${account} ${addressBlock(address)}`

/**
 * The door of a request.
 *
 * @throws Problem if there is no credential, more than one kind, or one whose door is closed at
 * this host
 */
function doorOf({ subscriptionKey, bearer, cookies, doors }: RequestCredentials): Door {
  const kinds = new Set<Door>()
  if (subscriptionKey !== null) kinds.add('gateway')
  if (bearer !== null) kinds.add(bearer.startsWith('wt_') ? 'widget' : 'legacy')
  // A cookie counts only if it is the only credential: a frame with a bearer can share the cookie jar with
  // another widget.
  if (cookies.size > 0) kinds.add('widget')

  const [door, otherDoor] = kinds
  if (!door)
    throw new Problem('credential-missing', {
      detail: `Send ${subscriptionKeyHeader}, or Authorization: Bearer.`,
    })
  if (otherDoor)
    throw new Problem('credential-invalid', { detail: 'Present one kind of credential, not two.' })
  if (!doors.has(door))
    throw new Problem('credential-invalid', {
      detail: 'This kind of credential is not accepted at this host.',
    })
  return door
}
