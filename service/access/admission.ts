/** Who may use the data API: one credential, which picks its door, and the allowance of whoever holds it. */
import { subscriptionKeyHeader } from '#contract/api/paths.ts'
import { Problem } from '#contract/api/problem.ts'
import type { RateState } from '#contract/api/problem.ts'
import type { WorldName } from '#service/shared/test-market.ts'
import type { Key, Scope } from '#service/store/keys.ts'
import { addressAllowed, addressBlock } from './address.ts'
import type { KeyCheck } from './credentials/key-check.ts'
import { idInside, subscriptionId } from './credentials/key-format.ts'
import type { SharedParts } from './access-parts.ts'
import type { Door, Presented } from './credentials/request-credentials.ts'
import { isToken } from './credentials/token-format.ts'
import { readsTestMarket } from './environments.ts'
import type { Holder } from './environments.ts'
import type { WidgetSessions } from './sessions/widget-sessions.ts'

/** Who made a request of the data API, and what is left of the allowance. */
export type Caller = {
  readonly door: Door
  readonly account: string
  readonly keyId: string
  /** Tells it from other callers: the session, or else the key. */
  readonly id: string
  /** What it reads. */
  readonly world: WorldName
  readonly rate: RateState
}

type AdmissionParts = SharedParts & {
  readonly keys: Pick<KeyCheck, 'verified' | 'remembered'>
  readonly sessions: Pick<WidgetSessions, 'sessionOf'>
}

/**
 * Lets a request of the data API in by the one credential it carries. `scope` null = any valid key will do. One without a
 * credential is refused before anything is counted: so a widget finds out, once, that its browser keeps no cookie. At once
 * where the credential was found good lately and nothing has ended since.
 *
 * @throws Problem, or rejects with it, where it is not let in
 */
export type Admit = (presented: Presented, scope: Scope | null) => Caller | Promise<Caller>

export function createAdmission(parts: AdmissionParts): Admit {
  const { store, hash, clock, limiter, checks, keys, sessions } = parts
  const { limits } = parts.config

  const byKey = (presented: Presented, scope: Scope | null): Caller | Promise<Caller> => {
    const shown = presented.subscriptionKey ?? ''
    const known = checks.wasGood(shown) ? keys.remembered(idInside(shown), 'subscription', shown) : undefined
    return known ? byGoodKey(known, presented, scope) : byLookedUpKey(shown, presented, scope)
  }
  const byLookedUpKey = async (shown: string, presented: Presented, scope: Scope | null): Promise<Caller> => {
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
    { address, certificate }: Presented,
    scope: Scope | null,
  ): Caller | Promise<Caller> => {
    if (known.addresses.length > 0 && !addressAllowed(address, known.addresses))
      throw new Problem('address-refused', { detail: 'The key may not be used from this address.' })
    if (known.certificate !== null && certificate?.() !== known.certificate)
      throw new Problem('credential-invalid', {
        detail: 'The key is bound to a client certificate, which did not come with it.',
        parameter: subscriptionKeyHeader,
      })
    const perMinute = known.ratePerMinute ?? limits.subscriptionKey.perMinute
    const callerAt = (rate: RateState): Caller => {
      if (scope !== null && !known.scopes.includes(scope))
        throw new Problem('scope-missing', { detail: `The key is not scoped for "${scope}".` }, { rate })
      const { id, partnerId } = known
      return {
        door: 'gateway',
        account: partnerId,
        keyId: id,
        id,
        world: worldOf({ keyId: id, partnerId }),
        rate,
      }
    }
    const rate = limiter.take({ ...limits.subscriptionKey, perMinute }, known.id)
    return rate instanceof Promise ? rate.then(callerAt) : callerAt(rate)
  }
  const byLegacyToken = async (presented: Presented): Promise<Caller> => {
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
    const rate = await limiter.take(limits.legacyClient, token.keyId)
    return {
      door: 'legacy',
      account: token.partnerId,
      keyId: token.keyId,
      id: token.keyId,
      world: worldOf(token),
      rate,
    }
  }
  const bySession = async (presented: Presented): Promise<Caller> => {
    const session = await sessions.sessionOf(presented)
    const { partnerId, keyId, user, world } = session
    const rate = await limiter.take(limits.widgetSession, session.id)
    await limiter.take(limits.widgetUser, `${partnerId} ${user.slice(0, 16)}`)
    await limiter.take(limits.widgetAddress, addressBlock(presented.address))
    return { door: 'widget', account: partnerId, keyId, id: session.id, world, rate }
  }
  const by = { gateway: byKey, legacy: byLegacyToken, widget: bySession }

  return (presented, scope) => by[doorOf(presented)](presented, scope)
}

/** Outside a widget nobody is told of a user. */
const worldOf = (holder: Holder): WorldName => (readsTestMarket(holder) ? 'test' : 'live')

/** @throws Problem where there is no credential, more than one kind of it, or one whose door is not open here */
function doorOf({ subscriptionKey, bearer, cookies, doors }: Presented): Door {
  const kinds = new Set<Door>()
  if (subscriptionKey !== null) kinds.add('gateway')
  if (bearer !== null) kinds.add(bearer.startsWith('wt_') ? 'widget' : 'legacy')
  // A cookie counts by itself only: a frame with a bearer may still have its neighbour's cookie in the jar.
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
