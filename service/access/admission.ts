/**
 * Admission to the data API: exactly one credential, which selects the door, and the rate limit of its
 * holder.
 */
import { subscriptionKeyHeader } from '#contract/api/paths.ts'
import { Problem } from '#contract/api/problem.ts'
import type { RateState } from '#contract/api/problem.ts'
import { thenOrNow } from '#service/shared/maybe-promise.ts'
import type { MaybePromise } from '#service/shared/maybe-promise.ts'
import type { CredentialEnvironment } from '#service/shared/test-market.ts'
import type { Key, Scope } from '#service/store/keys.ts'
import { addressAllowed } from './address.ts'
import type { KeyCheck } from './credentials/key-check.ts'
import { idInside, subscriptionId } from './credentials/key-format.ts'
import type { SharedAccessParts } from './access-parts.ts'
import type { Door, RequestCredentials } from './credentials/request-credentials.ts'
import { isToken } from './credentials/token-format.ts'
import { readsTestMarket } from './environments.ts'
import type { CredentialHolder } from './environments.ts'
import { sessionCaller } from './sessions/session-recognition.ts'
import type { WidgetSessions } from './sessions/widget-sessions.ts'

/** The caller of a data API request, and what remains of its rate limit. */
export type Caller = {
  readonly door: Door
  readonly account: string
  readonly keyId: string
  /** Identifies the caller: the session id, otherwise the key id. */
  readonly id: string
  /** The environment that the caller reads. */
  readonly environment: CredentialEnvironment
  /** Undefined if no limit of the route counts this caller. */
  readonly rate: RateState | undefined
}

type AdmissionParts = SharedAccessParts & {
  readonly keys: Pick<KeyCheck, 'verified' | 'remembered'>
  readonly sessions: Pick<WidgetSessions, 'sessionOf'>
}

/**
 * Admits a request to the data API by its one credential. `scope` null means that any valid key will do. A
 * request without a credential is refused before anything is counted, so a widget learns with one request
 * that its browser keeps no cookie. Synchronous if the credential was verified recently and nothing has been
 * invalidated since.
 *
 * @throws Problem, or rejects with it, if the request is refused
 */
export type Admit = (presented: RequestCredentials, scope: Scope | null) => MaybePromise<Caller>

export function createAdmission(parts: AdmissionParts): Admit {
  const { store, hash, clock, checks, keys, sessions } = parts

  const byKey = (presented: RequestCredentials, scope: Scope | null): MaybePromise<Caller> => {
    const shown = presented.subscriptionKey ?? ''
    const known = checks.wasGood(shown) ? keys.remembered(idInside(shown), 'subscription', shown) : undefined
    return known ? byGoodKey(known, presented, scope) : byLookedUpKey(shown, presented, scope)
  }
  const byLookedUpKey = async (
    shown: string,
    presented: RequestCredentials,
    scope: Scope | null,
  ): Promise<Caller> => {
    const id = subscriptionId(shown)
    const credential = {
      at: 'gateway',
      shown,
      publicId: id ?? null,
      isWellFormed: id !== undefined,
    } as const
    const known = await checks.checked(credential, presented, () => keys.verified(id, 'subscription', shown))
    if (!known)
      throw new Problem('credential-invalid', { parameter: subscriptionKeyHeader }, { rejected: 'key' })
    return byGoodKey(known, presented, scope)
  }
  const byGoodKey = (
    known: Key,
    { address, certificate, identified }: RequestCredentials,
    scope: Scope | null,
  ): MaybePromise<Caller> => {
    if (known.addresses.length > 0 && !addressAllowed(address, known.addresses))
      throw new Problem('address-refused', { detail: 'The key may not be used from this address.' })
    if (known.certificate !== null && certificate?.() !== known.certificate)
      throw new Problem('credential-invalid', {
        detail: 'The key is bound to a client certificate, which did not come with it.',
        parameter: subscriptionKeyHeader,
      })
    const { id, partnerId, ratePerMinute: perMinute } = known
    const callerAt = (rate: RateState | undefined): Caller => {
      if (scope !== null && !known.scopes.includes(scope))
        throw new Problem(
          'scope-missing',
          { detail: `The key is not scoped for "${scope}".` },
          rate ? { rate } : {},
        )
      return {
        door: 'gateway',
        account: partnerId,
        keyId: id,
        id,
        environment: environmentOf({ keyId: id, partnerId }),
        rate,
      }
    }
    const rate = identified?.({ kind: 'key', account: partnerId, keyId: id, perMinute })
    return thenOrNow(rate, callerAt)
  }
  const byLegacyToken = async (presented: RequestCredentials): Promise<Caller> => {
    const shown = presented.bearer ?? ''
    const credential = {
      at: 'legacy',
      shown,
      publicId: null,
      isWellFormed: isToken('lt', shown),
    } as const
    const token = await checks.checked(credential, presented, async () =>
      store.tokens.legacyToken(await hash(shown), clock()),
    )
    if (!token)
      throw new Problem('credential-invalid', { parameter: 'Authorization' }, { rejected: 'bearer' })
    const { keyId, partnerId: account } = token
    const rate = await presented.identified?.({ kind: 'client', account, keyId })
    return {
      door: 'legacy',
      account,
      keyId,
      id: keyId,
      environment: environmentOf(token),
      rate,
    }
  }
  const bySession = async (presented: RequestCredentials): Promise<Caller> => {
    const session = await sessions.sessionOf(presented)
    const rate = await presented.identified?.(sessionCaller(session, presented))
    const { id, partnerId: account, keyId, environment } = session
    return { door: 'widget', account, keyId, id, environment, rate }
  }
  const by = { gateway: byKey, legacy: byLegacyToken, widget: bySession }

  return (presented, scope) => by[doorOf(presented)](presented, scope)
}

/** User-specific test states exist in widget sessions only. */
const environmentOf = (holder: CredentialHolder): CredentialEnvironment =>
  readsTestMarket(holder) ? 'test' : 'live'

/** @throws Problem if there is no credential, more than one kind, or one whose door is closed at this host */
function doorOf({ subscriptionKey, bearer, cookies, doors }: RequestCredentials): Door {
  const kinds = new Set<Door>()
  if (subscriptionKey !== null) kinds.add('gateway')
  if (bearer !== null) kinds.add(bearer.startsWith('wt_') ? 'widget' : 'legacy')
  // A cookie counts only if it is the only credential: a frame with a bearer can share the cookie jar with
  // another widget.
  if (cookies.size > 0) kinds.add('widget')

  const [door, second] = kinds
  if (!door)
    throw new Problem('credential-missing', {
      detail: `Send ${subscriptionKeyHeader}, or Authorization: Bearer.`,
    })
  if (second) throw new Problem('credential-invalid', { detail: 'Present one kind of credential, not two.' })
  if (!doors.has(door))
    throw new Problem('credential-invalid', {
      detail: 'This kind of credential is not accepted at this host.',
    })
  return door
}
